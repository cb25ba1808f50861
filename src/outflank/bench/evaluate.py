"""Speed of the evaluation: with incremental updates as at leaves of a search, and without."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from outflank.bench.timing import Measurement, best_seconds
from outflank.engine.weights import shipped
from outflank.engine.workspace import Table, Workspace
from outflank.kernels.bits import lowest, popcount, single
from outflank.kernels.evaluate import add_discs
from outflank.kernels.jit import kernel, u64
from outflank.kernels.leaf import evaluate_at, play_at, states_at
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.workspace import WORK_TYPE
from outflank.rules.position import Position
from outflank.search.stopping import StopFlag

ONE = u64(1)
BOARDS: Any = types.Array(types.uint64, 2, "C")


@kernel(types.int64(BOARDS, types.int64, WORK_TYPE))
def evaluate_leaves(boards: Any, rounds: int, work: Any) -> int:
    """Evaluate all children of all boards by updates from their parents, `rounds` times.

    Returns the number of evaluations.
    """
    leaves = 0
    total = 0
    for _ in range(rounds):
        for row in range(boards.shape[0]):
            player, opponent = boards[row, 0], boards[row, 1]
            empties = popcount(~(player | opponent))
            add_discs(player, opponent, states_at(empties, work))
            moves = vector_legal_moves(player, opponent)
            while moves:
                square = lowest(moves)
                moves &= moves - ONE
                flipped = vector_flips(square, player, opponent)
                play_at(empties, square, flipped, work)
                next_player, next_opponent = opponent ^ flipped, player | flipped | single(square)
                total += evaluate_at(next_player, next_opponent, empties - 1, work)
                leaves += 1
    # The sum is used, so that the compiler cannot remove the evaluations.
    return leaves if total != 1 << 60 else 0


@kernel(types.int64(BOARDS, types.int64, WORK_TYPE))
def evaluate_whole(boards: Any, rounds: int, work: Any) -> int:
    """Evaluate all boards from the bitboards alone, `rounds` times.

    Returns the number of evaluations.
    """
    total = 0
    for _ in range(rounds):
        for row in range(boards.shape[0]):
            player, opponent = boards[row, 0], boards[row, 1]
            empties = popcount(~(player | opponent))
            add_discs(player, opponent, states_at(empties, work))
            total += evaluate_at(player, opponent, empties, work)
    return boards.shape[0] * rounds if total != 1 << 60 else 0


ROOTS, FOLLOWERS, EMPTIES, PLIES = 20, 20, 34, 4


def _boards() -> Any:
    """Positions with one number of empty squares, as in a search: a few plies after few roots."""
    generator = np.random.default_rng(1)
    rows: list[tuple[int, int]] = []
    while len(rows) < ROOTS * FOLLOWERS:
        root = _played(Position.start(), EMPTIES, generator)
        for _ in range(FOLLOWERS):
            follower = _played(root, EMPTIES - PLIES, generator)
            if not follower.is_over():
                rows.append((follower.player, follower.opponent))
    return np.array(rows[: ROOTS * FOLLOWERS], dtype=np.uint64)


def _played(position: Position, empties: int, generator: np.random.Generator) -> Position:
    """Play random moves until `empties` squares are empty, or to the end of the game."""
    while position.empty_count > empties and not position.is_over():
        moves = position.legal_moves()
        position = position.play(moves[generator.integers(len(moves))])
    return position


def measure() -> list[Measurement]:
    """Measure evaluations a second on one core, with and without incremental updates."""
    boards = _boards()
    workspace = Workspace(Table(1), shipped(), StopFlag())
    work, rounds = workspace.work, 200
    leaves = int(evaluate_leaves(boards, rounds, work))
    whole = int(evaluate_whole(boards, rounds, work))
    leaf_seconds, whole_seconds = best_seconds(
        lambda: evaluate_leaves(boards, rounds, work),
        lambda: evaluate_whole(boards, rounds, work),
    )
    return [
        Measurement(
            what="leaves: a move, its flips, an update from the parent and the sum",
            value=leaves / leaf_seconds / 1e6,
            unit="M/s",
        ),
        Measurement(
            what="positions from the bitboards alone",
            value=whole / whole_seconds / 1e6,
            unit="M/s",
        ),
    ]
