"""The working memory of a search (table, pattern states, counters), allocated once and reused."""

from __future__ import annotations

from typing import Any

import numpy as np

from outflank.engine.own_evaluation import OwnEvaluation
from outflank.engine.weights import Weights
from outflank.kernels import workspace
from outflank.kernels.leaf import STATE_ROW_BYTES
from outflank.kernels.probcut import DEVIATIONS, EXACT, TOLERANCE_UNIT
from outflank.kernels.sharing import BUSY_PLACES
from outflank.kernels.table import BUCKET_BYTES, NEAR_BUCKETS, NO_SQUARE
from outflank.search.stopping import StopFlag

CACHE_LINE = 64


class _Lines:
    """Memory that begins at a cache line, in units of whole cache lines.

    A line holds one bucket of a table, or half of the pattern states of a node.
    """

    def __init__(self, lines: int) -> None:
        # Not `np.zeros`, which defers every page fault to the search, with small pages: the first
        # 100,000 nodes would take ten times as long.
        self._memory = np.empty((lines + 1) * CACHE_LINE, dtype=np.uint8)
        self._memory[:] = 0

    @property
    def address(self) -> int:
        """The address of the first cache line."""
        return -(-int(self._memory.ctypes.data) // CACHE_LINE) * CACHE_LINE

    def clear(self) -> None:
        """Set all bytes to 0."""
        self._memory[:] = 0


class Table(_Lines):
    """A transposition table of at most `megabytes`, shared by the threads of a search.

    The number of buckets is a power of two.
    """

    def __init__(self, megabytes: float) -> None:
        buckets = max(1, int(megabytes * 2**20) // BUCKET_BYTES)
        self.buckets = 1 << (buckets.bit_length() - 1)
        super().__init__(self.buckets)
        self._age = 0

    @property
    def age(self) -> int:
        """Number of the current search modulo 256.

        Entries with another number are replaced first.
        """
        return self._age

    def begin_search(self) -> None:
        """Increase the age, so that all entries belong to earlier searches."""
        self._age = (self._age + 1) % 256

    def clear(self) -> None:
        """Empty the table and reset its age."""
        super().clear()
        self._age = 0


class Workspace:
    """The record `work` that one search thread passes to kernels, and the memory it points to.

    Positions are evaluated by `weights`, unless there is an `own` evaluation. A search ends when
    `stop` is set. `busy` is the result of `new_busy` if several threads search together.
    """

    def __init__(
        self,
        table: Table,
        weights: Weights,
        stop: StopFlag,
        busy: np.ndarray[Any, Any] | None = None,
        own: OwnEvaluation | None = None,
    ) -> None:
        self._states = _Lines(65 * STATE_ROW_BYTES // CACHE_LINE)
        self._near = _Lines(NEAR_BUCKETS)
        self._kept_alive = (table, weights, stop, busy, own)
        self.work: Any = workspace.new_work()
        self.work["stop_address"] = stop.address
        self.work["table_address"] = table.address
        self.work["table_mask"] = table.buckets - 1
        self.work["age"] = table.age
        self.work["node_limit"] = 1 << 62
        self.work["evaluation_address"] = own.address if own is not None else 0
        self.work["weights_address"] = weights.address
        self.work["states_address"] = self._states.address
        if weights.units is not None:
            for empties in range(65):
                rows, block = weights.units.addresses(64 - empties)
                self.work["rows"][empties], self.work["blocks"][empties] = rows, block
        self.work["busy_address"] = busy.ctypes.data if busy is not None else 0
        self.work["near_address"] = self._near.address
        self.work["errors_address"] = weights.errors.ctypes.data
        self.work["killer"] = NO_SQUARE
        self.begin_question(EXACT, StopFlag())

    def begin_question(self, selectivity: int, answered: StopFlag) -> None:
        """Prepare to search one position at this selectivity.

        The search ends when `answered` is set. Another thread that searches the same position sets
        `answered` when it has the result.
        """
        self._answered = answered
        self.work["answered_address"] = answered.address
        self.work["root_move"] = workspace.NO_MOVE_YET
        self.trust(selectivity)

    def trust(self, selectivity: int) -> None:
        """Set the selectivity: an index from 0 (73 % confidence) to `EXACT` (full width)."""
        deviations = DEVIATIONS[selectivity] if selectivity < EXACT else 0.0
        self.work["selectivity"] = selectivity
        self.work["tolerance"] = round(deviations * TOLERANCE_UNIT)

    def clear(self) -> None:
        """Clear the thread's own small table and its killer moves."""
        self._near.clear()
        self.work["killer"] = NO_SQUARE


def new_busy() -> np.ndarray[Any, Any]:
    """A new table in which threads mark the positions they are searching (`kernels.sharing`)."""
    return np.zeros(BUSY_PLACES, dtype=np.uint64)
