"""The moves that people chose in real games, grouped by playing strength.

WTHOR files have no ratings, so players are rated by their results (`statistics.bradley_terry`). The
name of a program is followed by its author in parentheses; games of programs count for ratings, but
their moves are not used.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import OutflankError
from outflank.formats.wthor import read_base
from outflank.formats.wthor_records import WthorRecord
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square
from outflank.statistics.bradley_terry import likeliest_ratings

PRIOR_GAMES = 2.0
"""Number of imaginary draws against an average player, added for every player."""

LEAST_GAMES = 20
"""Players with fewer games are not used: their ratings are too uncertain."""

GROUPS: dict[str, tuple[float, float]] = {
    "club": (0.0, 0.1),
    "expert": (0.9, 1.0),
}
"""Each group's part of all games, if they are ordered by the player's rating, weakest first.

0 to 0.1 is the tenth of games by the weakest players.
"""

HELD_OUT_EVERY = 5
"""One of this many sides (one player's moves in a game) is held out for testing.

When two people of a group met, one side may be used for fitting and the other be held out: no
choice is in both.
"""


@dataclass(frozen=True, slots=True)
class Choice:
    """A position with several legal moves, the move played, and the opponent's last move."""

    position: Position
    played: Square
    last: Square | None


@dataclass(frozen=True, slots=True)
class Group:
    """The games of a group of people; `sides` has a game and whether the person was Black.

    `people` is the number of persons, whose ratings are between `least_rating` and `most_rating`.
    """

    name: str
    least_rating: float
    most_rating: float
    people: int
    sides: tuple[tuple[WthorRecord, bool], ...]

    def choices(self, games: int, *, held_out: bool, seed: int) -> list[Choice]:
        """The choices of up to `games` random sides, either held out or for fitting."""
        part = [
            side
            for number, side in enumerate(self.sides)
            if (number % HELD_OUT_EVERY == 0) == held_out
        ]
        drawn = random.Random(f"{self.name}/{seed}").sample(part, min(games, len(part)))
        return [choice for record, black in drawn for choice in choices_of(record, black)]


def choices_of(record: WthorRecord, black: bool) -> list[Choice]:
    """The choices of one side in a game, which is read up to its first illegal move.

    `black` says whether the side is Black.
    """
    found = []
    position, black_to_move, last = Position.start(), True, None
    for square in record.squares():
        moves = position.legal_moves()
        if moves == (PASS,):
            position, black_to_move, last = position.play(PASS), not black_to_move, None
            moves = position.legal_moves()
        if square not in moves:
            break
        if len(moves) > 1 and black_to_move == black:
            found.append(Choice(position, square, last))
        position, black_to_move, last = position.play(square), not black_to_move, square
    return found


def is_program(name: str) -> bool:
    """Whether a player's name is that of a program, or missing."""
    return "(" in name or "?" in name or not name.strip()


def groups_of(files: Iterable[Path]) -> list[Group]:
    """Read WTHOR files that share one file of names, and form the groups of `GROUPS`."""
    records: list[WthorRecord] = []
    names: Sequence[str] = ()
    for file in files:
        base = read_base(file)
        if names and base.players and list(base.players) != list(names):
            raise OutflankError(
                f"{file} has other player names than the bases before it; give files of one folder"
            )
        names = names or base.players
        records += base.base.records
    if not names:
        raise OutflankError("these bases have no player names; put WTH.JOU into their folder")
    rated = _ratings(records, len(names))
    sides = [
        (rated[number], index, black)
        for index, record in enumerate(records)
        for number, black in ((record.black, True), (record.white, False))
    ]
    played = np.bincount([n for r in records for n in (r.black, r.white)], minlength=len(names))
    known = [
        (rating, index, black)
        for rating, index, black in sides
        if played[_player(records[index], black)] >= LEAST_GAMES
        and not is_program(names[_player(records[index], black)])
    ]
    if not known:
        raise OutflankError(f"no player in these bases has {LEAST_GAMES} games; give more bases")
    known.sort()
    return [_group(name, known, records) for name in GROUPS]


def _player(record: WthorRecord, black: bool) -> int:
    return record.black if black else record.white


def _ratings(records: Sequence[WthorRecord], players: int) -> Any:
    """The Elo rating of every player number; the mean of all who played is 0."""
    black = np.array([record.black for record in records])
    white = np.array([record.white for record in records])
    discs = np.array([record.black_discs for record in records])
    points = (discs > 32) + 0.5 * (discs == 32)
    rated = likeliest_ratings(
        black, white, points, np.ones(len(records)), players=players, prior_games=PRIOR_GAMES
    )
    return rated - rated[np.union1d(black, white)].mean()


def _group(
    name: str, known: list[tuple[float, int, bool]], records: Sequence[WthorRecord]
) -> Group:
    start, stop = (round(share * len(known)) for share in GROUPS[name])
    part = known[start:stop]
    # In the order of the base: ordered by rating, neighbours would be games of one person.
    sides = tuple((records[index], black) for _, index, black in sorted(part, key=_place))
    people = len({_player(record, black) for record, black in sides})
    return Group(name, part[0][0], part[-1][0], people, sides)


def _place(side: tuple[float, int, bool]) -> tuple[int, bool]:
    return side[1], side[2]
