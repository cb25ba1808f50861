"""MTD(f), Plaat's memory-enhanced test driver (report 001, see docs/reports.md).

The value of a position is found by zero-window searches, each of which decides whether it is at
least beta, and so raises a lower or lowers an upper bound. The first guess is the value of the last
iteration, so that few searches are needed. As they visit the same positions again and again, a
transposition table stores the value of each position or a bound.

In each node the move stored in the table is searched first; at great depth, a node without one is
first searched two plies shallower to find it. With `zero_windows=False` a single search with an
open window finds the value, for comparison.
"""

from __future__ import annotations

from typing import Any

from numba import types

from outflank.classics.driver import RootMove, TreeSearch
from outflank.classics.evaluations import Evaluation
from outflank.classics.memory import (
    DEFAULT_BITS,
    EXACT,
    LOWER,
    MEMORY_TYPE,
    UPPER,
    form_in_memory,
    is_remembered,
    new_memory,
    place_of,
    remember,
    square_in_memory,
    square_on_board,
)
from outflank.classics.ordering import take_next
from outflank.classics.work import (
    INFINITY,
    WORK_TYPE,
    best_line,
    evaluated,
    finished,
    keep_line,
    visit,
)
from outflank.kernels.bits import single
from outflank.kernels.jit import kernel, u64
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.rules.position import Position
from outflank.rules.squares import PASS
from outflank.search.limit import Limit

PRESEARCH_FROM_DEPTH = 5
PRESEARCH_REDUCTION = 2

REMEMBERED_FROM_DEPTH = 2
"""Nodes of smaller remaining depth do not use the table, which is faster: 19 instead of 11 million
nodes/s with the evaluation `table`, for 2 % more nodes.
"""

ZERO = u64(0)


@kernel(
    types.int64(
        types.uint64,
        types.uint64,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        MEMORY_TYPE,
        WORK_TYPE,
    )
)
def alphabeta_with_memory(
    player: int,
    opponent: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    memory: Any,
    work: Any,
) -> int:
    """Search a position to `depth` plies; return its value in points for the player.

    If the value does not lie between alpha and beta, a bound on the side where it lies is returned.
    `ply` is the distance from the root, `memory` the transposition table, `work` the state of the
    search (`classics.work`).
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
        value = -alphabeta_with_memory(
            opponent, player, -beta, -alpha, depth - 1, ply + 1, memory, work
        )
        keep_line(work, ply, PASS)
        return value

    # 2. Table lookup: a value or a bound that ends the search, or a first move.
    known_player, known_opponent, image = form_in_memory(
        player, opponent, work.symmetric and depth >= REMEMBERED_FROM_DEPTH
    )
    entry = memory[place_of(known_player, known_opponent, memory)]
    first = ZERO
    if depth >= REMEMBERED_FROM_DEPTH and is_remembered(known_player, known_opponent, entry):
        first = single(square_on_board(entry.move, image))
        if entry.depth == depth:
            value = entry.value
            if (
                entry.bound == EXACT
                or (entry.bound == LOWER and value >= beta)
                or (entry.bound == UPPER and value <= alpha)
            ):
                work.table_hits += 1
                work.line[ply, 0] = square_on_board(entry.move, image)
                work.line_length[ply] = 1
                return value  # type: ignore[no-any-return]

    # 3. No first move known: a shallower search finds one and leaves it in the memory.
    if not first and depth >= PRESEARCH_FROM_DEPTH:
        alphabeta_with_memory(
            player, opponent, alpha, beta, depth - PRESEARCH_REDUCTION, ply, memory, work
        )
        if is_remembered(known_player, known_opponent, entry):
            first = single(square_on_board(entry.move, image))

    # 4. Each move in turn.
    best = -INFINITY
    best_square = 0
    raised = alpha
    while moves:
        square = take_next(first if first else moves)
        first = ZERO
        move = single(square)
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player | flipped | move
        value = -alphabeta_with_memory(
            next_player, next_opponent, -beta, -raised, depth - 1, ply + 1, memory, work
        )
        if value > best:
            best = value
            best_square = square
            keep_line(work, ply, square)
            raised = max(raised, value)
            if raised >= beta:
                break

    # 5. Store the value, or the bound that it is.
    if depth >= REMEMBERED_FROM_DEPTH and work.stopped == 0:
        bound = LOWER if best >= beta else UPPER if best <= alpha else EXACT
        remembered_square = square_in_memory(best_square, image)
        remember(known_player, known_opponent, best, depth, bound, remembered_square, entry)
    return best


class MtdF(TreeSearch):
    """MTD(f) with iterative deepening; with `zero_windows=False` alpha-beta with a table instead.

    The transposition table has 2**`memory_bits` slots. With `symmetric` the eight symmetric images
    of a position share one entry.
    """

    def __init__(
        self,
        evaluation: str | Evaluation = "corners",
        *,
        zero_windows: bool = True,
        memory_bits: int = DEFAULT_BITS,
        symmetric: bool = False,
        random_equals: bool = False,
        seed: int | None = None,
    ) -> None:
        super().__init__(evaluation, random_equals=random_equals, seed=seed)
        self.symmetric = symmetric
        self.zero_windows = zero_windows
        self._memory = new_memory(memory_bits)

    def _depths(self, position: Position, limit: Limit) -> range:
        depths = super()._depths(position, limit)
        if len(depths) == 1:
            # One depth: deepen two plies at a time. Each iteration needs a guess, and values two
            # plies apart differ less, as the same side moved last.
            return range(2 - depths[0] % 2, depths[0] + 1, 2)
        return depths

    def _search_iteration(self, moves: list[RootMove], depth: int, work: Any) -> int:
        work["symmetric"] = self.symmetric
        best = -INFINITY
        for index, root_move in enumerate(moves):
            alpha = self._bound_behind(best)
            if self.zero_windows:
                value = self._converge(root_move, depth, alpha, work)
            else:
                value = self._ask(root_move, depth, alpha, INFINITY, work)
            if work["stopped"]:
                return index
            root_move.value, root_move.line = value, best_line(work, 1)
            best = max(best, value)
        return len(moves)

    def _converge(self, root_move: RootMove, depth: int, at_least: int, work: Any) -> int:
        """The value of a root move, found by zero-window searches.

        If the value is not above `at_least`, an upper bound that is not above it either is
        returned: the move is then no better than an earlier one. `work` is the state of the running
        search.
        """
        lower, upper = at_least, INFINITY
        guess = root_move.value if root_move.value > -INFINITY else 0
        while lower < upper and not work["stopped"]:
            beta = max(guess, lower + 1)
            guess = self._ask(root_move, depth, beta - 1, beta, work)
            if guess < beta:
                upper = guess
            else:
                lower = guess
        return guess

    def _ask(self, root_move: RootMove, depth: int, alpha: int, beta: int, work: Any) -> int:
        child = root_move.position
        return -alphabeta_with_memory(
            child.player,
            child.opponent,
            -beta,
            -alpha,
            depth - 1,
            1,
            self._memory,
            work,
        )
