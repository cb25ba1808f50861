"""The engine as a player: as strong as its limit allows, or only as strong as people are."""

from __future__ import annotations

from pathlib import Path

from outflank.engine import choice
from outflank.engine import weights as weight_files
from outflank.engine.engine import Engine
from outflank.engine.perception import Perception
from outflank.engine.weights import Weights
from outflank.errors import OutflankError
from outflank.players.imitation import ImitationPlayer
from outflank.players.player import Player
from outflank.players.searching import SearchPlayer

DEFAULT_SECONDS = 1.0
"""A move, where the spec gives no limit; a clock may give less."""


def make_engine(
    *,
    level: int | None,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    confidence: str | None,
    threads: int,
    table_mb: int,
    weights: str | None,
    human: str | None,
    people: str | None,
    seed: int | None,
) -> Player:
    """The engine at a level, to a depth, or for as long as there is time; never by chance.

    With `human` it chooses as people of that strength do, by chance.
    """
    evaluation = weight_files.load(Path(weights)) if weights else None
    if human is not None:
        limits = {"level": level, "depth": depth, "nodes": nodes, "confidence": confidence}
        for name, value in limits.items():
            if value is not None:
                raise OutflankError(
                    f"engine: human={human} looks as far as people do; leave {name}={value} out"
                )
        return make_imitation(human, people, evaluation, time=time, seed=seed)
    if people is not None:
        raise OutflankError("engine: people= tells how people choose; say who with human=club")
    engine = Engine(threads=threads, table_megabytes=table_mb, weights=evaluation)
    is_unlimited = level is None and depth is None and nodes is None
    return SearchPlayer(
        engine,
        level=level,
        depth=depth,
        nodes=nodes,
        time=DEFAULT_SECONDS if is_unlimited and time is None else time,
        confidence=int(confidence) if confidence else None,
    )


def make_imitation(
    strength: str,
    file: str | None,
    evaluation: Weights | None,
    *,
    time: float | None,
    seed: int | None,
) -> ImitationPlayer:
    """A player like the people of a file, or like those that come with Outflank."""
    people = choice.load(Path(file)) if file else choice.shipped()
    perception = Perception(weights=evaluation)
    return ImitationPlayer(people.habits[strength], perception, time=time, seed=seed)
