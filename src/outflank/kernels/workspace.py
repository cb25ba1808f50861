"""What one search thread carries, as one record: a single pointer down the recursion.

Addresses are plain numbers; whoever makes the record keeps the arrays behind them alive.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from outflank.kernels.jit import INTERPRETED, inner

MAXIMUM_MOVES = 40
"""Room for the moves of any position: 33 are the most that play can reach."""

MAXIMUM_OPEN = 192
"""Nodes on the way from the root: a search, a probe inside it, and a probe inside that."""

WORK = np.dtype(
    [
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("check_at", np.int64),
        # Two flags that end a search: somebody wants it to stop, or another thread has the answer.
        ("stop_address", np.uint64),
        ("answered_address", np.uint64),
        ("stopped", np.int64),
        # The transposition table: its first bucket, and how many buckets there are, less one.
        ("table_address", np.uint64),
        ("table_mask", np.uint64),
        ("age", np.int64),
        # A small table that only this thread uses, for the nodes near the end of the game.
        ("near_address", np.uint64),
        # Selectivity as an index, how many deviations that is, what a deviation is, and how many
        # probes the search is inside of.
        ("selectivity", np.int64),
        ("tolerance", np.int64),
        ("errors_address", np.uint64),
        ("probes", np.int64),
        # The root: how many empties it has, its best move so far and what that is worth.
        ("root_empties", np.int64),
        ("root_move", np.int64),
        ("root_value", np.int64),
        # Where the threads of one search note what they are at; 0 for a single thread.
        ("busy_address", np.uint64),
        # The nodes that a thread is inside of and shares with others, the root first: where the
        # table would have them, and what was asked about them. Up to which of them to leave, once
        # that has an answer, and the answer.
        ("open_count", np.int64),
        ("open_bucket", np.uint64, (MAXIMUM_OPEN,)),
        ("open_hash", np.uint64, (MAXIMUM_OPEN,)),
        ("open_alpha", np.int64, (MAXIMUM_OPEN,)),
        ("open_depth", np.int64, (MAXIMUM_OPEN,)),
        ("leave_place", np.int64),
        ("leave_value", np.int64),
        # The evaluation: a function's address, or 0 for the patterns: weights by number of discs,
        # and states by number of empties.
        ("evaluation_address", np.uint64),
        ("weights_address", np.uint64),
        ("states_address", np.uint64),
        # The correcting network by number of empties: rows, 0 for none, and block of weights.
        ("rows", np.uint64, (65,)),
        ("blocks", np.uint64, (65,)),
        # The move that was last good enough at a node with so many empties.
        ("killer", np.int64, (64,)),
        # Move lists by number of empties.
        ("key", np.int64, (64, MAXIMUM_MOVES)),
        ("square", np.int64, (64, MAXIMUM_MOVES)),
        ("flipped", np.uint64, (64, MAXIMUM_MOVES)),
        ("hashed", np.uint64, (64, MAXIMUM_MOVES)),
    ],
    align=True,
)

WORK_TYPE: Any = numba.from_dtype(WORK)


def new_work() -> Any:
    """A record of zeros that kernels take by reference."""
    work = np.zeros(1, dtype=WORK)
    # Only a recarray has attributes in plain Python; compiled code knows the fields by itself.
    return work.view(np.recarray)[0] if INTERPRETED else work[0]


NO_MOVE_YET = -1
"""The best move of a root none of whose moves has been searched, or is good enough."""


@inner
def begin_search(empties: int, work: Any) -> None:
    """Make a record ready for a search from a root with so many empties."""
    work.stopped = 0
    work.open_count = 0
    work.probes = 0
    work.check_at = 0
    work.root_empties = empties
    work.root_move = NO_MOVE_YET


@inner
def note_at_root(empties: int, square: int, value: int, work: Any) -> None:
    """Keep the best move of the root so far: all there is if the search is stopped.

    No other node of the best line has as many empties.
    """
    if empties == work.root_empties:
        work.root_move = square
        work.root_value = value
