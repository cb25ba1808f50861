"""Small books made by hand or by chance, for tests: no search is needed."""

from __future__ import annotations

import random

from outflank.engine.book.canonical import key_of, position_of_key
from outflank.engine.book.graph import BookGraph, different_moves
from outflank.rules.position import Position


def random_book(games: int, plies: int, seed: int = 0) -> BookGraph:
    """The positions of some random games with random values at the ends of lines."""
    chance = random.Random(seed)
    graph = BookGraph(card={"made": "by chance"})
    for _ in range(games):
        position = Position.start()
        for _ in range(plies):
            if position.is_over():
                break
            if position.must_pass():
                position = position.passed()
            add_position(graph, position, chance)
            position = position.play(chance.choice(position.legal_moves()))
    graph.negamax()
    return graph


def add_position(graph: BookGraph, position: Position, chance: random.Random) -> None:
    """Add a position with all its moves, if it is not in the book."""
    key = key_of(position)
    if key in graph.positions:
        return
    moves = different_moves(position_of_key(key))
    graph.add(key, [(move, 10 * chance.randrange(-60, 60), 14, 0) for move in moves])


def book_positions(graph: BookGraph) -> list[Position]:
    """The positions of a book, in canonical orientation."""
    return [position_of_key(key) for key in graph.positions]


def contents(graph: BookGraph) -> dict[int, list[tuple[int, int, int, int]]]:
    """All that a book holds, to be compared."""
    graph.negamax()
    return {
        key: sorted(
            (move.square, move.value, move.depth, move.selectivity) for move in position.moves
        )
        for key, position in graph.positions.items()
    }
