"""Alpha-beta in plain Python: some ten thousand positions a second, and nothing to load or compile.

For where the kernels are not at hand: in the first second of a process, or on a machine without
Numba. It deepens while there is time and plays the last moves of a game exactly.
"""

from __future__ import annotations

import time

from outflank.errors import OutflankError
from outflank.players.searching import SearchPlayer
from outflank.rules.bitboard import flips, legal_moves
from outflank.rules.position import Position
from outflank.rules.squares import (
    C_SQUARES,
    CORNERS,
    PASS,
    SQUARES,
    X_SQUARES,
    Bitboard,
    Square,
)
from outflank.search.limit import Limit
from outflank.search.result import SearchProgress, SearchResult

CORNER_POINTS = 30
MOVE_POINTS = 2
X_SQUARE_POINTS = 12
"""What an own corner, a legal move and a disc diagonally beside an empty corner are worth."""

DISC_POINTS = 1000
"""What a disc of a finished game is worth: no evaluation outweighs a decided game."""

INFINITY = 1 << 20

DEFAULT_DEPTH = 4
"""The depth where a limit names neither depth nor nodes nor seconds."""

_X_SQUARE_OF = {1 << 0: 1 << 9, 1 << 7: 1 << 14, 1 << 56: 1 << 49, 1 << 63: 1 << 54}

# Corners are tried first, the squares beside them last.
_ORDER: tuple[Square, ...] = tuple(
    sorted(
        SQUARES,
        key=lambda square: (
            not CORNERS >> square & 1,
            bool(C_SQUARES >> square & 1),
            bool(X_SQUARES >> square & 1),
        ),
    )
)


class _Ended(Exception):
    """The limit has struck in the middle of a depth."""


class PlainSearch:
    """One search at a time; see the module's docstring."""

    def __init__(self) -> None:
        self._is_stopped = False
        self._nodes = self._leaves = 0
        self._node_limit = INFINITY**2
        self._deadline = float("inf")

    def search(
        self, position: Position, limit: Limit, *, progress: SearchProgress | None = None
    ) -> SearchResult:
        """The best move in `position` that can be found within `limit`."""
        if position.is_over():
            raise OutflankError("the game is over; there is no move to search for")
        started = time.perf_counter()
        self._is_stopped, self._nodes, self._leaves = False, 0, 0
        self._node_limit = limit.nodes or INFINITY**2
        self._deadline = started + (limit.seconds or float("inf"))
        has_end = limit.seconds is not None or limit.nodes is not None
        deepest = min(limit.depth or (64 if has_end else DEFAULT_DEPTH), 2 * position.empty_count)
        best, line, depth_done = 0, position.legal_moves()[:1], 0
        is_complete = False

        def result() -> SearchResult:
            return SearchResult(
                move=line[0],
                score=best,
                principal_variation=line,
                depth=depth_done,
                nodes=self._nodes,
                leaves=self._leaves,
                table_hits=0,
                seconds=time.perf_counter() - started,
                complete=is_complete,
                score_discs=best / DISC_POINTS if abs(best) >= DISC_POINTS else None,
            )

        try:
            for depth in range(1, deepest + 1):
                best, line = self._value(
                    position.player, position.opponent, -INFINITY, INFINITY, depth, line[:1]
                )
                depth_done = depth
                if progress is not None:
                    progress(result())
            is_complete = True
        except _Ended:
            pass
        return result()

    def stop(self) -> None:
        """End the running search from another thread; it returns what it has."""
        self._is_stopped = True

    def _value(
        self,
        player: Bitboard,
        opponent: Bitboard,
        alpha: int,
        beta: int,
        depth: int,
        first: tuple[Square, ...] = (),
    ) -> tuple[int, tuple[Square, ...]]:
        """The value of a position and the best line from it; `first` is tried before the others."""
        # 1. The end of the search, of the game, or of the depth.
        self._nodes += 1
        if (
            self._is_stopped
            or self._nodes > self._node_limit
            or time.perf_counter() > self._deadline
        ):
            raise _Ended
        moves = legal_moves(player, opponent)
        if not moves:
            replies = legal_moves(opponent, player)
            if not replies:
                self._leaves += 1
                return DISC_POINTS * Position(player, opponent).score(), ()
            value, line = self._value(opponent, player, -beta, -alpha, depth)
            return -value, (PASS, *line)
        if depth == 0:
            self._leaves += 1
            return _evaluate(player, opponent, moves), ()
        # 2. The moves.
        best, best_line = -INFINITY, first
        for square in (*first, *_ORDER):
            if not moves >> square & 1:
                continue
            moves ^= 1 << square
            flipped = flips(square, player, opponent)
            value, line = self._value(
                opponent ^ flipped, player | flipped | 1 << square, -beta, -alpha, depth - 1
            )
            if -value > best:
                best, best_line = -value, (square, *line)
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        return best, best_line


def _evaluate(player: Bitboard, opponent: Bitboard, moves: Bitboard) -> int:
    """Corners, mobility, and the squares that give corners away, in points for the player."""
    points = MOVE_POINTS * (moves.bit_count() - legal_moves(opponent, player).bit_count())
    points += CORNER_POINTS * ((player & CORNERS).bit_count() - (opponent & CORNERS).bit_count())
    for corner, x_square in _X_SQUARE_OF.items():
        if not (player | opponent) & corner:
            points -= X_SQUARE_POINTS * bool(player & x_square)
            points += X_SQUARE_POINTS * bool(opponent & x_square)
    return points


def make_plain(
    *, depth: int | None, nodes: int | None, time: float | None, seed: int | None
) -> SearchPlayer:
    """A player without kernels; chance has no part in it."""
    return SearchPlayer(PlainSearch(), depth=depth, nodes=nodes, time=time)
