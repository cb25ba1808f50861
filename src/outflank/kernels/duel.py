"""Fast games between two sets of evaluation weights at equal depth, hundreds per second.

Training uses them to measure whether new weights play better than old ones.
"""

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
    """Play a game from a position to its end; return the final score in discs for `first`.

    `first` and `second` are the `work` records of the two sides, each with its own weights and
    transposition table; `first` is to move. Both sides search every move to `depth` plies. At
    `exact_empties` or fewer empty squares the game is not played on but solved exactly. Requires
    depth ≥ 3.
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
