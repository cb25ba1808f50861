"""Self-play for training data: whole games of the engine against itself.

A game begins with random moves, so that games differ: each legal move is equally likely, or better
moves are likelier (`loose_move`). After that every position is searched to a fixed depth, and the
value is its label. Now and then a random move is played in place of the best one, for variety;
labels are not affected, as they do not depend on the move played. With few empty squares, positions
are solved exactly, and the rest of the game consists of random moves.
"""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy as np
from numba import types

from outflank.kernels.bits import lowest, popcount, single
from outflank.kernels.chance import random_below, random_fraction, random_square
from outflank.kernels.evaluate import DISC, add_discs
from outflank.kernels.jit import kernel, u64
from outflank.kernels.labels import EXACT_EMPTIES_LEFT, exact_value, value_at_depth
from outflank.kernels.leaf import states_at
from outflank.kernels.midgame import LOWEST, best_move_known, search_midgame
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.table import NO_SQUARE
from outflank.kernels.workspace import WORK_TYPE

START_PLAYER = u64(0x0000000810000000)
START_OPPONENT = u64(0x0000001008000000)

SAMPLE = np.dtype(
    [
        ("player", np.uint64),
        ("opponent", np.uint64),
        ("value", np.int16),
        ("exact", np.bool_),
        ("best_played", np.bool_),
        ("passed", np.bool_),
    ],
    align=True,
)
"""One labelled position. `value` is in 1/128 disc for the player to move, found by the solver if
`exact`, else by a search. `best_played`: the move that the search found best was played.
`passed`: after the played move the opponent had to pass.
"""

SAMPLES_TYPE: Any = types.Array(numba.from_dtype(SAMPLE), 1, "C")

MOST_SAMPLES = 60
"""The greatest number of positions that one game can yield."""


@kernel(
    types.int64(
        types.uint64,
        types.uint64,
        types.uint64,
        types.int64,
        types.Array(types.uint64, 1, "C"),
        WORK_TYPE,
    )
)
def loose_move(
    player: int, opponent: int, moves: int, looseness: int, state: Any, work: Any
) -> int:
    """Choose a move of the bitboard `moves` at random, better moves with a higher probability.

    A move whose value is `looseness` / 128 discs less than that of another is 1/e times as likely.
    Values are those of a search of two plies. `state` is the state of the random numbers. Requires
    looseness ≥ 1. `work` is the state of this search thread.
    """
    best_square = NO_SQUARE
    best = -1e9
    while moves:
        square = lowest(moves)
        move = moves & -moves
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        value = -value_at_depth(opponent ^ flipped, player | flipped | move, 1, work)
        # The greatest of values with Gumbel noise is a draw from their softmax.
        key = value - looseness * math.log(-math.log(random_fraction(state)))
        if key > best:
            best = key
            best_square = square
    return best_square


@kernel(
    types.int64(
        types.Array(types.uint64, 1, "C"),
        types.int64,
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
    looseness: int,
    depth: int,
    exact_empties: int,
    random_per_thousand: int,
    samples: Any,
    work: Any,
) -> int:
    """Play one game; write its labelled positions to `samples` and return their number.

    The game begins with `random_plies` random moves: any legal move if `looseness` is 0, else a
    `loose_move`. After that every position is searched to `depth` plies (at least 3), or solved
    with at most `exact_empties` empty squares; in `random_per_thousand` of 1000 positions a random
    move is played instead of the best one. `state` is the state of the random numbers. `work` is
    the state of this search thread.
    """
    # 1. A random opening. A game that ends within it yields no samples.
    player, opponent = START_PLAYER, START_OPPONENT
    for _ in range(random_plies):
        moves = vector_legal_moves(player, opponent)
        if not moves:
            player, opponent = opponent, player
            moves = vector_legal_moves(player, opponent)
            if not moves:
                return 0
        if looseness:
            square = loose_move(player, opponent, moves, looseness, state, work)
        else:
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
    return count
