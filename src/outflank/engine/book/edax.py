"""Read the book files of the program Edax.

All numbers are little-endian. The header has 42 bytes: ``XADEKOOB``, version and release (one byte
each), the date (year in two bytes, month, day, hour, minute, second, one unused), five numbers of
four bytes (level, empty squares, midgame error, endgame error, verbosity), and the number of
positions. Then follow the positions, each with: player and opponent (eight bytes each), wins,
draws, losses and lines (four bytes each), value and its two bounds (two bytes each), the number of
links, the level, the links, and a leaf. A link is a move to another position of the book: a score
for the side to move and a square, one byte each. The leaf has the same form: the best move that is
not a link, with the score of its search.
"""

from __future__ import annotations

import struct

from outflank.engine.book.entry import UNIT
from outflank.engine.book.graph import BookGraph
from outflank.engine.levels import goal_of_level
from outflank.errors import FormatError, InvalidPosition
from outflank.rules.position import Position
from outflank.rules.squares import PASS
from outflank.search.limit import LEVELS

MAGIC = b"XADEKOOB"
VERSION = 4

_HEAD = struct.Struct("<8sBBhBBBBBx5ii")
_POSITION = struct.Struct("<QQ4I3hBB")
_LINK = struct.Struct("<bB")

MOST_SCORE = 64
"""The greatest valid score in discs; a greater one means that a position has no leaf."""


def read_edax(data: bytes, source: str = "") -> BookGraph:
    """The positions of an Edax book, given its bytes; scores of inner positions are computed by
    negamax.

    `source` names the file in error messages.
    """
    if len(data) < _HEAD.size or not data.startswith(MAGIC):
        raise FormatError("not an Edax book", source=source)
    _, version, release, *_, level, _, _, _, _, count = _HEAD.unpack_from(data)
    if version != VERSION:
        raise FormatError(
            f"a book of Edax {version}.{release}; only those of Edax {VERSION} are read",
            source=source,
        )
    graph = BookGraph(card={"source": f"Edax {version}.{release}", "level": level})
    place = _HEAD.size
    try:
        for _ in range(count):
            place = _read_position(data, place, graph)
    except struct.error:
        raise FormatError(f"this Edax book is cut off at byte {place}", source=source) from None
    except InvalidPosition as error:
        raise FormatError(f"this Edax book is damaged: {error}", source=source) from None
    if place != len(data):
        raise FormatError("this Edax book has data after its last position", source=source)
    graph.negamax()
    return graph


def _read_position(data: bytes, place: int, graph: BookGraph) -> int:
    """Add the position that begins at byte `place` to `graph`; return where the next one begins."""
    player, opponent, *_, links, level = _POSITION.unpack_from(data, place)
    place += _POSITION.size
    position = Position(player, opponent)
    found = [_LINK.unpack_from(data, place + _LINK.size * number) for number in range(links + 1)]
    moves = {
        square: score
        for score, square in found
        if square < PASS and abs(score) <= MOST_SCORE and position.flips(square)
    }
    # A position with a forced pass has no moves; the position after the pass is in the book too.
    if moves:
        searched = _searched(level, position.empty_count)
        graph.add_turned(
            position, [(square, score * UNIT, *searched) for square, score in moves.items()]
        )
    return place + _LINK.size * len(found)


def _searched(level: int, empties: int) -> tuple[int, int]:
    """The depth (in plies) and confidence (an index)
    of the search that an Edax level stands for.
    """
    step = goal_of_level(min(max(level, LEVELS[0]), LEVELS[-1]), empties)
    return step.depth, step.selectivity
