"""How threads share one search: simplified ABDADA.

All threads search the same tree and share the table. Before a thread searches a move (other than
the first of a node) it checks whether another thread is at that position, and if so searches the
other moves first; later the answer is usually in the table.

Threads note the hashes of their positions in `BUSY_PLACES` words, without locks: a note that is
overwritten or read too late costs duplicate work, never a wrong score.
"""

from __future__ import annotations

from typing import Any

from outflank.kernels.jit import inner, u64
from outflank.kernels.movelist import bring_best_forward
from outflank.kernels.table import load_word, store_word

BUSY_PLACES = 1 << 15
BUSY_MASK = u64(BUSY_PLACES - 1)
NOBODY = u64(0)

DEFERRED = 1 << 40
"""Added to the key of a move that another thread is at."""


@inner
def _place(hashed: int, work: Any) -> int:
    return work.busy_address + (hashed & BUSY_MASK) * u64(8)  # type: ignore[no-any-return]


@inner
def is_shared(work: Any) -> bool:
    """Whether several threads share the search."""
    return work.busy_address != 0  # type: ignore[no-any-return]


@inner
def choose_move(index: int, count: int, empties: int, work: Any) -> None:
    """Bring the move to search next to `index`: the best that no other thread is at."""
    bring_best_forward(index, count, empties, work)
    if work.busy_address == 0 or index == 0:
        return
    was_deferred = False
    while work.key[empties, index] < DEFERRED // 2:
        hashed = work.hashed[empties, index]
        if load_word(_place(hashed, work)) != hashed:
            break
        work.key[empties, index] += DEFERRED
        was_deferred = True
        bring_best_forward(index, count, empties, work)
    if was_deferred:
        # Deferred once only: a move that the other thread has finished is in the table, and its
        # value narrows the window of the moves after it.
        for other in range(index, count):
            if work.key[empties, other] >= DEFERRED // 2:
                work.key[empties, other] -= DEFERRED


@inner
def mark_busy(hashed: int, work: Any) -> None:
    """Note that this thread is at a position."""
    if work.busy_address != 0:
        store_word(_place(hashed, work), hashed)


@inner
def mark_free(hashed: int, work: Any) -> None:
    """Note that this thread has left a position."""
    if work.busy_address != 0:
        store_word(_place(hashed, work), NOBODY)
