"""The gain of each technique of the midgame search.

Nodes and time to reach a fixed depth are measured with the technique switched off.
"""

from __future__ import annotations

from outflank.bench.engine import EMPTIES, SELECTIVE, TABLE_MEGABYTES, search_from_nothing
from outflank.bench.ffo import Effort
from outflank.bench.middle import middle_positions
from outflank.bench.switching import as_measurements, as_table, compare
from outflank.bench.timing import Measurement
from outflank.engine.engine import Engine
from outflank.kernels.switches import MIDGAME

POSITIONS = 30
"""Number of positions.

With 15, replies in the order of moves came out at 1.03 instead of 1.28 times the nodes.
"""


def efforts() -> list[Effort]:
    """Search each position with the engine; `bench.switching` calls this in a separate process."""
    engine = Engine(table_megabytes=TABLE_MEGABYTES)
    positions = middle_positions(EMPTIES, POSITIONS)
    return [search_from_nothing(engine, position, SELECTIVE) for position in positions]


def measure() -> list[Measurement]:
    """Measure nodes and time without each technique."""
    return as_measurements(compare("engine_techniques", MIDGAME))


def markdown() -> str:
    """Measure, and format the result as the table of docs/engine.md."""
    return as_table(compare("engine_techniques", MIDGAME))
