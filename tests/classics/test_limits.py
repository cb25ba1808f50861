"""Every search obeys its limit, can be stopped, and says truly how far it came."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias

import pytest

from outflank.classics import evaluations
from outflank.classics.alphabeta import AlphaBeta
from outflank.classics.driver import DEFAULT_DEPTH
from outflank.classics.mcts import MonteCarloTreeSearch
from outflank.classics.minimax import Minimax
from outflank.classics.mtdf import MtdF
from outflank.classics.pvs import PrincipalVariationSearch
from outflank.kernels.jit import INTERPRETED
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.limit import Limit
from tests.classics.boards import FORCED_PASS, ONE_EMPTY, ONE_MOVE, WIDEST, passing, sample
from tests.classics.brute_force import move_values, points
from tests.search.interrupting import interrupted_after

Make: TypeAlias = Callable[[], Any]

TREE_SEARCHES: dict[str, Make] = {
    "minimax": Minimax,
    "alphabeta": AlphaBeta,
    "alphabeta in threads": lambda: AlphaBeta(threads=2),
    "pvs": PrincipalVariationSearch,
    "mtdf": lambda: MtdF("full"),
}

SEARCHES: dict[str, Make] = {
    **TREE_SEARCHES,
    "mcts": MonteCarloTreeSearch,
    "mcts with a shared tree": lambda: MonteCarloTreeSearch(threads=2),
    "mcts with two trees": lambda: MonteCarloTreeSearch(threads=2, share_tree=False),
}

POSITIONS = {
    "start": Position.start(),
    "one move": ONE_MOVE,
    "forced pass": FORCED_PASS,
    "pass in a game": passing(1, 1)[0],
    "35 moves": WIDEST,
    "1 empty": ONE_EMPTY,
    "midgame": sample(1, 1, range(24, 26))[0],
    "endgame": sample(2, 1, range(50, 52))[0],
}

needs_speed = pytest.mark.skipif(INTERPRETED, reason="plain Python is too slow for the clock")


def assert_line_is_legal(position: Position, line: tuple[int, ...]) -> None:
    for move in line:
        position = position.play(move)


# Time

BUDGET_SECONDS = 0.1
ALLOWED_OVERRUN_SECONDS = 0.05
ATTEMPTS = 6


@needs_speed
@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("place", POSITIONS)
def test_time_is_kept(name: str, place: str) -> None:
    search, position = SEARCHES[name](), POSITIONS[place]
    overrun = float("inf")
    for _ in range(ATTEMPTS):
        # Time of the processor: a busy machine makes the answer later, but not the search longer.
        started = time.process_time()
        result = search.search(position, Limit(seconds=BUDGET_SECONDS))
        overrun = min(overrun, time.process_time() - started - BUDGET_SECONDS)
        assert_line_is_legal(position, result.principal_variation)
        assert result.move in position.legal_moves()
        if overrun < ALLOWED_OVERRUN_SECONDS:
            break
    assert overrun < ALLOWED_OVERRUN_SECONDS


@needs_speed
@pytest.mark.parametrize("name", SEARCHES)
def test_time_is_used(name: str) -> None:
    started = time.perf_counter()
    result = SEARCHES[name]().search(Position.start(), Limit(seconds=BUDGET_SECONDS))
    assert time.perf_counter() - started >= BUDGET_SECONDS
    assert not result.complete
    assert result.depth > 1


@pytest.mark.parametrize("name", TREE_SEARCHES)
def test_search_ends_early_once_every_line_has_ended(name: str) -> None:
    started = time.perf_counter()
    for position in (ONE_MOVE, FORCED_PASS, ONE_EMPTY):
        result = TREE_SEARCHES[name]().search(position, Limit(seconds=100))
        assert result.complete
    assert time.perf_counter() - started < 50


# Nodes


@pytest.mark.parametrize("name", SEARCHES)
def test_nodes_are_never_exceeded(name: str) -> None:
    counts = (1, 2, 3, 10, 30) if INTERPRETED else (1, 2, 3, 10, 100, 1023, 1024, 1025, 30_000)
    for position in (Position.start(), WIDEST):
        for nodes in counts:
            result = SEARCHES[name]().search(position, Limit(nodes=nodes))
            assert result.nodes <= nodes
            assert result.leaves <= result.nodes
            assert_line_is_legal(position, result.principal_variation)


@pytest.mark.parametrize("name", [name for name in SEARCHES if name != "alphabeta in threads"])
def test_nodes_are_used(name: str) -> None:
    nodes = 50 if INTERPRETED else 5000
    assert SEARCHES[name]().search(POSITIONS["midgame"], Limit(nodes=nodes)).nodes == nodes


def test_threads_use_most_of_the_nodes() -> None:
    # Each may use its share alone, so what one thread leaves is left.
    nodes = 100 if INTERPRETED else 20_000
    result = AlphaBeta(threads=2).search(POSITIONS["midgame"], Limit(nodes=nodes))
    assert nodes // 2 < result.nodes <= nodes


@pytest.mark.parametrize("name", TREE_SEARCHES)
def test_depth_is_that_of_the_last_whole_iteration(name: str) -> None:
    position = sample(3, 1, range(20, 22))[0]
    deepest = 2 if INTERPRETED else 5
    # Where each iteration ends; what lies between two ends is an unfinished one.
    ends = [
        TREE_SEARCHES[name]().search(position, Limit(depth=depth, nodes=10**9))
        for depth in range(1, deepest + 1)
    ]
    assert [result.depth for result in ends] == list(range(1, deepest + 1))
    assert all(result.complete for result in ends)
    if name == "alphabeta in threads":
        return  # the number of its nodes depends on chance
    for before, after in pairwise(ends):
        for nodes in (before.nodes, (before.nodes + after.nodes) // 2, after.nodes - 1):
            result = TREE_SEARCHES[name]().search(position, Limit(nodes=nodes, depth=deepest))
            assert result.depth == before.depth
            assert not result.complete
            assert result.nodes <= nodes
        exact = TREE_SEARCHES[name]().search(position, Limit(nodes=after.nodes, depth=after.depth))
        assert exact.complete
        assert (exact.score, exact.depth) == (after.score, after.depth)


@pytest.mark.parametrize("name", TREE_SEARCHES)
def test_unfinished_iteration_keeps_the_best_move_unless_it_finds_a_better_one(name: str) -> None:
    """The time-out rule of report 001, at every point where the search could be cut."""
    position = sample(4, 1, range(22, 24))[0]
    new_search = TREE_SEARCHES[name]
    most = new_search().search(position, Limit(depth=3 if INTERPRETED else 5, nodes=10**9)).nodes
    replaced = 0
    for nodes in range(1, most, max(most // (8 if INTERPRETED else 120), 1)):
        result = new_search().search(position, Limit(nodes=nodes))
        if result.depth == 0:
            continue
        before = worth_of_moves(position, result.depth)
        if points(result) == before[result.move] == max(before.values()):
            continue
        after = worth_of_moves(position, result.depth + 1)
        assert points(result) == after[result.move]
        best_before = [move for move in before if before[move] == max(before.values())]
        if result.move not in best_before:
            assert after[result.move] > min(after[move] for move in best_before)
            replaced += 1
    assert replaced or INTERPRETED


@cache
def worth_of_moves(position: Position, depth: int) -> dict[Square, float]:
    """The value of each move at a depth. Requires that no move ends the game."""
    if depth == 1:
        worth = move_values(position, 1, [evaluations.get("full")])
        return {move: value for move, (value,) in worth.items()}
    search = PrincipalVariationSearch()
    return {
        move: -points(search.search(position.play(move), Limit(depth=depth - 1)))
        for move in position.legal_moves()
    }


@pytest.mark.parametrize("name", TREE_SEARCHES)
def test_nothing_wrong_is_remembered_of_a_search_cut_short(name: str) -> None:
    position = sample(5, 1, range(59, 60) if INTERPRETED else range(22, 24))[0]
    depth = 3 if INTERPRETED else 5
    whole = TREE_SEARCHES[name]().search(position, Limit(depth=depth))
    for part in range(1, 20):
        search = TREE_SEARCHES[name]()
        search.search(position, Limit(nodes=max(whole.nodes * part // 20, 1)))
        assert search.search(position, Limit(depth=depth)).score == whole.score


# Depth


@pytest.mark.parametrize("name", TREE_SEARCHES)
def test_depth_is_reached_and_not_exceeded(name: str) -> None:
    for depth in (1, 2) if INTERPRETED else (1, 2, 3, 7):
        result = TREE_SEARCHES[name]().search(Position.start(), Limit(depth=depth))
        assert result.depth == depth
        assert len(result.principal_variation) <= depth
        assert result.complete


@needs_speed
@pytest.mark.parametrize("name", TREE_SEARCHES)
def test_without_a_limit_there_is_a_default_depth(name: str) -> None:
    assert TREE_SEARCHES[name]().search(Position.start(), Limit()).depth == DEFAULT_DEPTH


@pytest.mark.parametrize("name", TREE_SEARCHES)
def test_depth_beyond_the_end_of_the_game_is_no_harm(name: str) -> None:
    for position in (ONE_MOVE, FORCED_PASS, ONE_EMPTY):
        result = TREE_SEARCHES[name]().search(position, Limit(depth=10**6))
        assert result.complete
        assert_line_is_legal(position, result.principal_variation)


def test_emptiest_board_fits_the_deepest_line() -> None:
    # 62 empty squares: no line can be longer than what the searches make room for.
    for search in (AlphaBeta("discs", width=1), PrincipalVariationSearch("discs")):
        assert search.search(ONE_MOVE, Limit(depth=10**6)).complete


# Stopping


@pytest.mark.parametrize("name", SEARCHES)
def test_search_stopped_at_once_still_has_a_legal_move(name: str) -> None:
    for place, position in POSITIONS.items():
        result = SEARCHES[name]().search(position, Limit(seconds=1e-9))
        assert result.move in position.legal_moves(), place
        assert_line_is_legal(position, result.principal_variation)


@needs_speed
@pytest.mark.parametrize("name", SEARCHES)
def test_stop_from_another_thread(name: str) -> None:
    search = SEARCHES[name]()
    timer = threading.Timer(0.05, search.stop)
    started = time.perf_counter()
    timer.start()
    result = search.search(Position.start(), Limit(seconds=100, nodes=10**12))
    assert time.perf_counter() - started < 20
    assert not result.complete
    assert result.move in Position.start().legal_moves()
    timer.join()
    # The next search is not stopped by what stopped this one.
    assert search.search(Position.start(), Limit(nodes=1000, seconds=100)).nodes > 100


@needs_speed
@pytest.mark.parametrize("name", SEARCHES)
def test_interrupt_ends_a_search_that_would_not_end(name: str) -> None:
    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt), interrupted_after(0.05):
        SEARCHES[name]().search(WIDEST, Limit(depth=30, nodes=10**12))
    assert time.perf_counter() - started < 20
