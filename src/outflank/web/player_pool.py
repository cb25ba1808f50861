"""A pool of players, each kept until the next move of its game."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import cast

from outflank.players.making import make_player, searches_with_engine
from outflank.players.player import Player
from outflank.players.spec import PlayerSpec
from outflank.rules.game import Colour, Game
from outflank.rules.position import Position
from outflank.web.engines import EnginePool


@dataclass(frozen=True, slots=True)
class _Kept:
    """A player between two moves of its game; `position` is where it moved last."""

    player: Player
    spec: PlayerSpec
    visitor: str
    colour: Colour
    position: Position
    since: float

    def is_of(self, spec: PlayerSpec, game: Game, visitor: str) -> bool:
        """Whether this player may make the next move in `game` for this spec and visitor.

        It must have the same spec, visitor and colour, and its last move must belong to this game.
        """
        line = [game.root, *game.current.line()]
        return (self.spec, self.visitor, self.colour) == (spec, visitor, game.to_move) and any(
            node.position == self.position for node in line
        )


class PlayerPool:
    """Lends a player for each move. Thread-safe.

    An engine player borrows an engine from `engines` for each move. Other searching players keep
    state between moves (a tree, a history table, a memory of positions), so the `most_idle` most
    recent ones are kept, each for `idle_seconds`. Where a kept player is missing, a new one only
    lacks that state: its random choices depend on its seed and the position alone.
    """

    def __init__(self, engines: EnginePool, *, most_idle: int, idle_seconds: float) -> None:
        self._engines = engines
        self._most_idle = most_idle
        self._idle_seconds = idle_seconds
        self._kept: list[_Kept] = []
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    @contextmanager
    def lend(
        self,
        spec: PlayerSpec,
        game: Game,
        visitor: str,
        *,
        opening_moves: int = 0,
        is_new: bool = False,
    ) -> Iterator[Player]:
        """Lend a player of `spec` to choose a move for the side to move at the cursor of `game`.

        `opening_moves` is the number of moves in the opening; the player option ``random_first``
        counts moves after it. With `is_new`, the player has no state from earlier moves: a new one
        is made, or its engine is cleared.
        """
        if searches_with_engine(spec):
            engine = self._engines.take(cast("int", spec.values["threads"]), visitor)
            try:
                if is_new:
                    engine.clear()
                yield make_player(spec, engine=engine, opening_moves=opening_moves)
            finally:
                self._engines.give_back(engine, visitor)
            return
        player = None if is_new else self._take(spec, game, visitor)
        if player is None:
            player = make_player(spec, opening_moves=opening_moves)
        yield player
        if searches(spec) and not is_new:
            self._keep(_Kept(player, spec, visitor, game.to_move, game.position, time.monotonic()))

    def forget_unused(self) -> None:
        """Drop players that have been idle for `idle_seconds`, to free their memory."""
        oldest_kept = time.monotonic() - self._idle_seconds
        with self._lock:
            self._kept = [kept for kept in self._kept if kept.since > oldest_kept]

    def forget_all(self) -> None:
        """Drop all idle players."""
        with self._lock:
            self._kept = []

    def _take(self, spec: PlayerSpec, game: Game, visitor: str) -> Player | None:
        with self._lock:
            for kept in self._kept:
                if kept.is_of(spec, game, visitor):
                    self._kept.remove(kept)
                    return kept.player
        return None

    def _keep(self, kept: _Kept) -> None:
        with self._lock:
            self._kept.append(kept)
            del self._kept[: -self._most_idle]


def searches(spec: PlayerSpec) -> bool:
    """Whether a player searches; players that do not search move at once and keep no state."""
    return any(option.name == "time" for option in spec.kind.options)
