"""Plain alpha-beta with the same evaluation: what every search to a depth must equal.

No order of moves, no table, no cuts but those of the window, and every leaf is evaluated anew.
"""

from __future__ import annotations

from typing import Any

from numba import types

from outflank.engine.own_evaluation import OwnEvaluation
from outflank.engine.weights import Weights
from outflank.engine.workspace import Table, Workspace
from outflank.kernels.bits import lowest, popcount, single
from outflank.kernels.evaluate import DISC
from outflank.kernels.jit import kernel
from outflank.kernels.lastsquares import final_score
from outflank.kernels.midgame import static_value
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.workspace import WORK_TYPE
from outflank.rules.position import Position
from outflank.search.stopping import StopFlag

INFINITE = 1 << 20


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.int64, types.int64, WORK_TYPE))
def plain_alphabeta(
    player: int, opponent: int, alpha: int, beta: int, depth: int, work: Any
) -> int:
    """The value at `depth` in 1/128 disc where it lies within the window; passes cost no depth."""
    if depth == 0:
        # A leaf is evaluated as it stands, but for what is seen without looking for moves.
        if not player or not popcount(~(player | opponent)):
            return final_score(player, opponent) * DISC
        return static_value(player, opponent, work)
    moves = vector_legal_moves(player, opponent)
    if not moves:
        if not vector_legal_moves(opponent, player):
            return final_score(player, opponent) * DISC
        return -plain_alphabeta(opponent, player, -beta, -alpha, depth, work)
    best = -INFINITE
    while moves:
        square = lowest(moves)
        moves ^= single(square)
        flipped = vector_flips(square, player, opponent)
        value = -plain_alphabeta(
            opponent ^ flipped, player | flipped | single(square), -beta, -alpha, depth - 1, work
        )
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


class PlainSearch:
    """Values in discs by `plain_alphabeta`."""

    def __init__(self, weights: Weights, own: OwnEvaluation | None = None) -> None:
        self._workspace = Workspace(Table(0.001), weights, StopFlag(), own=own)

    def value(self, position: Position, depth: int) -> float:
        """The value of a position for the side to move."""
        board = (position.player, position.opponent)
        value = plain_alphabeta(*board, -INFINITE, INFINITE, depth, self._workspace.work)
        return value / DISC
