"""The state of a running classic search (`work`): counters, limits and the best line so far."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from outflank.classics.evaluations import Evaluation
from outflank.kernels.bits import popcount
from outflank.kernels.calling import address_of, call_evaluation
from outflank.kernels.jit import INTERPRETED, inner
from outflank.kernels.memory import load_shared
from outflank.rules.squares import Square
from outflank.search.limit import Limit
from outflank.search.stopping import StopFlag

MAXIMUM_PLIES = 128
"""The greatest length of a line that can be stored:
more than sixty moves with a pass after each.
"""

INFINITY = 1 << 40
"""Greater than every value of every evaluation."""

DISC_VALUE = 1_000_000
"""In a finished game, each disc of the score counts this much, so that a won game (by at least two
discs) is better than every evaluation.
"""

WORK = np.dtype(
    [
        ("nodes", np.int64),
        ("leaves", np.int64),
        ("evaluated", np.int64),
        ("table_hits", np.int64),
        ("evaluation_address", np.uint64),
        ("node_limit", np.int64),
        ("stop_address", np.uint64),
        ("stopped", np.int64),
        ("symmetric", np.int64),
        ("line_length", np.int64, MAXIMUM_PLIES),
        ("line", np.int8, (MAXIMUM_PLIES, MAXIMUM_PLIES)),
    ],
    align=True,
)
"""The fields of `work`. `leaves` counts evaluated positions and finished games, `evaluated` only
the former. `line[ply]` is the best line from the node at distance `ply` from the root; see
`keep_line`. With `symmetric`, the images of a position share one table entry.
"""

WORK_TYPE: Any = numba.from_dtype(WORK)


def new_work(evaluation: Evaluation, limit: Limit, flag: StopFlag) -> Any:
    """A new `work` record for a search with this evaluation and limit, which `flag` can stop."""
    work = new_record(WORK)
    work["evaluation_address"] = address_of(evaluation)
    work["node_limit"] = min(limit.nodes or INFINITY, INFINITY)
    work["stop_address"] = flag.address
    return work


def new_record(fields: np.dtype[Any]) -> Any:
    """A record of zeros with these fields, in a form that kernels can change."""
    record = np.zeros(1, dtype=fields)
    # Only a recarray has attributes in plain Python; compiled code knows the fields.
    return record.view(np.recarray)[0] if INTERPRETED else record[0]


def best_line(work: Any, ply: int) -> tuple[Square, ...]:
    """The best line from the node at distance `ply` from the root.

    `work` is the state of the running search.
    """
    return tuple(int(move) for move in work["line"][ply, : work["line_length"][ply]])


@inner
def visit(work: Any, ply: int) -> bool:
    """Count a node and clear its line; return False if the search must stop.

    `work` is the state of the running search.
    """
    work.line_length[ply] = 0
    if work.nodes >= work.node_limit or (
        work.nodes & 1023 == 0 and load_shared(work.stop_address) != 0
    ):
        work.stopped = 1
    if work.stopped:
        return False
    work.nodes += 1
    return True


@inner
def keep_line(work: Any, ply: int, move: int) -> None:
    """Store `move`, followed by the best line at `ply` + 1, as the best line at `ply`.

    `work` is the state of the running search.
    """
    length = work.line_length[ply + 1]
    work.line[ply, 0] = move
    for index in range(length):
        work.line[ply, index + 1] = work.line[ply + 1, index]
    work.line_length[ply] = length + 1


@inner
def evaluated(player: int, opponent: int, work: Any) -> int:
    """Evaluate a leaf that is not the end of a game, and count it.

    `work` is the state of the running search.
    """
    work.leaves += 1
    work.evaluated += 1
    return call_evaluation(work.evaluation_address, player, opponent)


@inner
def finished(player: int, opponent: int, work: Any) -> int:
    """The value of a finished game, counted as a leaf: its score for the player times `DISC_VALUE`.

    Empty squares count for the winner. `work` is the state of the running search.
    """
    work.leaves += 1
    own, other = popcount(player), popcount(opponent)
    if own > other:
        return (64 - 2 * other) * DISC_VALUE
    if own < other:
        return (2 * own - 64) * DISC_VALUE
    return 0
