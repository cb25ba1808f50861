"""Check a book: is it consistent, and how do its scores compare with deeper searches?"""

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
    """All errors found in a book that was just read from a file, as one line of text each."""
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
    """Differences between the scores of a book and searches of the same positions.

    Errors are book score minus search score, in discs. `positions` is the number compared; `depth`
    and `confidence` (per cent) are those of the searches.
    """

    positions: int
    depth: int
    confidence: int
    mean_error: float
    mean_absolute_error: float
    root_mean_square: float

    def as_dict(self) -> dict[str, Any]:
        """The figures as a dictionary for JSON."""
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
    """Search `count` random positions of a book again, to `depth` plies, and compare the scores.

    `confidence` is in per cent, `seed` that of the random choice; `progress` is called after each
    search. Ctrl-C ends the check early, with the positions searched until then.
    """
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
    """Search one position, in a worker process; return its key and its score in discs."""
    score, _ = value_of(position_of_key(key), depth, confidence)
    return key, score
