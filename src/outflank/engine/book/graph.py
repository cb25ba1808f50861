"""A book in memory that can be changed: a graph of positions and moves, scored by negamax."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from outflank.engine.book.canonical import (
    Key,
    after_move,
    canonical_squares,
    key_of,
    position_of_key,
)
from outflank.errors import OutflankError
from outflank.rules.position import Position
from outflank.rules.squares import Square, squares_of

NO_KEY: Key = 0
"""Stands for the position after a move that ends the game; it is the key of no board."""


@dataclass(slots=True)
class GraphMove:
    """A move of a position, which is in its canonical orientation.

    `child` is the key of the position after the move (and after a forced pass, if there is one);
    `sign` times its score is the score for the side that makes the move. `value` is in 1/`UNIT`
    disc for that side, `depth` in plies, `selectivity` the index of a confidence level.
    """

    square: Square
    child: Key
    sign: int
    value: int = 0
    depth: int = 0
    selectivity: int = 0


@dataclass(slots=True)
class GraphPosition:
    """A position with the moves that were searched; of moves that are equal by symmetry only one.

    `value`, `depth` and `selectivity` are those of the best move.
    """

    key: Key
    moves: list[GraphMove]
    value: int = 0
    depth: int = 0
    selectivity: int = 0

    @property
    def empties(self) -> int:
        """The number of empty squares."""
        return 128 - 64 - self.key.bit_count()


@dataclass(slots=True)
class BookGraph:
    """All positions of a book by their key,
    and a card (dictionary) that says how the book was made.
    """

    positions: dict[Key, GraphPosition] = field(default_factory=dict)
    card: dict[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.positions)

    def add(self, key: Key, searched: Iterable[tuple[Square, int, int, int]]) -> None:
        """Add a position. `searched` has (square, value, depth, selectivity) of each searched move.

        If the position already has one of these moves, the value of the deeper search is kept.
        """
        position = position_of_key(key)
        known = self.positions.get(key)
        if known is None:
            if not position.legal_mask:
                raise OutflankError("a position without a move cannot be in a book")
            known = self.positions[key] = GraphPosition(key, [])
        moves = {move.child: move for move in known.moves if move.child != NO_KEY}
        ends = {move.square: move for move in known.moves if move.child == NO_KEY}
        for square, value, depth, selectivity in searched:
            child, sign = link_of(position, square)
            move = ends.get(square) if child == NO_KEY else moves.get(child)
            if move is None:
                move = GraphMove(square, child, sign, value, depth, selectivity)
                known.moves.append(move)
                if child != NO_KEY:
                    moves[child] = move
            elif (depth, selectivity) > (move.depth, move.selectivity):
                move.value, move.depth, move.selectivity = value, depth, selectivity

    def add_turned(
        self, position: Position, searched: Iterable[tuple[Square, int, int, int]]
    ) -> None:
        """Like `add`, for a position and moves in any orientation."""
        key, squares = canonical_squares(position)
        self.add(
            key,
            [
                (squares[square], value, depth, selectivity)
                for square, value, depth, selectivity in searched
            ],
        )

    def from_the_end(self) -> list[GraphPosition]:
        """All positions, those with the fewest empty squares first,
        so that children precede parents.
        """
        return sorted(self.positions.values(), key=lambda position: position.empties)

    def negamax(self) -> None:
        """Compute the values of all positions anew, from the end of the book to its start.

        A move to a position in the book gets the value of that position, and a position that of its
        best move. Moves are sorted, best first.
        """
        for position in self.from_the_end():
            for move in position.moves:
                child = self.positions.get(move.child)
                if child is not None:
                    move.value = move.sign * child.value
                    move.depth = child.depth + 1
                    move.selectivity = child.selectivity
            # Of equal moves the one with the deepest search.
            position.moves.sort(key=lambda move: (-move.value, -move.depth, move.square))
            best = position.moves[0]
            position.value, position.depth = best.value, best.depth
            position.selectivity = best.selectivity

    def is_linked(self, move: GraphMove) -> bool:
        """Whether the position after a move is in the book."""
        return move.child in self.positions

    def best_line(self, key: Key) -> Iterator[GraphMove]:
        """The best moves from the position `key` on, as far as the book reaches.

        Each move is in the canonical orientation of its own position.
        """
        while (position := self.positions.get(key)) is not None:
            yield position.moves[0]
            key = position.moves[0].child

    def merge(self, other: BookGraph) -> None:
        """Add all positions of another book;
        for moves in both, the value of the deeper search is kept.
        """
        for position in other.positions.values():
            self.add(
                position.key,
                [
                    (move.square, move.value, move.depth, move.selectivity)
                    for move in position.moves
                ],
            )


def link_of(position: Position, square: Square) -> tuple[Key, int]:
    """The key of the position after a move, and its sign, as in `GraphMove`."""
    child, sign = after_move(position, square)
    return (NO_KEY, sign) if child.is_over() else (key_of(child), sign)


def different_moves(position: Position) -> list[Square]:
    """The legal moves; of several that lead to symmetric images of one position, only the first."""
    moves: dict[Key, Square] = {}
    ends = []
    for square in squares_of(position.legal_mask):
        child, _ = link_of(position, square)
        if child == NO_KEY:
            ends.append(square)
        else:
            moves.setdefault(child, square)
    return [*moves.values(), *ends]
