"""Static move ordering by the kind of square."""

from __future__ import annotations

from outflank.kernels.bits import lowest
from outflank.kernels.jit import inner, u64
from outflank.rules import squares

CORNERS = u64(squares.CORNERS)
QUIET = u64(~(squares.CORNERS | squares.X_SQUARES | squares.C_SQUARES) & squares.FULL)


@inner
def take_next(moves: int) -> int:
    """The square to try next: corners first, the squares beside them last. Requires a move."""
    if moves & CORNERS:
        return lowest(moves & CORNERS)
    if moves & QUIET:
        return lowest(moves & QUIET)
    return lowest(moves)
