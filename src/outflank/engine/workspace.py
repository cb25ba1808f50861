"""The memory of a search: table, states and counters, allocated once and reused."""

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
    """Aligned cache lines of memory, each a bucket of a table or half the states of a node."""

    def __init__(self, lines: int) -> None:
        # Not `np.zeros`, which defers every page fault to the search, with small pages: the first
        # 100,000 nodes would take ten times as long.
        self._memory = np.empty((lines + 1) * CACHE_LINE, dtype=np.uint8)
        self._memory[:] = 0

    @property
    def address(self) -> int:
        """The address of the first line."""
        return -(-int(self._memory.ctypes.data) // CACHE_LINE) * CACHE_LINE

    def clear(self) -> None:
        """Forget everything."""
        self._memory[:] = 0


class Table(_Lines):
    """A transposition table of about `megabytes`, shared by the threads of a search."""

    def __init__(self, megabytes: float) -> None:
        buckets = max(1, int(megabytes * 2**20) // BUCKET_BYTES)
        self.buckets = 1 << (buckets.bit_length() - 1)
        super().__init__(self.buckets)
        self._age = 0

    @property
    def age(self) -> int:
        """The number of this search, 0 to 255; entries of others are replaced first."""
        return self._age

    def begin_search(self) -> None:
        """Make all entries older by one search."""
        self._age = (self._age + 1) % 256

    def clear(self) -> None:
        """Forget everything."""
        super().clear()
        self._age = 0


class Workspace:
    """One thread's record for the kernels, with the memory behind its addresses.

    Positions are evaluated by `weights`, unless there is an `own` evaluation.
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
        """Prepare for a question at this selectivity; setting `answered` ends its search."""
        self._answered = answered
        self.work["answered_address"] = answered.address
        self.work["root_move"] = workspace.NO_MOVE_YET
        self.trust(selectivity)

    def trust(self, selectivity: int) -> None:
        """Search at this selectivity, an index from 0 (73 %) to `EXACT`."""
        deviations = DEVIATIONS[selectivity] if selectivity < EXACT else 0.0
        self.work["selectivity"] = selectivity
        self.work["tolerance"] = round(deviations * TOLERANCE_UNIT)

    def clear(self) -> None:
        """Clear the thread's own table and killer moves."""
        self._near.clear()
        self.work["killer"] = NO_SQUARE


def new_busy() -> np.ndarray[Any, Any]:
    """The shared table in which threads note the positions they are at (`kernels.sharing`)."""
    return np.zeros(BUSY_PLACES, dtype=np.uint64)
