"""Checks of a book: consistency of its figures, and its scores against deeper searches."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from outflank.engine.book.canonical import Key, key_of, position_of_key
from outflank.engine.book.entry import UNIT
from outflank.engine.book.expanding import value_of
from outflank.engine.book.graph import BookGraph
from outflank.jobs.tasks import run_tasks


def inconsistencies(graph: BookGraph) -> list[str]:
    """Errors in the positions of a book that was just read, a line each."""
    found = []
    for key, position in graph.positions.items():
        name = f"{key:032x}"
        if key_of(position_of_key(key)) != key:
            found.append(f"{name} is not in its canonical orientation")
        if position.value != max(move.value for move in position.moves):
            found.append(f"{name} does not have the value of its best move")
        if len({move.square for move in position.moves}) != len(position.moves):
            found.append(f"{name} has a move twice")
        for move in position.moves:
            child = graph.positions.get(move.child)
            if child is not None and move.value != move.sign * child.value:
                found.append(f"{name} has a move whose value is not that of the position after it")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class DeeperCheck:
    """Scores of a book against searches of the same positions, book less search, in discs."""

    positions: int
    depth: int
    confidence: int
    mean_error: float
    mean_absolute_error: float
    root_mean_square: float

    def as_dict(self) -> dict[str, Any]:
        """The figures in types that JSON knows."""
        return {name: getattr(self, name) for name in self.__slots__}


def check_deeper(
    graph: BookGraph,
    executor: Executor,
    *,
    count: int,
    depth: int,
    confidence: int,
    seed: int,
    progress: Callable[[], None] = lambda: None,
) -> DeeperCheck:
    """Search random positions of a book again, to `depth` plies; Ctrl-C ends it early."""
    keys = random.Random(seed).sample(sorted(graph.positions), min(count, len(graph)))
    errors: list[float] = []

    def note(found: tuple[Key, float]) -> None:
        key, score = found
        errors.append(graph.positions[key].value / UNIT - score)
        progress()

    try:
        run_tasks(executor, search_again, [(key, depth, confidence) for key in keys], note)
    except KeyboardInterrupt:
        if not errors:
            raise
    number = len(errors)
    return DeeperCheck(
        positions=number,
        depth=depth,
        confidence=confidence,
        mean_error=sum(errors) / number,
        mean_absolute_error=sum(map(abs, errors)) / number,
        root_mean_square=(sum(error * error for error in errors) / number) ** 0.5,
    )


def search_again(key: Key, depth: int, confidence: int) -> tuple[Key, float]:
    """The score of a position by a search, on a worker."""
    score, _ = value_of(position_of_key(key), depth, confidence)
    return key, score
