"""Features of legal moves for the model of human move choice (`engine.choice`).

They are the results of three searches of increasing depth, called looks, and facts that need no
search. Each look gives two features of a move: its loss against the best move in discs, and the
logarithm of 1 + this loss. People can tell a loss of one disc from one of three, but not twenty
from thirty; weights for both features can express this.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outflank.engine.weights import Weights, shipped
from outflank.engine.workspace import Table, Workspace
from outflank.kernels.choices import (
    NO_LAST_MOVE,
    SIGHTS,
    sights_of_moves,
    values_of_moves,
)
from outflank.kernels.workspace import MAXIMUM_MOVES
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.stopping import StopFlag

Matrix = np.ndarray[Any, np.dtype[np.float64]]
Vector = np.ndarray[Any, np.dtype[np.float64]]

SIGHT_NAMES = (
    "discs turned",
    "replies",
    "own moves after",
    "opponent passes",
    "corner taken",
    "corners given",
    "corners threatened",
    "X square",
    "C square",
    "edge",
    "centre",
    "frontier",
    "stable discs",
    "odd region",
    "beside the last move",
)
"""The features of a move that need no search, in the order of `kernels.choices.sights_of_moves`.

"X square" and "C square" apply only while the corner beside the square is empty; after that, a C
square is an edge square. Replies and own moves are counted after the move. The frontier is the
number of own discs that touch an empty square. A region is odd if it has an odd number of empty
squares before the move.
"""

LOOKS: tuple[tuple[str, int, int], ...] = (
    ("glance", 1, 0),
    ("look", 3, 6),
    ("read", 6, 12),
)
"""The three searches: a name, the depth in plies, and the number of empty squares up to which the
game is solved instead.
"""

OUTCOME = "outcome"
"""Name of a feature: 1, 0 or −1 for a won,
drawn or lost game if the deepest look solves it, else 0.
"""

COLUMNS: tuple[str, ...] = (
    *(f"{name} {kind}" for name, _, _ in LOOKS for kind in ("loss", "log loss")),
    OUTCOME,
    *SIGHT_NAMES,
)

TABLE_MEGABYTES = 4

assert len(SIGHT_NAMES) == SIGHTS, "every column of the kernel has a name"


class Perception:
    """Computes the features of legal moves.
    An instance must not be used by several threads at once.
    """

    def __init__(self, *, weights: Weights | None = None) -> None:
        self._flag = StopFlag()
        self._table = Table(TABLE_MEGABYTES)
        used = weights if weights is not None else shipped()
        self._workspace = Workspace(self._table, used, self._flag)
        self._squares = np.empty(MAXIMUM_MOVES, dtype=np.int64)
        self._sights = np.empty((MAXIMUM_MOVES, SIGHTS))

    @property
    def nodes(self) -> int:
        """The number of nodes searched so far."""
        return int(self._workspace.work["nodes"])

    def stop(self) -> None:
        """Stop the running look from another thread;
        the features then come from the look before it.
        """
        self._flag.set()

    def see(
        self,
        position: Position,
        last: Square | None = None,
        seconds: float | None = None,
        looks: int = len(LOOKS),
    ) -> tuple[list[Square], Matrix]:
        """The legal moves of `position`, and a matrix with the features (`COLUMNS`) of one move per
        row.

        `last` is the opponent's last move. Only the first `looks` of `LOOKS` are made, and a look
        that has not ended after `seconds` is stopped; the result of the last completed look takes
        the place of the missing ones. Requires a legal move.
        """
        if seconds is None:
            self._flag.clear()
            return self._see(position, last, looks)
        # In another thread, while this one waits for the timeout.
        return self._flag.run(lambda: self._see(position, last, looks), seconds)

    def values(self, position: Position, depth: int, exact_empties: int) -> Vector:
        """The value of each legal move in discs for the side to move, in the order of `see`.

        Moves are searched to `depth` plies, or solved with at most `exact_empties` empty squares.
        """
        self._flag.clear()
        found = self._values(position, len(position.legal_moves()), depth, exact_empties)
        assert found is not None, "only `see` can be stopped"
        return found

    def _values(
        self, position: Position, count: int, depth: int, exact_empties: int
    ) -> Vector | None:
        """Like `values`, for a position with `count` legal moves;
        None if the search was stopped.
        """
        values = np.empty(count)
        board = (position.player, position.opponent)
        work = self._workspace.work
        return values if values_of_moves(*board, depth, exact_empties, values, work) else None

    def _see(
        self, position: Position, last: Square | None, looks: int
    ) -> tuple[list[Square], Matrix]:
        before = NO_LAST_MOVE if last is None else last
        board = (position.player, position.opponent)
        count = sights_of_moves(*board, before, self._squares, self._sights)
        rows = np.empty((count, len(COLUMNS)))
        self._table.begin_search()
        self._workspace.work["age"] = self._table.age
        values = np.zeros(count)
        is_solved = False
        for index, (_, depth, exact_empties) in enumerate(LOOKS):
            deeper = None
            if index < looks:
                deeper = self._values(position, count, depth, exact_empties)
            if deeper is not None:
                values = deeper
                is_solved = position.empty_count <= max(depth, exact_empties)
            losses = values.max() - values
            rows[:, 2 * index] = losses
            rows[:, 2 * index + 1] = np.log1p(losses)
        outcome = 2 * len(LOOKS)
        rows[:, outcome] = np.sign(values) if is_solved else 0.0
        rows[:, outcome + 1 :] = self._sights[:count]
        return self._squares[:count].tolist(), rows
