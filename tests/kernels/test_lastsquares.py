"""The last four squares against brute force: played and drawn boards, every window."""

from __future__ import annotations

from functools import cache
from itertools import chain, permutations

import numpy as np
import pytest
from numba import types

from outflank.kernels.bits import popcount
from outflank.kernels.jit import INTERPRETED, kernel
from outflank.kernels.lastsquares import (
    count_last_flips,
    final_score,
    solve_1,
    solve_2,
    solve_3,
)
from outflank.kernels.parity import parity_of
from outflank.kernels.shallow import solve_4
from outflank.kernels.workspace import WORK_TYPE, new_work
from outflank.rules.squares import FULL, squares_of
from tests import oracle
from tests.endgames import (
    assert_on_the_right_side,
    can_move,
    drawn_endgames,
    empty,
    exact_score,
    played_endgames,
    turned,
    windows,
    wipe_out_endgames,
)
from tests.positions import Pair, all_images

SCALE = 1 if INTERPRETED else 10


@kernel("i8(i8,u8)")
def compiled_count_last_flips(square: int, player: int) -> int:
    return count_last_flips(square, player)


@kernel("i8(u8,u8)")
def compiled_final_score(player: int, opponent: int) -> int:
    return final_score(player, opponent)


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.int64[::1], WORK_TYPE))
def solve_last(player: int, opponent: int, alpha: int, squares: object, work: object) -> int:
    """The function for the number of empty `squares`, which are tried in this order up to three."""
    if popcount(player | opponent) == 63:
        return solve_1(player, squares[0])  # type: ignore[index]
    if popcount(player | opponent) == 62:
        return solve_2(player, opponent, alpha, squares[0], squares[1], work)  # type: ignore[index]
    if popcount(player | opponent) == 61:
        return solve_3(player, opponent, alpha, squares[0], squares[1], squares[2], work)  # type: ignore[index]
    return solve_4(player, opponent, alpha, parity_of(~(player | opponent)), work)


def solve(player: int, opponent: int, alpha: int, squares: tuple[int, ...]) -> int:
    return int(solve_last(player, opponent, alpha, np.array(squares), new_work()))


@cache
def boards(empties: int) -> list[tuple[Pair, int]]:
    """Boards with `empties` empty squares, from play and beyond it, with their scores."""
    wanted = range(empties, empties + 1)
    pairs = [
        *played_endgames(100 + empties, 5 * SCALE, wanted),
        *drawn_endgames(200 + empties, 15 * SCALE, wanted),
        *wipe_out_endgames(300 + empties, 5 * SCALE, wanted),
    ]
    return [(pair, exact_score(*pair)) for pair in pairs]


@pytest.mark.parametrize("empties", [1, 2, 3, 4])
def test_every_window_gives_a_true_bound_on_the_right_side(empties: int) -> None:
    for (player, opponent), score in boards(empties):
        squares = tuple(squares_of(empty(player, opponent)))
        if empties == 1:
            assert solve(player, opponent, 0, squares) == score
            continue
        for alpha in windows(score):
            answer = solve(player, opponent, alpha, squares)
            assert_on_the_right_side(answer, alpha, score)


@pytest.mark.parametrize("empties", [2, 3])
def test_the_order_of_the_squares_does_not_matter(empties: int) -> None:
    for (player, opponent), score in boards(empties)[::4]:
        for squares in permutations(squares_of(empty(player, opponent))):
            for alpha in (score - 1, score):
                answer = solve(player, opponent, alpha, squares)
                assert_on_the_right_side(answer, alpha, score)


@pytest.mark.parametrize("empties", [1, 2, 3, 4])
def test_all_symmetries_agree(empties: int) -> None:
    for (player, opponent), score in boards(empties)[::4]:
        for image in all_images(player, opponent):
            squares = tuple(squares_of(empty(*image)))
            # Just below the score and just at it only the score itself is on the right side.
            assert solve(*image, score - 1, squares) == score
            assert solve(*image, score, squares) == score


def test_the_boards_have_passes_and_wipe_outs_of_either_side() -> None:
    who_can_move = set()
    wiped_out = set()
    for (player, opponent), score in chain.from_iterable(map(boards, (2, 3, 4))):
        who_can_move.add((can_move(player, opponent), can_move(opponent, player)))
        if player and opponent and abs(score) == 64:
            wiped_out.add(score)
    assert len(who_can_move) == 4
    assert wiped_out == {64, -64}


def test_nodes_are_counted() -> None:
    player, opponent = next(played_endgames(1, 1, range(4, 5)))
    squares = tuple(squares_of(empty(player, opponent)))
    work = new_work()
    solve_last(player, opponent, -64, np.array(squares), work)
    first = int(work["nodes"])
    assert 1 < first < 100
    solve_last(player, opponent, -64, np.array(squares), work)
    assert int(work["nodes"]) == 2 * first


# Their parts


def test_discs_that_the_last_square_turns_are_counted_in_all_lines() -> None:
    for square in range(64):
        rest = FULL & ~(1 << square)
        for board, _ in drawn_endgames(300 + square, 2 * SCALE, range(1)):
            player = board & rest
            expected = turned(square, player, rest & ~player).bit_count()
            assert compiled_count_last_flips(square, player) == expected
        assert compiled_count_last_flips(square, 0) == 0
        assert compiled_count_last_flips(square, rest) == 0


def test_the_longest_lines_turn_whole() -> None:
    corners = 1 << 0 | 1 << 7 | 1 << 56 | 1 << 63
    assert compiled_count_last_flips(0, corners & ~1) == 18
    assert compiled_count_last_flips(63, corners & ~(1 << 63)) == 18


def test_empties_go_to_the_winner() -> None:
    for player, opponent in drawn_endgames(17, 20 * SCALE, range(40)):
        expected = oracle.score(oracle.board_of(player, opponent))
        assert compiled_final_score(player, opponent) == expected
    assert compiled_final_score(0b11, 0b1100) == 0
    assert compiled_final_score(0, 0) == 0
    assert compiled_final_score(1, 0) == 64
