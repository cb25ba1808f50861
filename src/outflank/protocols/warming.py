"""A player that takes long to make, and one that answers until it is there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from outflank.players.book import book_of
from outflank.players.player import Clock, Player
from outflank.rules.game import Game
from outflank.rules.squares import Square

RESERVE_SECONDS = 0.3
"""What the stand-in is left with when the other one is not ready in time."""


BOOK_NAME = "opening book"


class WarmingPlayer(Player):
    """Plays what `make` gives, which may have kernels to load or even to compile.

    It is made in a thread of its own. A move that has to be made before is `stand_in`'s, and so are
    all moves if it cannot be made at all: `problem` then says why. A book of `stand_in` answers at
    once. `name` is that of the player who chose the last move, or `BOOK_NAME`.
    """

    def __init__(self, make: Callable[[], Player], stand_in: Player) -> None:
        self.name = stand_in.name
        self.problem = ""
        self._make = make
        self._stand_in = stand_in
        self._player: Player | None = None
        self._made = threading.Event()
        threading.Thread(target=self._warm_up, daemon=True).start()

    def choose(self, game: Game, clock: Clock) -> Square:
        """The move of whoever is ready, or the only one there is."""
        moves = game.position.legal_moves()
        if len(moves) == 1:
            return moves[0]
        book = book_of(self._stand_in)
        if book is not None and game.position in book:
            self.name = BOOK_NAME
            return self._stand_in.choose(game, clock)
        started = time.monotonic()
        patience = None if clock.seconds is None else max(clock.seconds - RESERVE_SECONDS, 0.0)
        self._made.wait(patience)
        player = self._player or self._stand_in
        self.name = player.name
        return player.choose(game, clock.less(time.monotonic() - started))

    def close(self) -> None:
        """Close both players, as far as they are there."""
        for player in (self._player, self._stand_in):
            if player is not None:
                player.close()

    def _warm_up(self) -> None:
        try:
            self._player = self._make()
        except Exception as error:
            self.problem = f"{type(error).__name__}: {error}"
        self._made.set()
