"""What each technique of the midgame search is worth: nodes and time to a depth without it."""

from __future__ import annotations

from outflank.bench.copies import (
    NEVER,
    Change,
    Constant,
    Technique,
    as_measurements,
    as_table,
    compare,
)
from outflank.bench.engine import EMPTIES, SELECTIVE, TABLE_MEGABYTES, search_from_nothing
from outflank.bench.ffo import Effort
from outflank.bench.middle import middle_positions
from outflank.bench.timing import Measurement
from outflank.engine.engine import Engine

POSITIONS = 30
"""With 15, replies in the order of moves came out at 1.03 instead of 1.28 times the nodes."""

MIDGAME = "kernels/midgame.py"
TABLE = "kernels/table.py"
DRIVER = "engine/engine.py"
LADDER = "engine/ladder.py"

_TABLE_MOVES = "            first, second = first_move_of(known), second_move_of(known)\n"

TECHNIQUES = (
    Technique("ProbCut", (Constant(MIDGAME, "PROBCUT_DEPTH", NEVER),)),
    Technique(
        "the evaluation as a test of whether ProbCut is worth a try",
        (
            Change(MIDGAME, "guess >= alpha + 1 - reach and bound", "bound"),
            Change(MIDGAME, "guess <= alpha + reach and bound", "bound"),
        ),
    ),
    Technique(
        "answers of deeper entries",
        (Change(TABLE, "(work.tolerance != 0 and depth_of(known) > depth)", "False"),),
    ),
    Technique(
        "deeper entries kept when a probe comes back",
        (Change(TABLE, "                depth_of(data) > depth\n", "                False\n"),),
    ),
    Technique("enhanced transposition cuts", (Constant(MIDGAME, "ETC_DEPTH", NEVER),)),
    Technique(
        "the moves of the table first",
        (
            Change(MIDGAME, f"{_TABLE_MOVES}\n    # 5. A shallow", "\n    # 5. A shallow"),
            Change(MIDGAME, f"{_TABLE_MOVES}\n    # 4. The first", "\n    # 4. The first"),
        ),
    ),
    Technique(
        "the second of these moves",
        (Change(MIDGAME, "elif square == second:", "elif square < 0:"),),
    ),
    Technique(
        "the evaluation in the order of moves", (Constant(MIDGAME, "EVALUATED_DEPTH", NEVER),)
    ),
    Technique("replies in that order", (Constant(MIDGAME, "REPLY_COST", "0"),)),
    Technique("the last good move in that order", (Constant(MIDGAME, "KILLER_BONUS", "0"),)),
    Technique("a window around the last value", (Constant(DRIVER, "HALF_WINDOW_DISCS", "64"),)),
    Technique(
        "shallower searches first",
        (Change(LADDER, "deepest = goal.depth - 1\n", "deepest = 0\n"),),
    ),
)


def efforts() -> list[Effort]:
    """What the engine of this package needs for each position."""
    engine = Engine(table_megabytes=TABLE_MEGABYTES)
    positions = middle_positions(EMPTIES, POSITIONS)
    return [search_from_nothing(engine, position, SELECTIVE) for position in positions]


def measure() -> list[Measurement]:
    """Nodes and time without each technique."""
    return as_measurements("engine_techniques", compare("engine_techniques", TECHNIQUES))


def markdown() -> str:
    """The table of docs/engine.md."""
    return as_table(compare("engine_techniques", TECHNIQUES))
