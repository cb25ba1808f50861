"""Minimax as a beginner would write it: every line to its end, nothing remembered, nothing cut.

Only the rules in plain Python are used. The tree of a position is walked once for all evaluations:
values are lists with one number for each.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from outflank.classics.evaluations import Evaluation
from outflank.classics.work import DISC_VALUE
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square
from outflank.search.result import ScoreUnit, SearchResult


def values(
    position: Position, depth: int, evaluations: Sequence[Evaluation], width: int = 64
) -> list[int]:
    """The score for the player to move; only the first `width` moves count."""
    if position.is_over():
        return [position.score() * DISC_VALUE] * len(evaluations)
    if depth == 0:
        return [int(evaluate(position.player, position.opponent)) for evaluate in evaluations]
    worth = move_values(position, depth, evaluations, width)
    return [max(of_moves) for of_moves in zip(*worth.values(), strict=True)]


def move_values(
    position: Position, depth: int, evaluations: Sequence[Evaluation], width: int = 64
) -> dict[Square, list[int]]:
    """The score of each move for the player who makes it."""
    return {
        move: [-value for value in values(position.play(move), depth - 1, evaluations, width)]
        for move in position.legal_moves()[:width]
    }


def tree_size(position: Position, depth: int) -> int:
    """The positions in the tree, the first included."""
    if depth == 0 or position.is_over():
        return 1
    return 1 + sum(tree_size(position.play(move), depth - 1) for move in position.legal_moves())


def pruned_tree_size(position: Position, depth: int, evaluate: Evaluation, *, history: bool) -> int:
    """The positions that alpha-beta visits, the first included.

    Moves are tried from a1 to h8, or as the history table of report 000 has them.
    """
    visited = 0
    orders: dict[tuple[int, int], list[Square]] = defaultdict(lambda: list(range(64)))

    def alphabeta(position: Position, alpha: float, beta: float, depth: int, ply: int) -> float:
        nonlocal visited
        visited += 1
        if position.is_over() or depth == 0:
            return values(position, 0, [evaluate])[0]
        if position.must_pass():
            return -alphabeta(position.passed(), -beta, -alpha, depth - 1, ply + 1)
        order = orders[ply % 2, position.occupied.bit_count()]
        best, best_move = -math.inf, PASS
        for move in sorted(position.legal_moves(), key=order.index):
            value = -alphabeta(position.play(move), -beta, -max(alpha, best), depth - 1, ply + 1)
            if value > best:
                best, best_move = value, move
            if best >= beta:
                break
        if history and ply > 0:  # the root has no other position to teach
            rank = order.index(best_move)
            better = 0 if best >= beta else max(rank - 1, 0)
            order[rank], order[better] = order[better], order[rank]
        return best

    alphabeta(position, -math.inf, math.inf, depth, 0)
    return visited


def best_score(position: Position) -> int:
    """The result in discs if both sides play their best to the end."""
    if position.is_over():
        return position.score()
    return max(-best_score(position.play(move)) for move in position.legal_moves())


def points(result: SearchResult) -> float:
    """The score of `result` in points, as brute force counts: `DISC_VALUE` for a disc of a win."""
    return result.score * DISC_VALUE if result.unit is ScoreUnit.DISCS else result.score
