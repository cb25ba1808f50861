"""The engine as a player, at full strength or imitating people."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

from outflank.engine import choice
from outflank.engine import weights as weight_files
from outflank.engine.analysis import Analysis
from outflank.engine.engine import Engine
from outflank.engine.perception import Perception
from outflank.engine.weights import Weights
from outflank.errors import OutflankError
from outflank.players.imitation import ImitationPlayer
from outflank.players.own import load_own
from outflank.players.player import Clock, Player
from outflank.players.searching import SearchPlayer, thought_of
from outflank.players.thinking import Thought
from outflank.players.timing import engine_limit
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.limit import Limit

STOP_AGAIN_SECONDS = 0.002
"""Seconds between repeated calls that stop pondering; a single call could come before the search
has begun, and would be lost.
"""

OWN_TABLE_MEGABYTES = 16
"""Size of the transposition table of an engine that a player creates for itself because the shared
engine does not fit its options.
"""


class EnginePlayer(SearchPlayer):
    """A player that uses the engine with its time management.

    With `ponder` it searches while the opponent is thinking.
    """

    def __init__(self, engine: Engine, limit: Limit, *, ponder: bool = False) -> None:
        super().__init__(engine)
        self.limit = limit
        self._engine = engine
        self._ponders = ponder
        self._pondering: threading.Thread | None = None

    def choose(self, game: Game, clock: Clock) -> Square:
        """Choose the best move found; the transposition table of earlier searches is reused."""
        self._end_pondering()
        move = super().choose(game, clock)
        if self._ponders:
            self._begin_pondering(game.position)
        return move

    def hints(self, game: Game, clock: Clock, count: int) -> list[Thought]:
        """The `count` best moves, found by one search for several principal variations."""
        self._end_pondering()
        position = game.position
        lines = min(count, len(position.legal_moves()))

        def tell(analysis: Analysis) -> None:
            if self._listener is not None:
                for thought in thoughts_of(analysis):
                    self._listener(thought)

        limit = self._limit_under(clock, position)
        return thoughts_of(self._engine.search(position, limit, lines=lines, progress=tell))

    def game_over(self, game: Game) -> None:
        """Stop pondering."""
        self._end_pondering()

    def close(self) -> None:
        """Stop pondering."""
        self._end_pondering()

    def _limit_under(self, clock: Clock, position: Position) -> Limit:
        return engine_limit(self.limit, clock, position)

    # Pondering

    def _begin_pondering(self, position: Position) -> None:
        """Start to search the position after the expected reply,
        which fills the transposition table.
        """
        assert self.last_result is not None
        for move in self.last_result.principal_variation[:2]:
            position = position.play(move)
        if position.is_over():
            return
        self._pondering = threading.Thread(
            target=self._engine.search, args=(position, Limit()), name="pondering", daemon=True
        )
        self._pondering.start()

    def _end_pondering(self) -> None:
        if self._pondering is None:
            return
        while self._pondering.is_alive():
            self._engine.stop()
            self._pondering.join(STOP_AGAIN_SECONDS)
        self._pondering = None


def thoughts_of(analysis: Analysis) -> list[Thought]:
    """Convert an analysis to thoughts, one for each of its lines."""
    whole = thought_of(analysis)
    return [
        replace(whole, line=line.principal_variation, score=line.score) for line in analysis.lines
    ]


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
    eval: str | None,
    eval_file: str | None,
    ponder: bool,
    human: str | None,
    people: str | None,
    seed: int | None,
    engine: Engine | None = None,
) -> Player:
    """A player that uses the engine; the parameters are options of a spec (`players.registry`).

    `level`, `depth`, `nodes` and `time` (seconds per move) limit its searches. With `human` it
    imitates people of that strength. If a shared `engine` is given, the player uses it, or only its
    weights with `human`: then `threads` and `table_mb` are ignored, `weights` and `ponder` raise
    `OutflankError`, and with `eval` or `eval_file` the player creates its own engine with a small
    table.
    """
    evaluations = {"weights": weights, "eval": eval, "eval_file": eval_file}
    given = [f"{name}={value}" for name, value in evaluations.items() if value is not None]
    if len(given) > 1:
        raise OutflankError(f"engine: {' and '.join(given)} are two evaluations; give one")
    if engine is not None:
        _check_shared(weights, ponder)
        pattern_weights: Weights | None = engine.weights
    else:
        pattern_weights = weight_files.load(Path(weights)) if weights else None
    if human is not None:
        unused = {
            "level": level,
            "depth": depth,
            "nodes": nodes,
            "confidence": confidence,
            "eval": eval,
            "eval_file": eval_file,
        }
        for name, value in unused.items():
            if value is not None:
                raise OutflankError(
                    f"engine: human={human} does not search; leave out {name}={value}"
                )
        return make_imitation(human, people, pattern_weights, time=time, seed=seed)
    if people is not None:
        raise OutflankError("engine: people= needs human=, such as human=club")
    own = load_own("eval_file=", eval_file) if eval_file else eval
    if engine is None:
        engine = Engine(
            threads=threads,
            table_megabytes=table_mb,
            weights=pattern_weights,
            evaluation=own,
        )
    elif own is not None:
        # The shared table holds scores of another evaluation.
        engine = Engine(threads=engine.threads, table_megabytes=OWN_TABLE_MEGABYTES, evaluation=own)
    limit = Limit(
        level=level,
        depth=depth,
        nodes=nodes,
        seconds=time,
        confidence=int(confidence) if confidence else None,
    )
    return EnginePlayer(engine, limit, ponder=ponder)


def _check_shared(weights: str | None, ponder: bool) -> None:
    """Raise `OutflankError` for options that a shared engine does not support."""
    if weights is not None:
        raise OutflankError(
            f"engine: the shared engine has its own weights; leave out weights={weights}"
        )
    if ponder:
        raise OutflankError("engine: a shared engine cannot ponder; leave out ponder=on")


def make_imitation(
    strength: str,
    file: str | None,
    evaluation: Weights | None,
    *,
    time: float | None,
    seed: int | None,
) -> ImitationPlayer:
    """A player that imitates people of this strength (`engine.choice`).

    `file` has the models of people; None means those that come with Outflank. `evaluation` are the
    weights for its searches, `time` is in seconds per move.
    """
    people = choice.load(Path(file)) if file else choice.shipped()
    perception = Perception(weights=evaluation)
    return ImitationPlayer(people.habits[strength], perception, time=time, seed=seed)
