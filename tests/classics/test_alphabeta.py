"""The switches of report 000 that leave moves out, threads, and the history table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import types

from outflank.classics import evaluations
from outflank.classics.alphabeta import AlphaBeta
from outflank.classics.history import FIRST_ORDER, next_rank, promote
from outflank.errors import OutflankError
from outflank.kernels.jit import INTERPRETED, kernel
from outflank.rules.position import Position
from outflank.rules.squares import (
    C_SQUARES,
    CORNERS,
    PASS,
    X_SQUARES,
    Square,
    mask_of,
    parse_square,
    squares_of,
)
from outflank.search.limit import Limit
from tests.classics.boards import FORCED_PASS, ONE_MOVE, passing, playable, sample
from tests.classics.brute_force import move_values, points, pruned_tree_size, values

DEPTH = 2 if INTERPRETED else 3
GAMES = 1 if INTERPRETED else 8
FULL_EVALUATION = evaluations.get("full")


def worth_of_moves(position: Position) -> dict[Square, int]:
    worth = move_values(position, DEPTH, [FULL_EVALUATION])
    return {move: value for move, (value,) in worth.items()}


def is_in(move: Square, mask: int) -> bool:
    return move != PASS and bool(mask >> move & 1)


# Pruning


@pytest.mark.parametrize("name", ["full", "discs"])
@pytest.mark.parametrize("history", [False, True])
def test_exactly_the_textbook_nodes_are_visited(name: str, history: bool) -> None:
    evaluate = evaluations.get(name)
    for position in [Position.start(), *sample(12, GAMES, range(8, 60)), *passing(12, 1)]:
        for depth in range(1, DEPTH + 2):
            result = AlphaBeta(name, history=history).search(position, Limit(depth=depth))
            expected = pruned_tree_size(position, depth, evaluate, history=history)
            # The root is not searched: its moves are.
            assert result.nodes == expected - 1


# Taking corners


def test_a_corner_is_taken_at_once() -> None:
    search = AlphaBeta("full", take_corners=True)
    positions = [
        position
        for position in playable(1, 2 * GAMES, range(10, 61))
        if position.legal_mask & CORNERS
    ]
    assert positions
    for position in positions[:20]:
        result = search.search(position, Limit(depth=8))
        assert is_in(result.move, CORNERS)
        # And nothing is searched, however deep the limit lets it.
        assert (result.nodes, result.leaves, result.depth) == (0, 0, 0)
        assert result.complete
        assert points(result) == move_values(position, 1, [FULL_EVALUATION])[result.move][0]


def test_of_several_corners_the_first_in_the_order_of_the_report_is_taken() -> None:
    inside = {"a1": "b1", "h1": "g1", "a8": "b8", "h8": "g8"}
    behind = {"a1": "c1", "h1": "f1", "a8": "c8", "h8": "f8"}
    for corners, first in [
        ("a1 a8 h1 h8", "a1"),
        ("a8 h1 h8", "a8"),
        ("h1 h8", "h1"),
        ("h8 h1", "h1"),
    ]:
        names = corners.split()
        position = Position(
            mask_of(parse_square(behind[name]) for name in names),
            mask_of(parse_square(inside[name]) for name in names),
        )
        result = AlphaBeta("full", take_corners=True).search(position, Limit(depth=1))
        assert str(result.move) == first


# Random evaporation


def opening_of(seed: int) -> list[str]:
    search, position = AlphaBeta("full", random_evaporation=True, seed=seed), Position.start()
    moves = []
    while position.occupied.bit_count() < 16:
        result = search.search(position, Limit(depth=1))
        assert result.nodes == 0
        bad = C_SQUARES | X_SQUARES
        assert not is_in(result.move, bad) or not position.legal_mask & ~bad
        moves.append(str(result.move))
        position = position.play(result.move)
    assert search.search(position, Limit(depth=1)).nodes > 0
    return moves


def test_random_evaporation_draws_other_openings_for_other_seeds() -> None:
    assert len({tuple(opening_of(seed)) for seed in range(6)}) == 6
    assert opening_of(3) == opening_of(3)


# Equal moves


@pytest.mark.parametrize("threads", [1, 2])
def test_equal_moves_are_drawn_by_seed(threads: int) -> None:
    start = Position.start()

    def chosen(seed: int) -> int:
        search = AlphaBeta("discs", random_equals=True, threads=threads, seed=seed)
        return search.search(start, Limit(depth=DEPTH)).move

    by_seed = [chosen(seed) for seed in range(40)]
    assert set(by_seed) == set(start.legal_moves())
    assert [chosen(seed) for seed in range(40)] == by_seed


def test_only_equally_good_moves_are_drawn() -> None:
    for position in sample(13, GAMES, range(8, 60)):
        worth = worth_of_moves(position)
        for seed in range(3):
            search = AlphaBeta("full", random_equals=True, seed=seed)
            assert worth[search.search(position, Limit(depth=DEPTH)).move] == max(worth.values())


def test_without_a_corner_nothing_changes() -> None:
    search = AlphaBeta("full", take_corners=True)
    for position in [*sample(2, GAMES, range(8, 40)), *passing(2, 1), FORCED_PASS]:
        if not position.legal_mask & CORNERS:
            assert points(search.search(position, Limit(depth=DEPTH))) == max(
                worth_of_moves(position).values()
            )


# Avoiding the squares beside corners


def test_squares_beside_corners_are_avoided_up_to_disc_52() -> None:
    search = AlphaBeta("full", avoid_bad_squares=True)
    bad = C_SQUARES | X_SQUARES
    reached = 0
    for position in playable(3, 1 if INTERPRETED else 6, range(30, 61))[::4]:
        worth = worth_of_moves(position)
        good = [move for move in worth if not is_in(move, bad)]
        allowed = good if good and position.occupied.bit_count() <= 52 else list(worth)
        result = search.search(position, Limit(depth=DEPTH))
        assert result.move in allowed
        assert points(result) == worth[result.move] == max(worth[move] for move in allowed)
        reached += max(worth.values()) > points(result)
    assert reached or INTERPRETED, "no position where avoiding costs something"


@pytest.mark.parametrize(("discs", "avoided"), [(52, True), (53, False)])
def test_disc_52_is_the_last_careful_one(discs: int, avoided: bool) -> None:
    bad = C_SQUARES | X_SQUARES
    found = 0
    for position in playable(4, 60, range(discs, discs + 1)):
        moves = position.legal_mask
        if moves & bad and moves & ~bad:
            worth = move_values(position, 1, [FULL_EVALUATION])
            best = max(worth, key=lambda move: worth[move])
            if is_in(best, bad):
                result = AlphaBeta("full", avoid_bad_squares=True).search(position, Limit(depth=1))
                assert is_in(result.move, bad) != avoided
                found += 1
    assert found


def test_where_all_squares_are_bad_one_of_them_is_played() -> None:
    # The player on c1 and the opponent on b1: a1 would be a corner, so fill it with the opponent's.
    position = Position(mask_of([3]), mask_of([2]))
    assert position.legal_moves() == (1,)
    assert AlphaBeta("full", avoid_bad_squares=True).search(position, Limit(depth=1)).move == 1


# Width


@pytest.mark.parametrize("width", [1, 2, 5])
def test_width_limits_the_moves_of_every_position(width: int) -> None:
    # Without history the order is that of the squares, which brute force can follow.
    search = AlphaBeta("full", width=width, history=False)
    for position in [*sample(5, GAMES, range(8, 60)), *passing(5, 1)]:
        expected = values(position, DEPTH, [FULL_EVALUATION], width=width)
        result = search.search(position, Limit(depth=DEPTH))
        assert [points(result)] == expected
        assert result.nodes <= sum(width**ply for ply in range(1, DEPTH + 1))


def test_width_keeps_the_moves_that_history_ranks_first() -> None:
    position = sample(6, 1, range(20, 40))[0]
    moves = position.legal_moves()
    favourite = moves[-1]
    search = AlphaBeta("full", width=1)
    order = search._options[0]["order"][0, position.occupied.bit_count()]
    order[0], order[favourite] = favourite, 0
    assert search.search(position, Limit(depth=1)).move == favourite


def test_width_beyond_all_moves_changes_nothing() -> None:
    for position in sample(7, GAMES, range(8, 60)):
        wide = AlphaBeta("full", width=len(position.legal_moves()) + 20)
        result = wide.search(position, Limit(depth=DEPTH))
        assert points(result) == max(worth_of_moves(position).values())


@pytest.mark.parametrize("option", ["width", "threads"])
def test_nothing_to_search_with_is_an_error(option: str) -> None:
    with pytest.raises(OutflankError, match=f"{option}=0 .*give 1 or more"):
        AlphaBeta("full", **{option: 0})  # type: ignore[arg-type]


# Threads


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_find_the_same_score_and_the_first_best_move(threads: int) -> None:
    alone = AlphaBeta("discs", history=False)
    together = AlphaBeta("discs", history=False, threads=threads)
    # With few values many moves are equal: bounds must not be taken for values.
    for position in [*sample(8, 3 * GAMES, range(8, 60)), ONE_MOVE, FORCED_PASS]:
        expected = alone.search(position, Limit(depth=DEPTH))
        for _ in range(3):
            result = together.search(position, Limit(depth=DEPTH))
            assert (result.score, result.move) == (expected.score, expected.move)
            assert result.leaves <= result.nodes


def test_threads_without_pruning_visit_the_whole_tree() -> None:
    for position in sample(9, GAMES, range(8, 60)):
        alone = AlphaBeta("discs", pruning=False)
        together = AlphaBeta("discs", pruning=False, threads=3)
        expected = alone.search(position, Limit(depth=DEPTH))
        result = together.search(position, Limit(depth=DEPTH))
        assert (result.nodes, result.leaves) == (expected.nodes, expected.leaves)


# The history table


def test_orders_stay_permutations() -> None:
    search = AlphaBeta("full", threads=2)
    for position in sample(10, GAMES, range(8, 60)):
        search.search(position, Limit(depth=DEPTH + 1))
    changed = 0
    for options in search._options:
        assert (np.sort(options["order"], axis=-1) == np.arange(64)).all()
        changed += (options["order"] != FIRST_ORDER).any()
    assert changed


def test_history_off_leaves_the_table_alone() -> None:
    search = AlphaBeta("full", history=False)
    search.search(sample(11, 1, range(20, 40))[0], Limit(depth=DEPTH))
    assert (search._options[0]["order"] == FIRST_ORDER).all()


@kernel(types.void(types.int64, types.boolean, types.Array(types.int8, 1, "C")))
def compiled_promote(rank: int, to_first: bool, order: Any) -> None:
    promote(rank, to_first, order)


@kernel(types.int64(types.uint64, types.Array(types.int8, 1, "C"), types.int64))
def compiled_next_rank(moves: int, order: Any, rank: int) -> int:
    return next_rank(moves, order, rank)


def test_a_cutoff_exchanges_a_move_with_the_first() -> None:
    order = np.arange(64, dtype=np.int8)
    compiled_promote(10, True, order)
    assert [order[0], order[10]] == [10, 0]
    assert sorted(order) == list(range(64))


def test_a_best_move_goes_up_one_rank() -> None:
    order = np.arange(64, dtype=np.int8)
    compiled_promote(10, False, order)
    assert list(order[8:12]) == [8, 10, 9, 11]
    compiled_promote(0, False, order)
    assert order[0] == 0


def test_moves_are_met_in_the_order_of_their_ranks() -> None:
    chance = np.random.default_rng(1)
    for _ in range(5 if INTERPRETED else 50):
        order = chance.permutation(64).astype(np.int8)
        moves = int(chance.integers(1, 1 << 62)) & int(chance.integers(1, 1 << 62)) | 1 << 63
        met, left, rank = [], moves, 0
        while left:
            rank = int(compiled_next_rank(left, order, rank))
            met.append(int(order[rank]))
            left &= ~(1 << met[-1])
        assert met == [square for square in order if moves >> int(square) & 1]
        assert sorted(met) == list(squares_of(moves))
