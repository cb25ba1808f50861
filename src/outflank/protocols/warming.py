"""A player that loads in the background while a stand-in plays."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from outflank.players.book import book_of
from outflank.players.player import Clock, Player
from outflank.rules.game import Game
from outflank.rules.squares import Square

RESERVE_SECONDS = 0.3
"""Seconds of a move's time that are kept for the stand-in, if the player is still not loaded."""

BOOK_NAME = "opening book"


class WarmingPlayer(Player):
    """Plays with the player that `make` returns, and with `stand_in` until that player is loaded.

    `make` runs in its own thread, because it may load or compile kernels. If it raises an error,
    `stand_in` plays the whole game and `problem` holds the error. Positions in the opening book of
    `stand_in` are answered at once. `name` is the name of the player that chose the last move, or
    `BOOK_NAME`.
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
        """Choose a move: at once if it is forced or in the book, else by the player.

        Waits for the player to load until `RESERVE_SECONDS` are left on the clock; then `stand_in`
        moves.
        """
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
        """Close the stand-in, and the player if it has been loaded."""
        for player in (self._player, self._stand_in):
            if player is not None:
                player.close()

    def _warm_up(self) -> None:
        try:
            self._player = self._make()
        except Exception as error:
            self.problem = f"{type(error).__name__}: {error}"
        self._made.set()
