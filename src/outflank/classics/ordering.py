"""Static move ordering: corners first, squares beside corners last."""

from __future__ import annotations

from outflank.kernels.bits import lowest
from outflank.kernels.jit import inner, u64
from outflank.rules import squares

CORNERS = u64(squares.CORNERS)
QUIET = u64(~(squares.CORNERS | squares.X_SQUARES | squares.C_SQUARES) & squares.FULL)


@inner
def take_next(moves: int) -> int:
    """The square of the bitboard `moves` to search next: corners first, then others, then squares
    beside corners. Requires at least one move.
    """
    if moves & CORNERS:
        return lowest(moves & CORNERS)
    if moves & QUIET:
        return lowest(moves & QUIET)
    return lowest(moves)
