"""Abort a whole search, or only a subtree that another thread has made superfluous.

A stop flag aborts the whole search. A subtree is superfluous once another thread has stored the
result of one of the nodes above it in the transposition table. So each thread keeps a list of its
open nodes (the nodes on its current path that other threads may search as well) and probes the
table for them from time to time. If the table has the result of an open node, the thread aborts the
subtree below it and continues the search from that node.
"""

from __future__ import annotations

from typing import Any

from outflank.kernels.jit import inner
from outflank.kernels.memory import load_shared
from outflank.kernels.sharing import is_shared, mark_busy, mark_free
from outflank.kernels.table import UNANSWERED, known_answer

GOING_ON, ENDED, LEAVING = 0, 1, 2
"""Values of `work.stopped`: the search runs, the whole search is aborted, or the search is aborted
up to the open node with index `work.leave_place`.
"""

CHECK_NODES = 512
"""The stop flags are checked once in this many nodes, about every 20 µs."""


@inner
def must_stop(work: Any) -> bool:
    """Whether the search must leave this node at once. Called at every node.

    It must if the node limit is reached, a stop flag is set, or the table has the result of an open
    node. `work` is the state of this search thread.
    """
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
    """Probe the table for the open nodes, from the root down.

    The first one whose result is known becomes the node up to which the search is aborted. `work`
    is the state of this search thread.
    """
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
    """Called before a move of a node is searched, to add the node to the thread's open nodes.

    `next_hash` is the hash after the move; `bucket`, `hashed`, `alpha` and `depth` are the node's
    own. Does nothing in a search with one thread. `work` is the state of this search thread.
    """
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
    """Called after the search of a move, to undo `enter_move`; `next_hash` is the hash after the
    move.

    `work` is the state of this search thread.
    """
    if is_shared(work):
        mark_free(next_hash, work)
        work.open_count -= 1


@inner
def has_arrived(work: Any) -> bool:
    """Whether an abort ends at this node, which has just returned from the search of a move.

    If so, the abort is over: the result of this node is `work.leave_value`, and its parent
    continues.
    """
    if work.stopped == LEAVING and work.leave_place == work.open_count:
        work.stopped = GOING_ON
        return True
    return False
