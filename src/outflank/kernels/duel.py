"""Games between two sets of weights at equal depth, hundreds a second: the strength of a fit."""

from __future__ import annotations

from typing import Any

from numba import types

from outflank.kernels.bits import lowest, popcount, single
from outflank.kernels.evaluate import add_discs
from outflank.kernels.jit import kernel
from outflank.kernels.labels import exact_value
from outflank.kernels.lastsquares import final_score
from outflank.kernels.leaf import states_at
from outflank.kernels.midgame import LOWEST, best_move_known, search_midgame
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.table import NO_SQUARE
from outflank.kernels.workspace import WORK_TYPE


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.int64, WORK_TYPE, WORK_TYPE))
def play_duel(
    player: int, opponent: int, depth: int, exact_empties: int, first: Any, second: Any
) -> int:
    """Play on from a position; return the score in discs for `first`, who is to move there.

    Both sides search every move to `depth` with their own weights and tables. With `exact_empties`
    or fewer the position is solved and its exact score returned. Requires depth ≥ 3.
    """
    first_to_move = True
    while True:
        empties = popcount(~(player | opponent))
        moves = vector_legal_moves(player, opponent)
        if not moves:
            player, opponent = opponent, player
            first_to_move = not first_to_move
            moves = vector_legal_moves(player, opponent)
            if not moves:
                score = final_score(player, opponent)
                return score if first_to_move else -score
        if empties <= exact_empties:
            add_discs(player, opponent, states_at(empties, first))
            score = exact_value(player, opponent, 0, first)
            return score if first_to_move else -score
        if first_to_move:
            add_discs(player, opponent, states_at(empties, first))
            search_midgame(player, opponent, LOWEST, -LOWEST, depth, empties, first)
            square = best_move_known(player, opponent, first)
        else:
            add_discs(player, opponent, states_at(empties, second))
            search_midgame(player, opponent, LOWEST, -LOWEST, depth, empties, second)
            square = best_move_known(player, opponent, second)
        if square == NO_SQUARE:
            square = lowest(moves)
        flipped = vector_flips(square, player, opponent)
        player, opponent = opponent ^ flipped, player | flipped | single(square)
        first_to_move = not first_to_move
