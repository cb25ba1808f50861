"""Abort a search, or the subtree that another thread has answered.

Flags abort a whole search. A subtree becomes needless when another thread stores the answer to one
of the nodes above it. So each thread keeps a list of its open nodes (those on its path that other
threads may share) and probes the table for them from time to time. Once one has an answer, its
subtree is aborted and the search continues from that node.
"""

from __future__ import annotations

from typing import Any

from outflank.kernels.jit import inner
from outflank.kernels.memory import load_shared
from outflank.kernels.sharing import is_shared, mark_busy, mark_free
from outflank.kernels.table import UNANSWERED, known_answer

GOING_ON, ENDED, LEAVING = 0, 1, 2
"""Values of `work.stopped`; `LEAVING` aborts up to the open node `work.leave_place`."""

CHECK_NODES = 512
"""Nodes between two checks of the flags: about 20 µs."""


@inner
def must_stop(work: Any) -> bool:
    """Whether to abort at this node: by the limit of nodes, a flag, or a known answer."""
    if work.nodes >= work.check_at:
        work.check_at = min(work.nodes + CHECK_NODES, work.node_limit)
        if (
            work.nodes >= work.node_limit
            or load_shared(work.stop_address) != 0
            or load_shared(work.answered_address) != 0
        ):
            work.stopped = ENDED
        elif work.stopped == GOING_ON:
            _look_above(work)
    return work.stopped != GOING_ON  # type: ignore[no-any-return]


@inner
def _look_above(work: Any) -> None:
    """Abort up to the highest open node that the table now answers."""
    for place in range(work.open_count):
        value = known_answer(
            work.open_bucket[place],
            work.open_hash[place],
            work.open_alpha[place],
            work.open_depth[place],
            work,
        )
        if value != UNANSWERED:
            work.stopped = LEAVING
            work.leave_place = place
            work.leave_value = value
            return


@inner
def enter_move(next_hash: int, bucket: int, hashed: int, alpha: int, depth: int, work: Any) -> None:
    """Note that this thread enters a move of a node, which is then open."""
    if is_shared(work):
        mark_busy(next_hash, work)
        place = work.open_count
        work.open_bucket[place] = bucket
        work.open_hash[place] = hashed
        work.open_alpha[place] = alpha
        work.open_depth[place] = depth
        work.open_count = place + 1


@inner
def come_back(next_hash: int, work: Any) -> None:
    """Note that this thread has returned from the move that it entered last."""
    if is_shared(work):
        mark_free(next_hash, work)
        work.open_count -= 1


@inner
def has_arrived(work: Any) -> bool:
    """Whether the abort ends at this node, which has just returned from a move.

    Its value is `work.leave_value`, and the search continues.
    """
    if work.stopped == LEAVING and work.leave_place == work.open_count:
        work.stopped = GOING_ON
        return True
    return False
