"""What each technique of the solver is worth: FFO #40-#44 with it switched off."""

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
from outflank.bench.ffo import Effort, solve_all, warm_up
from outflank.bench.timing import Measurement
from outflank.engine.solver import Solver

ENDGAME = "kernels/endgame.py"
ORDER = "kernels/endorder.py"
PARITY = "kernels/parity.py"
SHALLOW = "kernels/shallow.py"
DRIVER = "engine/solver.py"

_ORDER_BY_EVALUATION = "            if empties >= EVALUATED_EMPTIES:\n                play_at"
_TABLE_MOVES = "        first, second = first_move_of(known), second_move_of(known)\n"

TECHNIQUES = (
    # The states are kept up to date even so: the selective search needs them.
    Technique(
        "the evaluation in the order of moves",
        (
            Change(
                ORDER,
                _ORDER_BY_EVALUATION,
                _ORDER_BY_EVALUATION.replace("EVALUATED_EMPTIES", NEVER),
            ),
        ),
    ),
    Technique("the short search in that order", (Constant(ORDER, "SEARCHED_EMPTIES", NEVER),)),
    Technique("enhanced transposition cuts", (Constant(ENDGAME, "ETC_EMPTIES", NEVER),)),
    Technique(
        "stability cuts",
        (Constant(ENDGAME, "STABILITY_FROM", f"np.full(64, {NEVER}, dtype=np.int64)"),),
    ),
    Technique("the near table: all in the shared one", (Constant(ORDER, "SHARED_EMPTIES", "7"),)),
    Technique("order by mobility with 7 empties", (Constant(SHALLOW, "SHALLOW_EMPTIES", "7"),)),
    Technique(
        "order by mobility with 7 and 8 empties", (Constant(SHALLOW, "SHALLOW_EMPTIES", "8"),)
    ),
    Technique(
        "order by parity",
        (
            Change(
                PARITY,
                "sum(mask for index, mask in enumerate(_QUADRANTS) if parity >> index & 1)",
                "0",
            ),
            Change(ORDER, "        key -= 1 << 6\n", "        key -= 0\n"),
        ),
    ),
    Technique(
        "the moves of the table first",
        (
            Change(ENDGAME, f"{_TABLE_MOVES}\n    # 3. A pass", "\n    # 3. A pass"),
            Change(ENDGAME, f"{_TABLE_MOVES}\n    # 4. The first", "\n    # 4. The first"),
        ),
    ),
    Technique(
        "the second of these moves",
        (Change(ORDER, "elif square == second:", "elif square < 0:"),),
    ),
    Technique(
        "the selective solve before the proof", (Constant(DRIVER, "SELECTIVE_EMPTIES", NEVER),)
    ),
    Technique("the estimate by midgame searches", (Constant(DRIVER, "ESTIMATE_DEPTHS", "()"),)),
)


def efforts() -> list[Effort]:
    """What the solver of this package needs for each position."""
    solver = Solver()
    warm_up(solver)
    return solve_all(solver)


def measure() -> list[Measurement]:
    """Nodes and time without each technique."""
    return as_measurements("techniques", compare("techniques", TECHNIQUES))


def markdown() -> str:
    """The table of docs/solver.md."""
    return as_table(compare("techniques", TECHNIQUES))
