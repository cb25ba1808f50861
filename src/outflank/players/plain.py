"""Principal variation search in pure Python, which needs no compiled kernels.

It is used in the first second of a process, while kernels are loaded, and on machines without
Numba. It has bitboards as ints, a transposition table, iterative deepening, and an evaluation with
the six terms of report 004; the last moves of a game are solved exactly.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from outflank.errors import OutflankError
from outflank.players.plain_board import moves_of, turned_by, value_of
from outflank.players.searching import SearchPlayer
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
from outflank.search.result import ScoreUnit, SearchProgress, SearchResult

DISC_POINTS = 100_000
"""In a finished game, each disc of the score counts this many points, more than any evaluation."""

INFINITY = 1 << 40

DEFAULT_DEPTH = 4
"""The depth in plies if the limit has neither depth nor nodes nor seconds."""

ORDERED_FROM_DEPTH = 3
"""From this remaining depth on, moves that leave the opponent fewer replies are searched first."""

MOST_ENTRIES = 400_000
"""The transposition table is cleared before a search if it has more
positions than this (about 100 MB).
"""

NODES_BETWEEN_LOOKS = 32
"""The clock is read once in this many nodes."""

EXACT, AT_LEAST, AT_MOST = 0, 1, 2

# Move ordering: corners first, X-squares last.
_RANK = tuple(
    0 if CORNERS >> square & 1 else 3 if X_SQUARES >> square & 1 else 1 + (C_SQUARES >> square & 1)
    for square in SQUARES
)
_ORDER: tuple[tuple[Square, Bitboard], ...] = tuple(
    (square, 1 << square) for square in sorted(SQUARES, key=_RANK.__getitem__)
)
RANK_IN_REPLIES = 3
"""In move ordering, one step in the rank of a square (corner, ordinary, C square, X square) counts
as much as this many replies of the opponent.
"""


class _Ended(Exception):
    """Raised inside the search when the limit is reached or the search is stopped."""


class PlainSearch:
    """The search. An instance can run only one search at a time."""

    def __init__(self) -> None:
        self._is_stopped = False
        self._nodes = self._leaves = self._hits = 0
        self._node_limit = INFINITY
        self._deadline = float("inf")
        self._table: dict[tuple[Bitboard, Bitboard], tuple[int, int, int, Square]] = {}

    def search(
        self, position: Position, limit: Limit, *, progress: SearchProgress | None = None
    ) -> SearchResult:
        """Find the best move of `position` within `limit`.

        `progress` is called with the result of every completed depth.
        """
        if position.is_over():
            raise OutflankError("the game is over; there is no move to search for")
        started = time.perf_counter()
        self._is_stopped, self._nodes, self._leaves, self._hits = False, 0, 0, 0
        self._node_limit = limit.nodes or INFINITY
        self._deadline = started + (limit.seconds or float("inf"))
        if len(self._table) > MOST_ENTRIES:
            self._table.clear()
        has_end = limit.seconds is not None or limit.nodes is not None
        # Passes are not counted as plies, so the game ends within `empty_count` plies.
        deepest = min(limit.depth or (64 if has_end else DEFAULT_DEPTH), position.empty_count)
        best, line, depth_done = 0, position.legal_moves()[:1], 0
        is_complete = False

        def result() -> SearchResult:
            is_decided = abs(best) >= DISC_POINTS
            return SearchResult(
                move=line[0],
                score=best / DISC_POINTS if is_decided else best,
                unit=ScoreUnit.DISCS if is_decided else ScoreUnit.POINTS,
                principal_variation=line,
                depth=depth_done,
                nodes=self._nodes,
                leaves=self._leaves,
                table_hits=self._hits,
                seconds=time.perf_counter() - started,
                complete=is_complete,
            )

        try:
            for depth in range(1, deepest + 1):
                best, line = self._best(position, depth, line[0])
                depth_done = depth
                if progress is not None:
                    progress(result())
            is_complete = True
        except _Ended:
            pass
        return result()

    def stop(self) -> None:
        """Stop the running search from another thread; it returns its best result so far."""
        self._is_stopped = True

    def _best(
        self, position: Position, depth: int, first: Square
    ) -> tuple[int, tuple[Square, ...]]:
        """The value (in points) and the principal variation of the root `position`, at this depth.

        The move `first` is searched first.
        """
        if position.must_pass():
            child = position.play(PASS)
            moves = moves_of(child.player, child.opponent)
            value = -self._value(child.player, child.opponent, moves, -INFINITY, INFINITY, depth)
            return value, (PASS, *self._line(child, depth))
        best, best_move = -INFINITY, first
        for move in sorted(position.legal_moves(), key=lambda move: (move != first, _RANK[move])):
            child = position.play(move)
            own, other = child.player, child.opponent
            moves = moves_of(own, other)
            value = best + 1
            if best > -INFINITY:
                value = -self._value(own, other, moves, -best - 1, -best, depth - 1)
            if value > best:
                value = -self._value(own, other, moves, -INFINITY, -best, depth - 1)
            if value > best:
                best, best_move = value, move
        return best, (best_move, *self._line(position.play(best_move), depth - 1))

    def _line(self, position: Position, length: int) -> tuple[Square, ...]:
        """The best line of at most `length` moves according to the transposition table."""
        line: list[Square] = []
        while len(line) < length and not position.is_over():
            move = PASS
            if not position.must_pass():
                entry = self._table.get((position.player, position.opponent))
                if entry is None:
                    break
                move = entry[3]
            line.append(move)
            position = position.play(move)
        return tuple(line)

    def _value(
        self,
        player: Bitboard,
        opponent: Bitboard,
        moves: Bitboard,
        alpha: int,
        beta: int,
        depth: int,
    ) -> int:
        """The value of a position in points, or a bound outside alpha and beta (fail-soft).

        `moves` are the player's legal moves, `depth` is the remaining depth in plies.
        """
        # 1. Limit, end of the game, or leaf.
        self._nodes = nodes = self._nodes + 1
        if (
            self._is_stopped
            or nodes > self._node_limit
            or (nodes % NODES_BETWEEN_LOOKS == 0 and time.perf_counter() > self._deadline)
        ):
            raise _Ended
        if not moves:
            replies = moves_of(opponent, player)
            if not replies:
                self._leaves += 1
                return DISC_POINTS * Position(player, opponent).score()
            return -self._value(opponent, player, replies, -beta, -alpha, depth)
        if depth <= 0:
            self._leaves += 1
            return value_of(player, opponent, moves)

        # 2. Transposition table: a value, a sufficient bound, or the move to search first.
        first = -1
        key = (player, opponent)
        entry = self._table.get(key)
        if entry is not None:
            known_depth, bound, value, first = entry
            if known_depth == depth and (
                bound == EXACT
                or (bound == AT_LEAST and value >= beta)
                or (bound == AT_MOST and value <= alpha)
            ):
                self._hits += 1
                return value

        # 3. Search the first move with the full window, the others with a zero window.
        best, best_move, floor = -INFINITY, -1, alpha
        for square, own, other, replies in self._children(player, opponent, moves, first, depth):
            if best_move < 0 or floor + 1 >= beta:
                value = -self._value(own, other, replies, -beta, -floor, depth - 1)
            else:
                value = -self._value(own, other, replies, -floor - 1, -floor, depth - 1)
                if floor < value < beta:
                    value = -self._value(own, other, replies, -beta, -value, depth - 1)
            if value > best:
                best, best_move = value, square
                if value > floor:
                    floor = value
                    if floor >= beta:
                        break

        # 4. Store the result.
        bound = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
        self._table[key] = (depth, bound, best, best_move)
        return best

    def _children(
        self, player: Bitboard, opponent: Bitboard, moves: Bitboard, first: Square, depth: int
    ) -> Iterator[tuple[Square, Bitboard, Bitboard, Bitboard]]:
        """Yield the children in the order in which they should be searched.

        Each is (square, player, opponent, legal moves), where the last three are those after the
        move. `first` is the move of the table, or −1.
        """
        if first >= 0:
            # Yielded before the others are generated: it usually causes a cutoff.
            moves ^= 1 << first
            turned = turned_by(first, player, opponent)
            own, other = opponent ^ turned, player | turned | 1 << first
            yield first, own, other, moves_of(own, other)
        children = []
        for square, mask in _ORDER:
            if moves & mask:
                turned = turned_by(square, player, opponent)
                own, other = opponent ^ turned, player | turned | mask
                replies = moves_of(own, other)
                if depth < ORDERED_FROM_DEPTH:
                    yield square, own, other, replies
                else:
                    children.append((square, own, other, replies))
        children.sort(key=lambda child: child[3].bit_count() + RANK_IN_REPLIES * _RANK[child[0]])
        yield from children


def make_plain(
    *, depth: int | None, nodes: int | None, time: float | None, seed: int | None
) -> SearchPlayer:
    """A player that needs no kernels; it is deterministic and ignores `seed`.

    `depth` is in plies, `time` in seconds per move.
    """
    return SearchPlayer(PlainSearch(), depth=depth, nodes=nodes, time=time)
