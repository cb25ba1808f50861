"""The Roxanne table of Canosa (report 003): nine classes of squares, the best first.

A player who uses it plays on a square of the first class that has a legal move.
"""

from __future__ import annotations

from outflank.rules.squares import Square, parse_square

ROXANNE_CLASSES: tuple[tuple[Square, ...], ...] = tuple(
    tuple(parse_square(name) for name in names.split())
    for names in (
        "a1 h1 a8 h8",
        "c3 f3 c6 f6",
        "c4 f4 c5 f5 d3 e3 d6 e6",
        "a3 h3 a6 h6 c1 f1 c8 f8",
        "a4 h4 a5 h5 d1 e1 d8 e8",
        "b3 g3 b6 g6 c2 f2 c7 f7",
        "b4 g4 b5 g5 d2 e2 d7 e7",
        "b2 g2 b7 g7",
        "a2 h2 a7 h7 b1 g1 b8 g8",
    )
)
"""The classes, best first. The four squares of the centre are missing, as they are never empty."""
