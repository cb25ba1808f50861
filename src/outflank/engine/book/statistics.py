"""Statistics of a book: its size, its best line, and the depth of its searches."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from outflank.engine.book.canonical import key_of
from outflank.engine.book.entry import UNIT
from outflank.engine.book.file import Book
from outflank.engine.book.priority import START_EMPTIES
from outflank.rules.position import Position
from outflank.rules.squares import Square, square_name


@dataclass(frozen=True, slots=True, kw_only=True)
class BookStatistics:
    """Figures of a book.

    `links` counts moves that lead to a position in the book, `by_plies` positions by the number of
    moves since the start. `line` is the best line from the start position; `score` (in discs) and
    `depth` are those of the start position. The depth counts plies to the leaves of the search at
    the end of that line.
    """

    positions: int
    moves: int
    links: int
    by_plies: dict[int, int]
    score: float | None
    depth: int
    line: tuple[Square, ...]
    card: dict[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """The figures as a dictionary for JSON."""
        return {
            "positions": self.positions,
            "moves": self.moves,
            "links": self.links,
            "by_plies": self.by_plies,
            "score": self.score,
            "depth": self.depth,
            "line": [square_name(square) for square in self.line],
            "card": self.card,
        }


def statistics_of(book: Book) -> BookStatistics:
    """Compute the statistics of a book."""
    graph = book.graph()
    moves = [move for position in graph.positions.values() for move in position.moves]
    plies = Counter(START_EMPTIES - position.empties for position in graph.positions.values())
    root = graph.positions.get(key_of(Position.start()))
    return BookStatistics(
        positions=len(graph),
        moves=len(moves),
        links=sum(map(graph.is_linked, moves)),
        by_plies=dict(sorted(plies.items())),
        score=root.value / UNIT if root else None,
        depth=root.depth if root else 0,
        line=best_line(book, Position.start()),
        card=book.card,
    )


def best_line(book: Book, position: Position) -> tuple[Square, ...]:
    """The best moves from `position` on, passes included, as far as the book reaches."""
    line: list[Square] = []
    while not position.is_over():
        if position.must_pass():
            move = position.legal_moves()[0]
        elif (entry := book.find(position)) is not None:
            move = entry.moves[0].move
        else:
            break
        line.append(move)
        position = position.play(move)
    return tuple(line)
