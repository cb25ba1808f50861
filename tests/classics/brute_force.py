"""Minimax as a beginner would write it: every line to its end, nothing remembered, nothing cut.

Only the rules in plain Python are used. The tree of a position is walked once for all evaluations:
values are lists with one number for each.
"""

from __future__ import annotations

from collections.abc import Sequence

from outflank.classics.evaluations import Evaluation
from outflank.classics.work import DISC_VALUE
from outflank.rules.position import Position
from outflank.rules.squares import Square


def values(
    position: Position, depth: int, evaluations: Sequence[Evaluation], width: int = 64
) -> list[int]:
    """What the position is worth to the player to move; of all moves the first `width` count."""
    if position.is_over():
        return [position.score() * DISC_VALUE] * len(evaluations)
    if depth == 0:
        return [int(evaluate(position.player, position.opponent)) for evaluate in evaluations]
    worth = move_values(position, depth, evaluations, width)
    return [max(of_moves) for of_moves in zip(*worth.values(), strict=True)]


def move_values(
    position: Position, depth: int, evaluations: Sequence[Evaluation], width: int = 64
) -> dict[Square, list[int]]:
    """What each move is worth to the player who makes it."""
    return {
        move: [-value for value in values(position.play(move), depth - 1, evaluations, width)]
        for move in position.legal_moves()[:width]
    }


def tree_size(position: Position, depth: int) -> int:
    """The positions in the tree, the first included."""
    if depth == 0 or position.is_over():
        return 1
    return 1 + sum(tree_size(position.play(move), depth - 1) for move in position.legal_moves())


def best_score(position: Position) -> int:
    """The result in discs if both sides play their best to the end."""
    if position.is_over():
        return position.score()
    return max(-best_score(position.play(move)) for move in position.legal_moves())
