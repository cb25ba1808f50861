"""Labels for training: compute the values of many positions by evaluation, search or solver."""

from __future__ import annotations

from typing import Any

from numba import types

from outflank.kernels.bits import popcount, single
from outflank.kernels.endgame import solve_null, solve_root
from outflank.kernels.evaluate import DISC, add_discs
from outflank.kernels.jit import kernel
from outflank.kernels.lastsquares import final_score
from outflank.kernels.leaf import evaluate_at, states_at
from outflank.kernels.midgame import LOWEST, search_midgame
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.parity import parity_of
from outflank.kernels.probcut import EXACT
from outflank.kernels.replay import NO_MOVE, START_OPPONENT, START_PLAYER
from outflank.kernels.workspace import WORK_TYPE

BOARDS: Any = types.Array(types.uint64, 1, "C")
VALUES: Any = types.Array(types.int16, 1, "C")
FLAGS: Any = types.Array(types.boolean, 1, "C")

EXACT_EMPTIES_LEFT = 5
"""Positions with fewer empty squares than this get no label,
because every search solves them at once.
"""

HALF_WINDOW = 5
"""Half the width, in discs, of the window around the guess in `selective_score`. A zero window
would bias a selective search towards the guess.
"""


@kernel("i8(u1[:,::1],u8[::1],u8[::1],u4[::1])")
def positions_of_games(moves: Any, players: Any, opponents: Any, games: Any) -> int:
    """Replay many games; write every position in which a move was made, and return their number.

    `moves` has one game per row: squares without passes, filled up with `NO_MOVE`. A game ends at
    its first illegal move, or when fewer than `EXACT_EMPTIES_LEFT` squares are empty. Positions go
    to `players` and `opponents`, the row number of their game to `games`.
    """
    count = 0
    for game in range(moves.shape[0]):
        player, opponent = START_PLAYER, START_OPPONENT
        for index in range(moves.shape[1]):
            square = moves[game, index]
            if square == NO_MOVE or popcount(~(player | opponent)) < EXACT_EMPTIES_LEFT:
                break
            legal = vector_legal_moves(player, opponent)
            if not legal:
                player, opponent = opponent, player
                legal = vector_legal_moves(player, opponent)
            move = single(square)
            if not move & legal:
                break
            players[count] = player
            opponents[count] = opponent
            games[count] = game
            count += 1
            flipped = vector_flips(square, player, opponent)
            player, opponent = opponent ^ flipped, player | flipped | move
    return count


@kernel(types.int64(types.uint64, types.uint64, types.int64, WORK_TYPE))
def value_at_depth(player: int, opponent: int, depth: int, work: Any) -> int:
    """The value of a position in 1/128 disc for `player`, by a full-width search to `depth` plies.

    At depth 0 it is the evaluation. If the player must pass, the position after the pass is
    searched; a finished game has its final score as value. `work` is the state of this search
    thread.
    """
    work.stopped = 0
    empties = popcount(~(player | opponent))
    sign = 1
    if not vector_legal_moves(player, opponent):
        player, opponent = opponent, player
        sign = -1
        if not vector_legal_moves(player, opponent):
            return -final_score(player, opponent) * DISC
    add_discs(player, opponent, states_at(empties, work))
    if depth == 0:
        return sign * evaluate_at(player, opponent, empties, work)
    return sign * search_midgame(player, opponent, LOWEST, -LOWEST, depth, empties, work)


@kernel(types.int64(types.uint64, types.uint64, types.int64, WORK_TYPE))
def exact_value(player: int, opponent: int, guess: int, work: Any) -> int:
    """The exact score in discs, by zero-window searches that start at `guess` (in discs).

    Always exact, whatever selectivity `work` has.
    """
    selectivity, tolerance = work.selectivity, work.tolerance
    work.selectivity, work.tolerance = EXACT, 0
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
    work.selectivity, work.tolerance = selectivity, tolerance
    return lower


@kernel(types.int64(types.uint64, types.uint64, types.int64, WORK_TYPE))
def selective_score(player: int, opponent: int, guess: int, work: Any) -> int:
    """The final score in discs by a solve at the selectivity of `work`.

    First searches a window around `guess` (in discs), then a wider one if the score lies outside.
    """
    alpha, beta = guess - HALF_WINDOW, guess + HALF_WINDOW
    score = solve_root(player, opponent, alpha, beta, work)
    if score >= beta:
        return solve_root(player, opponent, score - 1, 65, work)
    if score <= alpha:
        return solve_root(player, opponent, -65, score + 1, work)
    return score


@kernel(types.void(BOARDS, BOARDS, types.int64, types.int64, types.int64, VALUES, FLAGS, WORK_TYPE))
def label_positions(
    players: Any,
    opponents: Any,
    depth: int,
    solved_empties: int,
    exact_empties: int,
    values: Any,
    exact: Any,
    work: Any,
) -> None:
    """Write the value of each position, in 1/128 disc for its player, to `values`.

    Every position is first searched to `depth` plies. Then positions with at most `exact_empties`
    empty squares are solved exactly and marked in `exact`, other positions with at most
    `solved_empties` are solved at the selectivity of `work`; the value of the first search is the
    guess. Requires depth ≥ 1 and a legal move in every position.
    """
    for row in range(players.size):
        player, opponent = players[row], opponents[row]
        value = value_at_depth(player, opponent, depth, work)
        empties = popcount(~(player | opponent))
        guess = 2 * (value // (2 * DISC))
        exact[row] = empties <= exact_empties
        if exact[row]:
            value = exact_value(player, opponent, guess, work) * DISC
        elif empties <= solved_empties:
            value = selective_score(player, opponent, guess, work) * DISC
        values[row] = value


@kernel("void(i2[::1],b1[::1],b1[::1],b1[::1],u4[::1],f8,f4[::1])")
def lambda_returns(
    values: Any, exact: Any, best_played: Any, passed: Any, games: Any, decay: float, labels: Any
) -> None:
    """Write a training label, in 1/128 disc, for each position of games to `labels`.

    Rows are positions in the order of play. A label is (1 − `decay`) times the position's own value
    plus `decay` times the label of the next position, seen from the same side: with decay 0 the
    position's own value, with 1 the value at the end of the line. This averages out an error of
    searches to a fixed depth whose sign alternates from move to move.

    A position keeps its own value if it is `exact`, if the best move was not played
    (`best_played`), or if it is the last of its game (`games` has game numbers). `passed` says that
    a pass followed the move, so that the same side moves in the next row.
    """
    for row in range(values.size - 1, -1, -1):
        goes_on = row + 1 < values.size and games[row + 1] == games[row]
        labels[row] = values[row]
        if goes_on and best_played[row] and not exact[row]:
            following = labels[row + 1] if passed[row] else -labels[row + 1]
            labels[row] = (1 - decay) * values[row] + decay * following
