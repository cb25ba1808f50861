"""The endgame search against brute force: every window, passes, wipe-outs, symmetries, threads."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import chain, combinations, product
from typing import Any

import numpy as np
import pytest

from outflank.engine.weights import Weights
from outflank.engine.workspace import Table, Workspace, new_busy
from outflank.kernels.endgame import known_move, solve_open, solve_root, solve_window
from outflank.kernels.evaluate import DISC
from outflank.kernels.hashing import hash_position
from outflank.kernels.jit import INTERPRETED, kernel
from outflank.kernels.midgame import LOWEST, search_root
from outflank.kernels.parity import ODD_SQUARES, parity_of
from outflank.kernels.shallow import solve_shallow
from outflank.rules.squares import FULL, squares_of
from outflank.search.stopping import StopFlag
from tests.endgames import (
    assert_on_the_right_side,
    can_move,
    compiled_exact_score,
    drawn_endgames,
    empty,
    exact_score,
    played_endgames,
    turned,
    windows,
    wipe_out_endgames,
)
from tests.positions import Pair, all_images

SCALE = 2 if INTERPRETED else 12
DEEPEST = 8 if INTERPRETED else 10

needs_speed = pytest.mark.skipif(INTERPRETED, reason="plain Python is too slow for this")


@kernel("u8(u8)")
def compiled_parity_of(empty: int) -> int:
    return parity_of(empty)


@cache
def zero_weights() -> Weights:
    return Weights.zeros()


@cache
def random_weights() -> Weights:
    """Weights that make no sense: any order of moves must give the same scores."""
    table = np.random.default_rng(1).integers(-200, 200, zero_weights().table.shape, np.int16)
    return Weights(table, {})


def workspace(megabytes: float = 1, weights: Weights | None = None) -> Workspace:
    """What one thread needs, with a table of its own; the record in it lives no longer."""
    return Workspace(Table(megabytes), weights or zero_weights(), StopFlag())


@cache
def boards(empties: int) -> list[tuple[Pair, int]]:
    """Boards with `empties` empty squares, from play and beyond it, with their scores."""
    wanted = range(empties, empties + 1)
    pairs = [
        *played_endgames(400 + empties, 2 * SCALE, wanted),
        *drawn_endgames(500 + empties, 3 * SCALE, wanted),
        *wipe_out_endgames(600 + empties, SCALE, wanted),
    ]
    if empties <= 7:
        return [(pair, exact_score(*pair)) for pair in pairs]
    return [(pair, int(compiled_exact_score(*pair, -64, 64))) for pair in pairs]


def parity(player: int, opponent: int) -> int:
    return int(compiled_parity_of(empty(player, opponent)))


def root_score(pair: Pair, alpha: int, beta: int, space: Workspace) -> int:
    """The answer of `solve_root`, which no flag has stopped."""
    score = int(solve_root(*pair, alpha, beta, space.work))
    assert not space.work["stopped"]
    return score


# The brute force itself


def test_the_compiled_brute_force_equals_the_plain_one() -> None:
    for empties in range(1, 8):
        for (player, opponent), score in boards(empties):
            assert compiled_exact_score(player, opponent, -64, 64) == score


@needs_speed
def test_the_boards_have_passes_and_wipe_outs_of_either_side() -> None:
    who_can_move = set()
    wiped_out = set()
    for (player, opponent), score in chain.from_iterable(map(boards, range(5, DEEPEST + 1))):
        who_can_move.add((can_move(player, opponent), can_move(opponent, player)))
        if player and opponent and abs(score) == 64:
            wiped_out.add(score)
    assert len(who_can_move) == 4
    assert wiped_out == {64, -64}


# One window


@pytest.mark.parametrize("empties", [5, 6])
def test_shallow_search_gives_true_bounds_on_the_right_side(empties: int) -> None:
    space = workspace()
    for (player, opponent), score in boards(empties):
        for alpha in windows(score):
            answer = solve_shallow(
                player, opponent, alpha, empties, parity(player, opponent), space.work
            )
            assert_on_the_right_side(answer, alpha, score)


@pytest.mark.parametrize("empties", range(7, DEEPEST + 1))
@pytest.mark.parametrize("megabytes", [1, 1e-6], ids=["a table", "one bucket"])
def test_window_search_gives_true_bounds_on_the_right_side(empties: int, megabytes: float) -> None:
    # One table for all boards and windows: what it knows from one helps or harms the next.
    space = workspace(megabytes)
    for (player, opponent), score in boards(empties):
        for alpha in windows(score):
            answer = solve_window(
                player,
                opponent,
                hash_position(player, opponent),
                alpha,
                empties,
                parity(player, opponent),
                space.work,
            )
            assert_on_the_right_side(answer, alpha, score)


@pytest.mark.parametrize("empties", range(1, DEEPEST + 1))
def test_open_search_finds_the_score_or_a_true_bound(empties: int) -> None:
    space = workspace()
    chance = random.Random(empties)
    for (player, opponent), score in boards(empties):
        places = {-65, -64, 64, 65, *range(max(score - 3, -65), min(score + 3, 65) + 1)}
        chosen = list(combinations(sorted(places), 2))
        for alpha, beta in chance.sample(chosen, 12):
            answer = solve_open(
                player, opponent, alpha, beta, empties, parity(player, opponent), space.work
            )
            if answer <= alpha:
                assert score <= answer
            elif answer >= beta:
                assert score >= answer
            else:
                assert score == answer


def test_an_end_of_the_game_with_empty_squares_is_scored() -> None:
    space = workspace()
    for player, opponent in [(0, 0), (1, 0), (0, 1), (0b11, 1 << 63), (1 << 40, 0b11)]:
        expected = exact_score(player, opponent) if player | opponent else 0
        assert root_score((player, opponent), -65, 65, space) == expected


# From the root


@pytest.mark.parametrize("empties", range(1, DEEPEST + 1))
def test_all_symmetries_have_the_same_score(empties: int) -> None:
    space = workspace()
    for (player, opponent), score in boards(empties)[:: 12 if INTERPRETED else 3]:
        for image in all_images(player, opponent):
            assert root_score(image, -65, 65, space) == score


@needs_speed
@pytest.mark.parametrize("empties", [11, 12, 13])
@pytest.mark.parametrize("weights", [zero_weights, random_weights], ids=["zeros", "random"])
def test_moves_in_any_order_give_the_same_score(empties: int, weights: Any) -> None:
    space = workspace(weights=weights())
    wanted = range(empties, empties + 1)
    pairs = chain(played_endgames(7, 4, wanted), drawn_endgames(8, 12, wanted))
    for pair in pairs:
        score = compiled_exact_score(*pair, -64, 64)
        for alpha in (score - 1, score):
            assert_on_the_right_side(root_score(pair, alpha, alpha + 1, space), alpha, score)
        assert root_score(pair, score - 5, score + 1, space) == score
        assert root_score(pair, -65, 65, workspace(weights=weights())) == score


@needs_speed
@pytest.mark.parametrize("empties", [12, 13])
def test_passes_where_moves_are_evaluated(empties: int) -> None:
    # The states of the evaluation are turned round for a pass and back after it.
    found = 0
    for player, opponent in drawn_endgames(9, 2000, range(empties, empties + 1)):
        if can_move(player, opponent) or not can_move(opponent, player):
            continue
        space = workspace(weights=random_weights())
        score = compiled_exact_score(player, opponent, -64, 64)
        assert root_score((player, opponent), -65, 65, space) == score
        found += 1
        if found == 10:
            break
    assert found == 10


@pytest.mark.parametrize("empties", range(2, DEEPEST + 1))
def test_the_move_in_the_table_is_a_best_one(empties: int) -> None:
    for (player, opponent), score in boards(empties)[:: 3 if INTERPRETED else 1]:
        space = workspace()
        root_score((player, opponent), -65, 65, space)
        move = int(known_move(player, opponent, space.work))
        if not can_move(player, opponent):
            assert move == 64
            continue
        flipped = turned(move, player, opponent)
        assert flipped
        child = opponent & ~flipped, player | flipped | 1 << move
        assert compiled_exact_score(*child, -64, 64) == -score


def test_what_the_table_knows_spares_the_search() -> None:
    (pair, score), *_ = boards(DEEPEST)
    space = workspace()
    assert root_score(pair, -65, 65, space) == score
    first = int(space.work["nodes"])
    assert root_score(pair, -65, 65, space) == score
    assert 1 <= int(space.work["nodes"]) - first < 10 < first


# Stopping, threads and the estimate


def test_a_flag_that_is_set_stops_the_search() -> None:
    flag = StopFlag()
    mine = Workspace(Table(1), zero_weights(), flag)
    (pair, score), *_ = boards(DEEPEST)
    flag.set()
    solve_root(*pair, -65, 65, mine.work)
    assert mine.work["stopped"]
    assert mine.work["nodes"] < 10
    flag.clear()
    assert root_score(pair, -65, 65, mine) == score


@needs_speed
def test_threads_that_search_together_agree_and_leave_no_notes() -> None:
    busy = new_busy()
    table = Table(4)
    spaces = [Workspace(table, random_weights(), StopFlag(), busy=busy) for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        for pair in played_endgames(10, 6, range(14, 16)):
            score = root_score(pair, -65, 65, workspace())
            for alpha in (score - 1, score, score - 7):
                search = partial(root_score, pair, alpha, alpha + 1)
                for answer in pool.map(search, spaces):
                    assert_on_the_right_side(answer, alpha, score)
            assert set(pool.map(partial(root_score, pair, -65, 65), spaces)) == {score}
    assert not busy.any()


def test_an_estimate_that_reaches_the_end_is_the_score() -> None:
    for (player, opponent), score in boards(6)[::4]:
        space = workspace()
        # A pass takes no depth here, so that the end is always within reach.
        assert search_root(player, opponent, LOWEST, -LOWEST, 6, space.work) == score * DISC


# Parity


def test_parity_of_the_quadrants() -> None:
    chance = random.Random(11)
    for free in [0, FULL, *(chance.getrandbits(64) for _ in range(100))]:
        found = int(compiled_parity_of(free))
        for row, column in product((0, 4), repeat=2):
            quadrant = sum(0xF << 8 * (row + line) + column for line in range(4))
            bit = 1 << (row // 4 * 2 + column // 4)
            odd = (free & quadrant).bit_count() % 2 == 1
            assert bool(found & bit) == odd
            assert int(ODD_SQUARES[found]) & quadrant == (quadrant if odd else 0)


def test_squares_of_an_odd_quadrant_keep_their_parity_up_to_date() -> None:
    for (player, opponent), _ in boards(7):
        free = empty(player, opponent)
        for square in squares_of(free):
            changed = parity(player, opponent) ^ int(compiled_parity_of(1 << square))
            assert changed == compiled_parity_of(free & ~(1 << square))
