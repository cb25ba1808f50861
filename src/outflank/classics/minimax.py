"""Minimax search with a transposition table, without pruning (report 001, see docs/reports.md).

The value of a position is the greatest of the negated values of its children. Positions that
several lines lead to are computed once. Among equally good moves one is chosen at random.
"""

from __future__ import annotations

from typing import Any

from numba import types

from outflank.classics.driver import RootMove, TreeSearch
from outflank.classics.evaluations import Evaluation
from outflank.classics.memory import (
    EXACT,
    MEMORY_TYPE,
    form_in_memory,
    is_remembered,
    new_memory,
    place_of,
    remember,
)
from outflank.classics.work import (
    INFINITY,
    WORK_TYPE,
    best_line,
    evaluated,
    finished,
    keep_line,
    visit,
)
from outflank.kernels.bits import lowest
from outflank.kernels.jit import kernel
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.rules.squares import PASS


@kernel(
    types.int64(
        types.uint64,
        types.uint64,
        types.int64,
        types.int64,
        MEMORY_TYPE,
        WORK_TYPE,
    )
)
def minimax(player: int, opponent: int, depth: int, ply: int, memory: Any, work: Any) -> int:
    """The value of a position for the player, by a search of `depth` plies.

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

    # 2. Seen before?
    known_player, known_opponent, _ = form_in_memory(player, opponent, work.symmetric)
    entry = memory[place_of(known_player, known_opponent, memory)]
    if is_remembered(known_player, known_opponent, entry) and entry.depth == depth:
        work.table_hits += 1
        return entry.value  # type: ignore[no-any-return]

    # 3. The best of all moves, or the only one: a pass.
    best = -INFINITY
    if not moves:
        best = -minimax(opponent, player, depth - 1, ply + 1, memory, work)
        keep_line(work, ply, PASS)
    while moves:
        square = lowest(moves)
        move = moves & -moves
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player | flipped | move
        value = -minimax(next_player, next_opponent, depth - 1, ply + 1, memory, work)
        if value > best:
            best = value
            keep_line(work, ply, square)

    # 4. Remember it, unless the search was stopped and the value means nothing.
    if work.stopped == 0:
        remember(known_player, known_opponent, best, depth, EXACT, PASS, entry)
    return best


class Minimax(TreeSearch):
    """Minimax search; with `memory=False` it uses no transposition table.

    With `symmetric` the eight symmetric images of a position share one table entry.
    """

    def __init__(
        self,
        evaluation: str | Evaluation = "full",
        *,
        memory: bool = True,
        symmetric: bool = False,
        seed: int | None = None,
    ) -> None:
        super().__init__(evaluation, random_equals=True, seed=seed)
        self.symmetric = symmetric
        # A table with one slot is overwritten at once.
        self._memory = new_memory() if memory else new_memory(bits=0)

    def _search_iteration(self, moves: list[RootMove], depth: int, work: Any) -> int:
        work["symmetric"] = self.symmetric
        for index, root_move in enumerate(moves):
            child = root_move.position
            value = -minimax(
                child.player,
                child.opponent,
                depth - 1,
                0,
                self._memory,
                work,
            )
            if work["stopped"]:
                return index
            root_move.value, root_move.line = value, best_line(work, 0)
        return len(moves)
