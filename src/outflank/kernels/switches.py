"""Search techniques that can be switched off, to measure how much each gains.

The environment variable ``OUTFLANK_WITHOUT`` lists the techniques to switch off, separated by
commas. It is read once, when this module is imported: switches are constants of the compiled code,
so that they cost no time, and each set of switches has its own cache folder of compiled code.
Scores of exact solves and of full-width searches do not depend on the switches; those of selective
searches may.
"""

from __future__ import annotations

import os
from typing import TypeVar

from outflank.errors import OutflankError

Value = TypeVar("Value")

VARIABLE = "OUTFLANK_WITHOUT"

SOLVER: dict[str, str] = {
    "solver-evaluation": "the evaluation in the order of moves",
    "solver-search": "the short search in that order",
    "solver-etc": "enhanced transposition cuts",
    "solver-stability": "stability cuts",
    "solver-near-table": "the near table: all in the shared one",
    "solver-mobility-7": "order by mobility with 7 empties",
    "solver-mobility-8": "order by mobility with 7 and 8 empties",
    "solver-parity": "order by parity",
    "solver-table-moves": "the moves of the table first",
    "solver-second-move": "the second of these moves",
    "solver-selective": "the selective solve before the proof",
    "solver-estimate": "the estimate by midgame searches",
}
"""The techniques of the endgame solver: the name of the switch, and a description."""

MIDGAME: dict[str, str] = {
    "midgame-probcut": "ProbCut",
    "midgame-static-test": "the evaluation as a test of whether ProbCut is worth a try",
    "midgame-deeper-answers": "answers of deeper entries",
    "midgame-deeper-kept": "deeper entries kept when a probe comes back",
    "midgame-etc": "enhanced transposition cuts",
    "midgame-table-moves": "the moves of the table first",
    "midgame-second-move": "the second of these moves",
    "midgame-evaluation": "the evaluation in the order of moves",
    "midgame-replies": "replies in that order",
    "midgame-killer": "the last good move in that order",
    "midgame-window": "a window around the last value",
    "midgame-deepening": "shallower searches first",
}
"""The techniques of the midgame search: the name of the switch, and a description."""

NEVER = 99
"""Used as a minimal number of empty squares or depth that is never reached."""


def _read(text: str) -> frozenset[str]:
    names = frozenset(name.strip() for name in text.split(",") if name.strip())
    if unknown := sorted(names - SOLVER.keys() - MIDGAME.keys()):
        known = ", ".join((*SOLVER, *MIDGAME))
        raise OutflankError(f"{VARIABLE} has {unknown[0]!r}; there are: {known}")
    return names


WITHOUT = _read(os.environ.get(VARIABLE, ""))
"""The names of the techniques that are switched off in this process."""


def switched(name: str, value: Value, *, off: Value) -> Value:
    """Returns `value`, or `off` if the technique called `name` is switched off."""
    assert name in SOLVER or name in MIDGAME, f"no switch is called {name}"
    return off if name in WITHOUT else value
