"""The shipped opening book: time of a lookup, and size."""

from __future__ import annotations

import random

from outflank.bench.timing import Measurement, best_seconds
from outflank.engine.book.canonical import key_of, position_of_key
from outflank.engine.book.file import SHIPPED, load, shipped_book
from outflank.rules.position import Position
from outflank.rules.symmetry import SYMMETRIES

LOOKUPS = 100
"""Lookups per round: few, and many rounds, so that the best round has no interruptions."""


def measure() -> list[Measurement]:
    """Time lookups of positions in random orientations: first in the book, then not in it."""
    book = shipped_book()
    chance = random.Random(1)
    keys = chance.choices(list(book.keys()), k=LOOKUPS)
    known = [position_of_key(key).transformed(chance.choice(SYMMETRIES)) for key in keys]
    unknown = [_moves_on(position, chance) for position in known]
    finding, missing, canonical = best_seconds(
        lambda: [book.find(position) for position in known],
        lambda: [book.find(position) for position in unknown],
        lambda: [key_of(position) for position in known],
        rounds=300,
    )
    (opening,) = best_seconds(lambda: load(SHIPPED))
    microseconds = 1e6 / LOOKUPS
    return [
        Measurement(what="lookup, in the book", value=finding * microseconds, unit="µs"),
        Measurement(what="lookup, not in the book", value=missing * microseconds, unit="µs"),
        Measurement(what="canonical form alone", value=canonical * microseconds, unit="µs"),
        Measurement(what="open the shipped book", value=opening * 1e3, unit="ms"),
        Measurement(what="positions in it", value=len(book), unit=""),
        Measurement(
            what="bytes a position", value=SHIPPED.stat().st_size / len(book), unit="bytes"
        ),
    ]


def _moves_on(position: Position, chance: random.Random) -> Position:
    """The position after six random moves from `position`, or fewer at the end of the game."""
    for _ in range(6):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(chance.choice(moves))
    return position
