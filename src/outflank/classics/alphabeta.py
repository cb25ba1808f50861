"""Alpha-beta search in negamax form, with all options of the program in report 000
(docs/reports.md).

The search of a node ends as soon as one move proves that the opponent would avoid this node. The
value is that of minimax; how much is pruned depends on move ordering, which the history table
provides.

The options `pruning` and `history` change only the speed. `take_corners`, `avoid_bad_squares` and
`width` leave out moves and so may change the result, as they did in the report: a corner is taken
at once without a search, squares beside corners are avoided, and only the first `width` moves of a
node are searched. With `random_evaporation`, a move before 16 discs is chosen at random among those
that are not beside a corner. `threads` threads search root moves in parallel; starting one takes a
fifth of a millisecond, whereas the processes of the report took 16 seconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np
from numba import types

from outflank.classics.driver import RootMove, TreeSearch
from outflank.classics.evaluations import Evaluation
from outflank.classics.history import FIRST_ORDER, ORDER_SHAPE, next_rank, promote
from outflank.classics.work import (
    INFINITY,
    WORK_TYPE,
    best_line,
    evaluated,
    finished,
    keep_line,
    new_record,
    visit,
)
from outflank.errors import OutflankError
from outflank.kernels.bits import popcount, single
from outflank.kernels.jit import kernel
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.rules.position import Position
from outflank.rules.squares import C_SQUARES, PASS, X_SQUARES, Square, parse_square

CORNERS_IN_ORDER = tuple(parse_square(name) for name in ("a1", "a8", "h1", "h8"))
"""The order in which `take_corners` prefers corners if several are legal, as in the report."""

RANDOM_BEFORE_DISCS = 16
"""`random_evaporation` chooses random moves while the board has fewer discs than this."""

LAST_CAREFUL_DISCS = 52
"""`avoid_bad_squares` leaves out moves beside corners while the
board has at most this many discs.
"""

NO_WIDTH = 64
"""The value of `width` with which no move is left out."""

OPTIONS = np.dtype(
    [
        ("pruning", np.int64),
        ("history", np.int64),
        ("width", np.int64),
        ("order", np.int8, ORDER_SHAPE),
    ],
    align=True,
)
"""A record with the options that the kernel needs, and the history table (`order`)."""

OPTIONS_TYPE: Any = numba.from_dtype(OPTIONS)


@kernel(
    types.int64(
        types.uint64,
        types.uint64,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        OPTIONS_TYPE,
        WORK_TYPE,
    )
)
def alphabeta(
    player: int,
    opponent: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    options: Any,
    work: Any,
) -> int:
    """Search a position to `depth` plies; return its value in points for the player.

    If the value does not lie between alpha and beta, a bound on the side where it lies is returned.
    `ply` is the distance from the root, `options` a record of type `OPTIONS`, `work` the state of
    the search (`classics.work`).
    """
    # 1. The end of the search, of the game, or of the depth.
    if not visit(work, ply):
        return 0
    moves = vector_legal_moves(player, opponent)
    if not moves and not vector_legal_moves(opponent, player):
        return finished(player, opponent, work)
    if depth == 0:
        return evaluated(player, opponent, work)
    if not moves:
        value = -alphabeta(opponent, player, -beta, -alpha, depth - 1, ply + 1, options, work)
        keep_line(work, ply, PASS)
        return value

    # 2. Each move in turn, best rank first, until one is too good for the opponent to allow.
    #    Without history the order stays as it began, from a1 to h8.
    order = options.order[ply & 1, popcount(player | opponent)]
    best = -INFINITY
    best_rank = 0
    rank = 0
    allowed = options.width
    while moves and allowed > 0:
        rank = next_rank(moves, order, rank)
        square = order[rank]
        move = single(square)
        moves ^= move
        allowed -= 1
        flipped = vector_flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player | flipped | move
        value = -alphabeta(
            next_player, next_opponent, -beta, -alpha, depth - 1, ply + 1, options, work
        )
        if value > best:
            best = value
            best_rank = rank
            keep_line(work, ply, square)
            if options.pruning and value > alpha:
                alpha = value
                if alpha >= beta:
                    break

    # 3. Reward the best move, more so if it ended the branch.
    if options.history and work.stopped == 0:
        promote(best_rank, best >= beta, order)
    return best


class AlphaBeta(TreeSearch):
    """Alpha-beta search with the options of report 000, which the module's docstring explains."""

    def __init__(
        self,
        evaluation: str | Evaluation = "full",
        *,
        pruning: bool = True,
        history: bool = True,
        take_corners: bool = False,
        avoid_bad_squares: bool = False,
        random_evaporation: bool = False,
        width: int = NO_WIDTH,
        threads: int = 1,
        random_equals: bool = False,
        seed: int | None = None,
    ) -> None:
        super().__init__(evaluation, random_equals=random_equals, seed=seed)
        for name, number in (("width", width), ("threads", threads)):
            if number < 1:
                raise OutflankError(f"{name}={number} leaves nothing to search; give 1 or more")
        self.take_corners = take_corners
        self.avoid_bad_squares = avoid_bad_squares
        self.random_evaporation = random_evaporation
        self.width = width
        self.threads = threads
        self._options = [self._new_options(pruning, history, width) for _ in range(threads)]

    @staticmethod
    def _new_options(pruning: bool, history: bool, width: int) -> Any:
        options = new_record(OPTIONS)
        options["pruning"] = pruning
        options["history"] = history
        options["width"] = width
        options["order"] = FIRST_ORDER
        return options

    def _root_moves(self, position: Position) -> list[RootMove]:
        moves = super()._root_moves(position)
        if self.avoid_bad_squares and position.occupied.bit_count() <= LAST_CAREFUL_DISCS:
            careful = _not_beside_corners([root_move.move for root_move in moves])
            moves = [root_move for root_move in moves if root_move.move in careful]
        order = [*self._options[0]["order"][0, position.occupied.bit_count()], PASS]
        return sorted(moves, key=lambda root_move: order.index(root_move.move))[: self.width]

    def _move_at_once(self, position: Position) -> Square | None:
        moves = position.legal_moves()
        if self.take_corners:
            for corner in CORNERS_IN_ORDER:
                if corner in moves:
                    return corner
        if (
            self.random_evaporation
            and position.occupied.bit_count() < RANDOM_BEFORE_DISCS
            and moves
        ):
            return self.chance.at(position).choice(_not_beside_corners(moves))
        return None

    def _search_iteration(self, moves: list[RootMove], depth: int, work: Any) -> int:
        if self.threads > 1 and len(moves) > 1:
            return self._search_in_threads(moves, depth, work)
        options = self._options[0]
        alpha = -INFINITY
        for index, root_move in enumerate(moves):
            self._search_move(root_move, depth, self._bound_behind(alpha), options, work)
            if work["stopped"]:
                return index
            if options["pruning"]:
                alpha = max(alpha, root_move.value)
        return len(moves)

    def _search_move(
        self, root_move: RootMove, depth: int, alpha: int, options: Any, work: Any
    ) -> None:
        child = root_move.position
        value = -alphabeta(
            child.player,
            child.opponent,
            -INFINITY,
            -alpha,
            depth - 1,
            1,
            options,
            work,
        )
        if not work["stopped"]:
            root_move.value, root_move.line = value, best_line(work, 1)

    def _search_in_threads(self, moves: list[RootMove], depth: int, work: Any) -> int:
        """Search root moves in parallel; return how many were finished, which then come first in
        `moves`.

        Each thread takes the next root move and searches it with the best value known at that time
        as alpha. Every thread has its own history table and counters, because shared ones would
        need locks. `work` is the state of the running search.
        """
        pending = deque(moves)
        done: list[RootMove] = []

        def take_moves(options: Any, own_work: Any) -> None:
            while not own_work["stopped"]:
                # Read before the move is taken, so that the value is of an earlier move: a move
                # that fails low may return an equal bound, and of equal moves the first is played.
                known = max((move.value for move in done), default=-INFINITY)
                try:
                    root_move = pending.popleft()
                except IndexError:
                    return
                alpha = self._bound_behind(known) if options["pruning"] else -INFINITY
                self._search_move(root_move, depth, alpha, options, own_work)
                if not own_work["stopped"]:
                    done.append(root_move)

        works = [work.copy() for _ in range(self.threads)]
        share_of_nodes = (work["node_limit"] - work["nodes"]) // self.threads
        for own_work in works:
            own_work["node_limit"] = work["nodes"] + share_of_nodes
        with ThreadPoolExecutor(self.threads) as pool:
            for task in [
                pool.submit(take_moves, options, own_work)
                for options, own_work in zip(self._options, works, strict=True)
            ]:
                task.result()
        for counter in ("nodes", "leaves", "evaluated"):
            work[counter] += sum(int(own[counter] - work[counter]) for own in works)
        if any(own["stopped"] for own in works):
            work["stopped"] = 1
        # The last iteration's best move comes first; other values mean nothing without it.
        if moves[0] not in done:
            return 0
        # Finished moves first, as the driver expects; the sort keeps the order of the others.
        moves.sort(key=lambda root_move: root_move not in done)
        return len(done)


def _not_beside_corners(moves: Sequence[Square]) -> list[Square]:
    """The moves that are not beside a corner (X and C squares);
    all moves if there are no others.
    """
    bad = C_SQUARES | X_SQUARES
    return [move for move in moves if not bad >> move & 1] or list(moves)
