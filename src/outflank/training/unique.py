"""Remove duplicate positions, counting the eight images of a position as one."""

from __future__ import annotations

from typing import Any

import numpy as np

Boards = np.ndarray[Any, np.dtype[np.uint64]]
Rows = np.ndarray[Any, np.dtype[np.int64]]


def canonical_boards(players: Boards, opponents: Boards) -> tuple[Boards, Boards]:
    """Copies with every position replaced by the least of its eight images."""
    from outflank.kernels.hashing import canonical_all

    players, opponents = players.copy(), opponents.copy()
    canonical_all(players, opponents)
    return players, opponents


class Groups:
    """Groups of equal canonical positions, found by a 64-bit hash."""

    def __init__(self, players: Boards, opponents: Boards) -> None:
        from outflank.kernels.hashing import hash_all

        hashes = np.empty(len(players), dtype=np.uint64)
        hash_all(players, opponents, hashes)
        # Stable: within a group rows keep their order.
        self._order = np.argsort(hashes, kind="stable")
        ordered = hashes[self._order]
        differs = ordered[1:] != ordered[:-1]
        edge = np.ones(min(len(ordered), 1), dtype=np.bool_)
        self._starts = np.flatnonzero(np.concatenate([edge, differs]))
        self._ends = np.flatnonzero(np.concatenate([differs, edge]))

    def first_rows(self) -> Rows:
        """The first row of each group, by group."""
        return self._order[self._starts]

    def last_rows(self) -> Rows:
        """The last row of each group, by group."""
        return self._order[self._ends]

    def all_of(self, flags: np.ndarray[Any, np.dtype[np.bool_]]) -> Any:
        """Whether a flag is set in all rows of a group, by group."""
        if not len(self._starts):
            return np.zeros(0, dtype=np.bool_)
        return np.logical_and.reduceat(flags[self._order], self._starts)

    def means_of(self, numbers: np.ndarray[Any, np.dtype[np.float32]]) -> Any:
        """The mean of a number over the rows of a group, by group."""
        if not len(self._starts):
            return np.zeros(0, dtype=np.float32)
        sums = np.add.reduceat(numbers[self._order].astype(np.float64), self._starts)
        return sums / (self._ends - self._starts + 1)
