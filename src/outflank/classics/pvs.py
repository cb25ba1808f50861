"""Principal variation search (report 004): full window for the first move, zero windows after it.

With good move ordering the first move is usually the best. A search with a zero window (alpha,
alpha + 1) then shows, with far fewer nodes, that another move is no better. If it fails high, the
move is searched again with the full window.

A shallow search orders the root moves before the first deep one, and every iteration orders them
for the next. A timer thread stops the search, because in the report reading the clock cost more
than a ply.
"""

from __future__ import annotations

from typing import Any

from numba import types

from outflank.classics.driver import RootMove, TreeSearch
from outflank.classics.ordering import take_next
from outflank.classics.work import (
    INFINITY,
    WORK_TYPE,
    best_line,
    evaluated,
    finished,
    keep_line,
    visit,
)
from outflank.kernels.bits import single
from outflank.kernels.jit import kernel
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.rules.position import Position
from outflank.rules.squares import PASS
from outflank.search.limit import Limit

SHALLOW_DEPTH = 6
"""The depth, in plies, of the shallow search that orders the root moves."""


@kernel(
    types.int64(
        types.uint64,
        types.uint64,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        WORK_TYPE,
    )
)
def principal_variation_search(
    player: int,
    opponent: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    work: Any,
) -> int:
    """Search a position to `depth` plies; return its value in points for the player.

    If the value does not lie between alpha and beta, a bound on the side where it lies is returned.
    `ply` is the distance from the root, `work` the state of the search (`classics.work`).
    """
    # 1. The end of the search, of the game, or of the depth.
    if not visit(work, ply):
        return 0
    moves = vector_legal_moves(player, opponent)
    if not moves and not vector_legal_moves(opponent, player):
        return finished(player, opponent, work)
    if depth == 0:
        return evaluated(player, opponent, work)
    if not moves:
        value = -principal_variation_search(
            opponent, player, -beta, -alpha, depth - 1, ply + 1, work
        )
        keep_line(work, ply, PASS)
        return value

    # 2. The first move with the full window, each later one with a zero window first.
    best = -INFINITY
    remaining = moves
    while remaining:
        square = take_next(remaining)
        move = single(square)
        flipped = vector_flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player | flipped | move
        doubted = remaining != moves
        remaining ^= move
        value = alpha + 1
        if doubted:
            value = -principal_variation_search(
                next_player, next_opponent, -alpha - 1, -alpha, depth - 1, ply + 1, work
            )
        # 3. The full window: for the first move, and for any that is better than alpha.
        if not doubted or alpha < value < beta:
            value = -principal_variation_search(
                next_player, next_opponent, -beta, -alpha, depth - 1, ply + 1, work
            )
        if value > best:
            best = value
            keep_line(work, ply, square)
            if value > alpha:
                alpha = value
                if alpha >= beta:
                    break
    return best


class PrincipalVariationSearch(TreeSearch):
    """Principal variation search with iterative deepening and ordering of the root moves."""

    def _depths(self, position: Position, limit: Limit) -> range:
        depths = super()._depths(position, limit)
        if len(depths) == 1 and depths[0] > SHALLOW_DEPTH:
            # One deep search: a shallow one before it orders the moves.
            return range(SHALLOW_DEPTH, depths[0] + 1, depths[0] - SHALLOW_DEPTH)
        return depths

    def _search_iteration(self, moves: list[RootMove], depth: int, work: Any) -> int:
        alpha = -INFINITY
        for index, root_move in enumerate(moves):
            value = alpha + 1
            if index > 0:
                value = self._value(root_move, depth, alpha, alpha + 1, work)
            if index == 0 or value > alpha:
                value = self._value(root_move, depth, alpha, INFINITY, work)
            if work["stopped"]:
                return index
            root_move.value, root_move.line = value, best_line(work, 1)
            alpha = max(alpha, value)
        return len(moves)

    def _value(self, root_move: RootMove, depth: int, alpha: int, beta: int, work: Any) -> int:
        child = root_move.position
        return -principal_variation_search(
            child.player, child.opponent, -beta, -alpha, depth - 1, 1, work
        )
