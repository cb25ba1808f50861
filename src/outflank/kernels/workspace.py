"""The record `work`: all data of one search thread, passed down the recursion as one pointer.

Addresses in it are plain integers; whoever makes the record (`engine.workspace`) keeps the memory
behind them alive.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from outflank.kernels.jit import INTERPRETED, inner

MAXIMUM_MOVES = 40
"""Length of a move list; no position that play can reach has more than 33 legal moves."""

MAXIMUM_OPEN = 192
"""Maximum number of nodes on the path from the root: those of a search, of a ProbCut probe inside
it, and of a probe inside that."""

WORK = np.dtype(
    [
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("check_at", np.int64),
        # Two flags that end a search: a stop, or the answer of another thread.
        ("stop_address", np.uint64),
        ("answered_address", np.uint64),
        ("stopped", np.int64),
        # The transposition table: its first bucket, and the number of buckets less one.
        ("table_address", np.uint64),
        ("table_mask", np.uint64),
        ("age", np.int64),
        # A small table that only this thread uses, for the nodes near the end of the game.
        ("near_address", np.uint64),
        # ProbCut: selectivity (an index), its deviations, their table, and the nesting of probes.
        ("selectivity", np.int64),
        ("tolerance", np.int64),
        ("errors_address", np.uint64),
        ("probes", np.int64),
        # The root: its number of empties, its best move so far and that move's value.
        ("root_empties", np.int64),
        ("root_move", np.int64),
        ("root_value", np.int64),
        # The notes of busy positions (`kernels.sharing`); 0 for a single thread.
        ("busy_address", np.uint64),
        # Open nodes (`kernels.leaving`), the root first: bucket, hash, alpha and depth. Then the
        # open node up to which to abort, and its value.
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
        # The correcting network by number of empties: the addresses of rows (0 for none) and block.
        ("rows", np.uint64, (65,)),
        ("blocks", np.uint64, (65,)),
        # Killer moves by number of empties.
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
    """A new record, all zeros, that kernels take by reference."""
    work = np.zeros(1, dtype=WORK)
    # Only a recarray has attributes in plain Python; compiled code knows the fields.
    return work.view(np.recarray)[0] if INTERPRETED else work[0]


NO_MOVE_YET = -1
"""Value of `root_move` until a move at the root has raised alpha."""


@inner
def begin_search(empties: int, work: Any) -> None:
    """Reset the record for a search whose root has `empties` empty squares."""
    work.stopped = 0
    work.open_count = 0
    work.probes = 0
    work.check_at = 0
    work.root_empties = empties
    work.root_move = NO_MOVE_YET


@inner
def note_at_root(empties: int, square: int, value: int, work: Any) -> None:
    """If this node is the root, record `square` as its best move so far, with its value.

    A stopped search can then still return a move. The root is recognised by `empties`: no other
    node on the principal variation has as many.
    """
    if empties == work.root_empties:
        work.root_move = square
        work.root_value = value
