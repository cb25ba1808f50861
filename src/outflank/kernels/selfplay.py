"""Games of the engine against itself, whole games at a time: where training data comes from.

A game begins with random moves, so that no two are alike. Then every move is searched to a fixed
depth, and every position on the way gets the value of that search as its label. Now and then a
random move is played instead of the best one, for variety; labels do not suffer, as each belongs to
its position and not to what was played there. Once few squares are left, positions are solved
exactly, and the rest of the game is played at random among all moves, each position solved anew.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from outflank.kernels.bits import popcount, single
from outflank.kernels.chance import random_below, random_square
from outflank.kernels.endgame import solve_null
from outflank.kernels.evaluate import DISC, add_discs
from outflank.kernels.jit import kernel, u64
from outflank.kernels.midgame import LOWEST, best_move_known, search_midgame, states_at
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.parity import parity_of
from outflank.kernels.probcut import EXACT
from outflank.kernels.table import NO_SQUARE
from outflank.kernels.workspace import WORK_TYPE

START_PLAYER = u64(0x0000000810000000)
START_OPPONENT = u64(0x0000001008000000)

SAMPLE = np.dtype(
    [
        ("player", np.uint64),
        ("opponent", np.uint64),
        ("value", np.int16),
        ("outcome", np.int16),
        ("exact", np.bool_),
        ("best_played", np.bool_),
        ("passed", np.bool_),
    ],
    align=True,
)
"""A labelled position. `value` is the label in 1/128 disc for the player to move, by search or,
where `exact`, by the solver. `outcome` is what the game itself led to: the first exact value,
carried back through the moves that were thought best; a random move ends that, and `value` begins
anew. `passed` tells that the move played here was followed by a pass."""

SAMPLES_TYPE: Any = types.Array(numba.from_dtype(SAMPLE), 1, "C")

MOST_SAMPLES = 60
"""A game has no more positions in which there is a choice or a move."""

EXACT_EMPTIES_LEFT = 5
"""Solved positions are kept down to so many empties; the search solves fewer at once anyway."""


@kernel(types.int64(types.uint64, types.uint64, types.int64, WORK_TYPE))
def exact_value(player: int, opponent: int, guess: int, work: Any) -> int:
    """The exact score in discs, asked for around `guess`, however selective searches are."""
    confidence, tolerance = work.confidence, work.tolerance
    work.confidence, work.tolerance = EXACT, 0
    empty = ~(player | opponent)
    empties, parity = popcount(empty), parity_of(empty)
    add_discs(player, opponent, states_at(empties, work))
    lower, upper = -65, 65
    alpha = max(-64, min(63, guess - 1))
    # Each answer moves a bound; scores are even, so the window steps by two.
    while True:
        score = solve_null(player, opponent, alpha, empties, parity, work)
        if score > alpha:
            lower = score
            alpha = score
        else:
            upper = score
            alpha = score - 1
        if lower >= upper:
            break
    work.confidence, work.tolerance = confidence, tolerance
    return lower


@kernel(
    types.int64(
        types.Array(types.uint64, 1, "C"),
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        SAMPLES_TYPE,
        WORK_TYPE,
    )
)
def play_game(
    state: Any,
    random_plies: int,
    depth: int,
    exact_empties: int,
    random_per_thousand: int,
    samples: Any,
    work: Any,
) -> int:
    """Play one game; write its labelled positions to `samples` and return how many there are.

    `state` is the state of the random numbers. Requires depth ≥ 3.
    """
    # 1. A random beginning. A game that ends within it gives nothing.
    player, opponent = START_PLAYER, START_OPPONENT
    for _ in range(random_plies):
        moves = vector_legal_moves(player, opponent)
        if not moves:
            player, opponent = opponent, player
            moves = vector_legal_moves(player, opponent)
            if not moves:
                return 0
        square = random_square(moves, state)
        flipped = vector_flips(square, player, opponent)
        player, opponent = opponent ^ flipped, player | flipped | single(square)

    # 2. The game: search, label, play.
    count = 0
    guess = 0
    while True:
        empties = popcount(~(player | opponent))
        moves = vector_legal_moves(player, opponent)
        if not moves:
            player, opponent = opponent, player
            guess = -guess
            moves = vector_legal_moves(player, opponent)
            if not moves:
                break
            if count:
                samples[count - 1].passed = not samples[count - 1].passed
        if empties < EXACT_EMPTIES_LEFT:
            break
        sample = samples[count]
        sample.player = player
        sample.opponent = opponent
        sample.passed = False
        if empties <= exact_empties:
            guess = exact_value(player, opponent, guess, work)
            sample.value = guess * DISC
            sample.exact = True
            sample.best_played = False
            square = random_square(moves, state)
        else:
            add_discs(player, opponent, states_at(empties, work))
            value = search_midgame(player, opponent, LOWEST, -LOWEST, depth, empties, work)
            sample.value = value
            sample.exact = False
            guess = 2 * (value // (2 * DISC))
            square = best_move_known(player, opponent, work)
            sample.best_played = True
            if square == NO_SQUARE or random_below(1000, state) < random_per_thousand:
                square = random_square(moves, state)
                sample.best_played = False
        count += 1
        flipped = vector_flips(square, player, opponent)
        player, opponent = opponent ^ flipped, player | flipped | single(square)
        guess = -guess

    # 3. What the game led to, carried back.
    outcome = 0
    for index in range(count - 1, -1, -1):
        sample = samples[index]
        if sample.passed:
            outcome = -outcome
        outcome = -outcome if sample.best_played and index < count - 1 else sample.value
        sample.outcome = outcome
    return count
