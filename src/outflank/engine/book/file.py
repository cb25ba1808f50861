"""Book files: mapped into memory, sorted by canonical board, searched by bisection.

All numbers are little-endian. A header of 80 bytes and a card (JSON) are followed by arrays, each
of which begins at a multiple of 8 bytes. For each board: the upper halves (sorted), the lower
halves, the index of its first move (and one more number, the end of the last), values, depths and
confidences. For each move: values, squares, depths, and confidences, in which one bit says that the
position after the move is in the book as well. A checksum covers the rest of the file.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import stat
import struct
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from outflank.engine.book.canonical import Key, Turned, position_of_key
from outflank.engine.book.entry import UNIT, BookEntry, BookMove
from outflank.engine.book.graph import BookGraph, GraphMove, GraphPosition, link_of
from outflank.errors import FormatError, reason_of
from outflank.files import write_bytes
from outflank.rules.position import Position
from outflank.rules.squares import SQUARES
from outflank.search.limit import CONFIDENCES

MAGIC = b"OUTFLANK BOOK\0\0\0"
VERSION = 1
REMEDY = "`outflank book build`"

SHIPPED = Path(__file__).parents[2] / "data" / "book.bin"

MOST_POSITIONS = 1 << 28
MOST_CARD_BYTES = 1 << 20
MOST_MOVES = 34
"""A position with more moves than this is refused as damaged; at most 33 are ever legal."""

LINKED = 0x80

_PERCENT = (*CONFIDENCES, CONFIDENCES[-1], CONFIDENCES[-1])
"""The confidence in per cent for each value of the lower three bits of a stored confidence byte."""

_SQUARES = bytes(SQUARES)

_HEAD = struct.Struct("<16sHHIII16x32s")
_CHECKED_FROM = _HEAD.size - 32


_Code: TypeAlias = Literal["Q", "I", "h", "B"]


def _sections(positions: int, moves: int) -> tuple[tuple[_Code, int], ...]:
    """The arrays of a file in order:
    the type code (as in `struct`) and the number of elements of each.
    """
    return (
        ("Q", positions),
        ("Q", positions),
        ("I", positions + 1),
        ("h", positions),
        ("B", positions),
        ("B", positions),
        ("h", moves),
        ("B", moves),
        ("B", moves),
        ("B", moves),
    )


def _padded(size: int) -> int:
    return (size + 7) & ~7


# Writing


def to_bytes(graph: BookGraph) -> bytes:
    """The book as the content of a file; its scores are brought up to date first."""
    graph.negamax()
    rows = sorted(graph.positions.values(), key=lambda position: position.key)
    moves = [move for row in rows for move in row.moves]
    firsts = [0]
    for row in rows:
        firsts.append(firsts[-1] + len(row.moves))
    mask = (1 << 64) - 1
    columns: tuple[list[int], ...] = (
        [row.key >> 64 for row in rows],
        [row.key & mask for row in rows],
        firsts,
        [row.value for row in rows],
        [row.depth for row in rows],
        [row.selectivity for row in rows],
        [move.value for move in moves],
        [move.square for move in moves],
        [move.depth for move in moves],
        [move.selectivity | (LINKED if graph.is_linked(move) else 0) for move in moves],
    )
    card = json.dumps(graph.card, sort_keys=True).encode()
    parts = [card.ljust(_padded(_HEAD.size + len(card)) - _HEAD.size)]
    for (code, count), column in zip(_sections(len(rows), len(moves)), columns, strict=True):
        data = struct.pack(f"<{count}{code}", *column)
        parts.append(data.ljust(_padded(len(data)), b"\0"))
    body = b"".join(parts)
    head = _HEAD.pack(MAGIC, VERSION, 0, len(card), len(rows), len(moves), b"\0" * 32)
    checksum = hashlib.sha256(head[:_CHECKED_FROM] + body).digest()
    return head[:_CHECKED_FROM] + checksum + body


def save(graph: BookGraph, path: Path) -> None:
    """Write a book file; an existing file is replaced atomically."""
    write_bytes(path, to_bytes(graph))


# Reading


class Book:
    """A book file that is mapped into memory; several threads may use it at the same time.

    >>> from outflank import Position, shipped_book
    >>> entry = shipped_book().find(Position.start())
    >>> entry.moves[0].move
    f5
    """

    def __init__(self, data: memoryview, source: str = "") -> None:
        self._source = source
        card_bytes, positions, moves = _checked_head(data, source)
        try:
            self.card: dict[str, Any] = json.loads(
                bytes(data[_HEAD.size : _HEAD.size + card_bytes])
            )
        except (ValueError, RecursionError):
            raise _foreign(source) from None
        place = _padded(_HEAD.size + card_bytes)
        columns = []
        for code, count in _sections(positions, moves):
            size = count * struct.calcsize(f"<{code}")
            # Sections begin at multiples of 8 bytes: on a little-endian machine a view is enough.
            columns.append(data[place : place + size].cast(code))
            place += _padded(size)
        self._players, self._opponents, self._firsts = columns[:3]
        self._values, self._depths, self._selectivities = columns[3:6]
        self._move_values, self._squares, self._move_depths, self._flags = columns[6:]
        if bytes(self._squares).translate(None, delete=_SQUARES):
            raise _damaged(source)

    def __len__(self) -> int:
        return len(self._players)

    def __contains__(self, position: Position) -> bool:
        return self._index(Turned(position).key) is not None

    def find(self, position: Position) -> BookEntry | None:
        """The entry of `position`, in whatever orientation; None if it is not in the book.

        A file made by another program may contain illegal moves, so check a move before you play
        it.
        """
        turned = Turned(position)
        index = self._index(turned.key)
        if index is None:
            return None
        first, last = self._move_range(index)
        moves = tuple(
            [
                BookMove(same[0], same, value / UNIT, depth, _PERCENT[flag & 7], flag >= LINKED)
                for same, value, depth, flag in zip(
                    map(turned.moves_of, self._squares[first:last]),
                    self._move_values[first:last],
                    self._move_depths[first:last],
                    self._flags[first:last],
                    strict=True,
                )
            ]
        )
        best = moves[0]
        return BookEntry(best.score, best.depth, best.confidence, moves)

    def keys(self) -> Iterator[Key]:
        """The keys of all positions, in ascending order."""
        for player, opponent in zip(self._players, self._opponents, strict=True):
            yield player << 64 | opponent

    def graph(self) -> BookGraph:
        """A copy of all positions as a graph that can be changed."""
        positions = {}
        for index, key in enumerate(self.keys()):
            position = position_of_key(key)
            first, last = self._move_range(index)
            moves = []
            for number in range(first, last):
                square = self._squares[number]
                if not position.flips(square):
                    raise _damaged(self._source)
                moves.append(
                    GraphMove(
                        square,
                        *link_of(position, square),
                        self._move_values[number],
                        self._move_depths[number],
                        min(self._flags[number] & 7, len(CONFIDENCES) - 1),
                    )
                )
            best = moves[0]
            positions[key] = GraphPosition(key, moves, best.value, best.depth, best.selectivity)
        return BookGraph(positions, dict(self.card))

    def _index(self, key: Key) -> int | None:
        """The index of the board `key` in the arrays; None if it is not there."""
        player, opponent = key >> 64, key & 0xFFFFFFFFFFFFFFFF
        players, opponents = self._players, self._opponents
        index = bisect_left(players, player)
        while index < len(players) and players[index] == player:
            if opponents[index] == opponent:
                return index
            index += 1
        return None

    def _move_range(self, index: int) -> tuple[int, int]:
        first, last = self._firsts[index], self._firsts[index + 1]
        if not (first < last <= len(self._squares) and last - first <= MOST_MOVES):
            raise _damaged(self._source)
        return first, last


def from_bytes(data: bytes, source: str = "") -> Book:
    """The book in the content of a file; raises `FormatError` for anything else.

    `source` names the file in the message.
    """
    return Book(memoryview(data), source)


def load(path: Path) -> Book:
    """Read a book file: check it and map it into memory."""
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise FormatError("this is not a regular file; give a book", source=str(path))
            if status.st_size < _HEAD.size:
                raise _foreign(str(path))
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise FormatError(f"no such book: {path}; {REMEDY} makes one") from None
    except FormatError:
        raise
    except (OSError, ValueError) as error:
        raise FormatError(f"cannot be read: {reason_of(error)}", source=str(path)) from error
    return Book(memoryview(data), str(path))


@lru_cache(maxsize=8)
def _kept(path: Path, _size: int, _changed_ns: int) -> Book:
    return load(path)


def open_book(path: Path) -> Book:
    """Like `load`, but a file that has not changed since the last call is not read again."""
    try:
        status = path.stat()
    except OSError:
        return load(path)
    return _kept(path, status.st_size, status.st_mtime_ns)


def shipped_book() -> Book:
    """The book that comes with Outflank."""
    return open_book(SHIPPED)


# Errors


def _checked_head(data: memoryview, source: str) -> tuple[int, int, int]:
    """The size of the card in bytes, and the numbers of positions and of moves, from the header.

    Raises `FormatError` if the file is damaged or not a book; `source` names it in the message.
    """
    if len(data) < _HEAD.size or bytes(data[: len(MAGIC)]) != MAGIC:
        raise _foreign(source)
    _, version, _, card_bytes, positions, moves, checksum = _HEAD.unpack_from(data)
    if version != VERSION:
        raise FormatError(
            f"a book of version {version}; this Outflank reads version {VERSION}: make it again "
            f"with {REMEDY}",
            source=source,
        )
    size = _padded(_HEAD.size + card_bytes)
    for code, count in _sections(positions, moves):
        size += _padded(count * struct.calcsize(f"<{code}"))
    is_bounded = card_bytes <= MOST_CARD_BYTES and positions <= MOST_POSITIONS
    digest = hashlib.sha256(data[:_CHECKED_FROM])
    digest.update(data[_HEAD.size :])
    if not is_bounded or size != len(data) or digest.digest() != checksum:
        raise _damaged(source)
    return card_bytes, positions, moves


def _foreign(source: str) -> FormatError:
    return FormatError(f"not a book of Outflank's; {REMEDY} makes one", source=source)


def _damaged(source: str) -> FormatError:
    return FormatError(
        f"this book is damaged; fetch it again or make it with {REMEDY}", source=source
    )
