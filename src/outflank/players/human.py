"""A player that asks a person at the terminal."""

from __future__ import annotations

from collections.abc import Callable

from outflank.errors import OutflankError
from outflank.players.player import Clock, Player, Resignation
from outflank.rules.game import Game
from outflank.rules.squares import Square, parse_square


class HumanPlayer(Player):
    """Asks a person for a square until the answer is legal; ``resign`` resigns the game.

    `ask(prompt)` returns the person's answer, `tell(line)` shows a line of text. `outflank play`
    has more commands and shows the board; this class is for programs that only need a person's
    move.
    """

    def __init__(
        self, ask: Callable[[str], str] = input, tell: Callable[[str], None] = print
    ) -> None:
        self._ask = ask
        self._tell = tell

    def choose(self, game: Game, clock: Clock) -> Square:
        """Ask until the person gives a legal square, and return it."""
        while True:
            answer = self._ask(f"{game.to_move} to move: ").strip()
            if answer.lower() == "resign":
                raise Resignation
            try:
                square = parse_square(answer)
                game.position.play(square)  # the error lists the legal moves
                return square
            except OutflankError as error:
                self._tell(str(error))


def make_human(*, seed: int | None) -> HumanPlayer:
    """A player that asks a person at this terminal; `seed` is ignored."""
    return HumanPlayer()
