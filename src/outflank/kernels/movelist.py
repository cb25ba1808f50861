"""Move lists with ordering keys. `work` has one list for each number of empty squares.

No two nodes of a path have the same number (but for passes), so that each node has its own list.
"""

from __future__ import annotations

from typing import Any

from outflank.kernels.jit import inner


@inner
def put_move(
    index: int, key: int, square: int, flipped: int, hashed: int, empties: int, work: Any
) -> None:
    """Write one move to place `index` of the move list for `empties` empty squares.

    `key` orders the moves: the smallest is searched first. `flipped` are the discs that the move
    turns; `hashed` is the hash of the position after it, 0 if not needed. `work` is the state of
    this search thread.
    """
    work.key[empties, index] = key
    work.square[empties, index] = square
    work.flipped[empties, index] = flipped
    work.hashed[empties, index] = hashed


@inner
def bring_best_forward(index: int, count: int, empties: int, work: Any) -> None:
    """Swap the move at place `index` with the best (smallest key) of the moves from `index` on.

    The list is that for `empties` empty squares and has `count` moves. This is one step of a
    selection sort: after a cutoff, the order of the remaining moves is not needed. `work` is the
    state of this search thread.
    """
    best = index
    for other in range(index + 1, count):
        if work.key[empties, other] < work.key[empties, best]:
            best = other
    if best != index:
        key, square = work.key[empties, index], work.square[empties, index]
        flipped, hashed = work.flipped[empties, index], work.hashed[empties, index]
        work.key[empties, index] = work.key[empties, best]
        work.square[empties, index] = work.square[empties, best]
        work.flipped[empties, index] = work.flipped[empties, best]
        work.hashed[empties, index] = work.hashed[empties, best]
        put_move(best, key, square, flipped, hashed, empties, work)
