"""Promise: threads that share an engine or a solver get legal moves and right scores."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from outflank.engine.analysis import Analysis
from outflank.engine.engine import Engine
from outflank.engine.solver import Solver
from outflank.errors import OutflankError
from outflank.rules.position import Position
from outflank.search.limit import Limit
from tests.positions import random_play_positions

THREADS = 4
DEPTH = 6
LONG = Limit(depth=40)
"""Hours from the start position."""

POSITIONS = [
    position
    for pair in random_play_positions(seed=17, games=2)
    if not (position := Position(*pair)).is_over()
]


def in_threads(work: Callable[[Position], None]) -> None:
    """Do the work on all positions, `THREADS` at a time; the first error is raised."""
    with ThreadPoolExecutor(THREADS) as executor:
        list(executor.map(work, POSITIONS))


def test_threads_that_share_an_engine_get_whole_searches() -> None:
    engine = Engine(table_megabytes=4)

    def search(position: Position) -> None:
        found = engine.search(position, Limit(depth=DEPTH))
        assert found.move in position.legal_moves()
        assert found.complete

    in_threads(search)


def test_threads_that_share_a_solver_get_exact_scores() -> None:
    shared = Solver(table_megabytes=4)
    late = [position for position in POSITIONS if position.empty_count <= 12]
    expected = [Solver(table_megabytes=4).solve(position).score for position in late]
    with ThreadPoolExecutor(THREADS) as executor:
        found = list(executor.map(shared.solve, late))
    assert [solution.score for solution in found] == expected
    assert all(solution.complete for solution in found)


def test_a_stop_ends_the_running_search_and_not_the_one_that_waits() -> None:
    engine = Engine(table_megabytes=4)
    has_begun = threading.Event()
    with ThreadPoolExecutor(2) as executor:
        running = executor.submit(
            engine.search, Position.start(), LONG, progress=lambda _: has_begun.set()
        )
        assert has_begun.wait(60)
        waiting = executor.submit(engine.search, POSITIONS[5], Limit(depth=DEPTH))
        engine.stop()
        assert not running.result(60).complete
        assert waiting.result(60).complete


@pytest.mark.parametrize("call", ["search", "clear"])
def test_a_search_within_a_progress_callback_is_refused(call: str) -> None:
    engine = Engine(table_megabytes=4)

    def again(_: Analysis) -> None:
        if call == "clear":
            engine.clear()
        engine.search(POSITIONS[5], Limit(depth=1))

    with pytest.raises(OutflankError, match="progress callback"):
        engine.search(Position.start(), Limit(depth=DEPTH), progress=again)
    assert engine.search(Position.start(), Limit(depth=DEPTH)).complete
