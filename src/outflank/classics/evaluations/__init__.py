"""Evaluation functions: the value of a position for the player to move, each in points of its own.

Every evaluation is a kernel of two bitboards, ``evaluate(player, opponent) -> int``. `get` finds
one by name. Searches also accept any other compiled function of this form; `compiled` makes one
from a plain Python function.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias

from outflank.errors import check_known
from outflank.rules.position import Position

Evaluation: TypeAlias = Callable[[int, int], int]

EVALUATIONS: dict[str, str] = {
    "discs": "disc difference",
    "table": "weights of the squares (report 000)",
    "mobility": "difference of legal moves",
    "edges": "stable edge discs from owned corners (what report 000 meant)",
    "edge_lines": "all discs on the edges of owned corners (as report 000 counts)",
    "full": "weights, mobility and edge stability by phase (report 000)",
    "corners": "discs, mobility, corners and turnable discs (report 001)",
    "positional": "weights of the squares (report 002)",
    "phased": "six parts with weights that change by phase (report 004)",
}
"""The names of the evaluations, with descriptions. Each one is in the module of its name."""


def get(name: str) -> Evaluation:
    """The evaluation called `name`; raises an error if there is none."""
    check_known("evaluation", name, EVALUATIONS)
    module = import_module(f"outflank.classics.evaluations.{name}")
    evaluation: Evaluation = getattr(module, name)
    return evaluation


def evaluate(position: Position, name: str) -> int:
    """The value of `position` for the player to move, by the evaluation called `name`."""
    return int(get(name)(position.player, position.opponent))


def compiled(function: Evaluation) -> Evaluation:
    """Compile a plain Python function of two bitboards into an evaluation that searches can use.

    The function may call anything in `outflank.kernels` and must compute with integers.
    """
    from outflank.kernels.jit import compile_own

    return compile_own(function, "i8(u8,u8)")
