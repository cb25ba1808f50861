"""Remove duplicate positions; the eight symmetric images of a position count as one."""

from __future__ import annotations

from typing import Any

import numpy as np

Boards = np.ndarray[Any, np.dtype[np.uint64]]
Rows = np.ndarray[Any, np.dtype[np.int64]]


def canonical_boards(players: Boards, opponents: Boards) -> tuple[Boards, Boards]:
    """Copies of the arrays with each position replaced by the smallest of its symmetric images."""
    from outflank.kernels.hashing import canonical_all

    players, opponents = players.copy(), opponents.copy()
    canonical_all(players, opponents)
    return players, opponents


class Groups:
    """Groups of equal positions, found by a 64-bit hash. The positions must be canonical."""

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
        """The index of the first position of each group."""
        return self._order[self._starts]

    def last_rows(self) -> Rows:
        """The index of the last position of each group."""
        return self._order[self._ends]

    def all_of(self, flags: np.ndarray[Any, np.dtype[np.bool_]]) -> Any:
        """For each group, whether the flags of all its positions are set."""
        if not len(self._starts):
            return np.zeros(0, dtype=np.bool_)
        return np.logical_and.reduceat(flags[self._order], self._starts)

    def means_of(self, numbers: np.ndarray[Any, np.dtype[np.float32]]) -> Any:
        """For each group, the mean of the numbers of its positions."""
        if not len(self._starts):
            return np.zeros(0, dtype=np.float32)
        sums = np.add.reduceat(numbers[self._order].astype(np.float64), self._starts)
        return sums / (self._ends - self._starts + 1)
