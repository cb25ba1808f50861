"""The programs that play in a session, each in a `Seat` that checks its moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from outflank.play.seat import Seat
from outflank.play.session import HUMAN
from outflank.players.player import Player
from outflank.rules.game import Colour


class Seats:
    """The programs that play in a session, one `Seat` per colour.

    ``make(spec)`` makes a player from its spec, such as ``engine:level=5``.
    """

    def __init__(self, make: Callable[[str], Player]) -> None:
        self._make = make
        self._seats: dict[Colour, tuple[str, Seat]] = {}

    def fill(self, players: Mapping[Colour, str]) -> None:
        """Make the programs named in `players` (specs by colour), and close those they replace.

        A program whose spec has not changed stays. If a player cannot be made, nothing changes.
        """
        wanted = {colour: spec for colour, spec in players.items() if spec != HUMAN}
        staying = {
            colour: (spec, seat)
            for colour, (spec, seat) in self._seats.items()
            if wanted.get(colour) == spec
        }
        arriving: dict[Colour, tuple[str, Seat]] = {}
        try:
            for colour in wanted.keys() - staying.keys():
                arriving[colour] = wanted[colour], Seat(self._make(wanted[colour]))
        except BaseException:
            _close(arriving)
            raise
        _close({colour: kept for colour, kept in self._seats.items() if colour not in staying})
        self._seats = staying | arriving

    def __getitem__(self, colour: Colour) -> Seat:
        return self._seats[colour][1]

    def close(self) -> None:
        """Close all programs; their seats are then empty."""
        _close(self._seats)
        self._seats = {}


def _close(seats: Mapping[Colour, tuple[str, Seat]]) -> None:
    for _, seat in seats.values():
        seat.close()
