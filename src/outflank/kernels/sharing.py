"""How threads share one search: a simplified form of ABDADA.

All threads search the same tree and share the transposition table. Before a thread searches a move
(other than the first of a node), it checks whether another thread is searching the position after
it. If so, it searches the other moves of the node first; when it returns to the deferred move, the
result is usually in the table.

The hash of every position that a thread is searching is stored in one of `BUSY_PLACES` words,
without locks: a word that is overwritten or read too late causes duplicate work, never a wrong
score.
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
"""Added to the ordering key of a move that another thread is searching, so that it comes last."""


@inner
def _place(hashed: int, work: Any) -> int:
    return work.busy_address + (hashed & BUSY_MASK) * u64(8)  # type: ignore[no-any-return]


@inner
def is_shared(work: Any) -> bool:
    """Whether several threads search this tree.

    `work` is the state of this search thread.
    """
    return work.busy_address != 0  # type: ignore[no-any-return]


@inner
def choose_move(index: int, count: int, empties: int, work: Any) -> None:
    """Bring the move that should be searched next to place `index` of the move list, by a swap.

    The list is that for `empties` empty squares and has `count` moves. The chosen move is the best
    remaining one whose position no other thread is searching; if all are being searched, the best
    of all. `work` is the state of this search thread.
    """
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
    """Publish that this thread is searching the position with hash `hashed`.

    `work` is the state of this search thread.
    """
    if work.busy_address != 0:
        store_word(_place(hashed, work), hashed)


@inner
def mark_free(hashed: int, work: Any) -> None:
    """Publish that this thread has finished the position with hash `hashed`.

    `work` is the state of this search thread.
    """
    if work.busy_address != 0:
        store_word(_place(hashed, work), NOBODY)
