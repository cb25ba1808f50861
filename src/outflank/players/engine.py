"""The engine as a player: as strong as its limit allows, or only as strong as people are."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from pathlib import Path

from outflank.engine import choice
from outflank.engine import weights as weight_files
from outflank.engine.analysis import Analysis
from outflank.engine.budget import budget_of_game
from outflank.engine.engine import Engine
from outflank.engine.perception import Perception
from outflank.engine.weights import Weights
from outflank.errors import OutflankError
from outflank.players.imitation import ImitationPlayer
from outflank.players.player import Clock, Player
from outflank.players.searching import SearchPlayer, less_margin, thought_of
from outflank.players.thinking import Thought
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.limit import Limit

DEFAULT_SECONDS = 1.0
"""A move, where neither the spec nor the clock of a game limits it; a clock may give less."""

FORCED = Limit(depth=6, confidence=73)
"""Of an only move: enough to say what it is worth."""

STOP_AGAIN_SECONDS = 0.002
"""A stop that comes before a search has begun is lost, so it is repeated until it has ended."""


class EnginePlayer(SearchPlayer):
    """Shares the time of a game out by what moves need, and can think on the opponent's time."""

    def __init__(self, engine: Engine, limit: Limit, *, ponder: bool = False) -> None:
        super().__init__(engine)
        self.limit = limit
        self._engine = engine
        self._ponders = ponder
        self._pondering: threading.Thread | None = None

    def choose(self, game: Game, clock: Clock) -> Square:
        """The best move that the engine finds, by the table that it has kept."""
        self._end_pondering()
        move = super().choose(game, clock)
        if self._ponders:
            self._begin_pondering(game.position)
        return move

    def hints(self, game: Game, clock: Clock, count: int) -> list[Thought]:
        """The best moves, found by one search that compares them."""
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
        """Think no further."""
        self._end_pondering()

    def close(self) -> None:
        """Think no further."""
        self._end_pondering()

    def _limit_under(self, clock: Clock, position: Position) -> Limit:
        limit = super()._limit_under(clock, position)
        if len(position.legal_moves()) == 1:
            return replace(FORCED, seconds=limit.seconds)
        if clock.game_seconds is None:
            if self.limit == Limit():
                return replace(limit, seconds=min(limit.seconds or math.inf, DEFAULT_SECONDS))
            return limit
        if self.limit.seconds is not None:
            return limit
        budget = budget_of_game(
            less_margin(clock.game_seconds), clock.increment_seconds, position.empty_count
        )
        most = budget.most
        if clock.move_seconds is not None:
            most = min(most, less_margin(clock.move_seconds))
        if most <= 0:
            return limit
        return replace(limit, seconds=most, aim_seconds=min(budget.aim, most))

    # On the opponent's time

    def _begin_pondering(self, position: Position) -> None:
        """Search what the opponent will probably leave, so that the table is full of it."""
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
    """What an analysis says about each of the moves that it compares, or about the best one."""
    whole = thought_of(analysis)
    lines = [
        replace(whole, line=line.principal_variation, score=line.score) for line in analysis.lines
    ]
    return lines or [whole]


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
    ponder: bool,
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
    limit = Limit(
        level=level,
        depth=depth,
        nodes=nodes,
        seconds=time,
        confidence=int(confidence) if confidence else None,
    )
    return EnginePlayer(engine, limit, ponder=ponder)


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
