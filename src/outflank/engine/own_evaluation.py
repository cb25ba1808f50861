"""An evaluation that takes the place of the pattern weights in the engine's search.

It is the name of one of `classics.evaluations`, a blend, or any Python function of two bitboards,
``evaluate(player, opponent)``, that returns a number for the side to move and that Numba can
compile. The search needs values in 1/`DISC` of a disc; `own_evaluation` finds the scale and
compiles the conversion around the function.
"""

from __future__ import annotations

import inspect
import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from numbers import Real
from typing import Any, TypeAlias

from outflank.errors import OutflankError
from outflank.rules.position import Position

Evaluation: TypeAlias = Callable[[int, int], float]
"""The value of a board for the player to move, in discs or in points."""

MOST_DISCS = 64
"""The greatest value that may be discs; an evaluation that exceeds it counts in points."""

MOST_POINTS = 1e9
"""Greater values are mistakes, such as an unsigned integer that wrapped below 0."""

SAMPLE_GAMES = 10
"""Random games whose positions an evaluation is tried on; about 600 positions."""


@dataclass(frozen=True, slots=True)
class OwnEvaluation:
    """An evaluation ready for the kernels, at an address that is valid in this process.

    `points_per_disc` is 1 where no value of the sample exceeds 64; else the greatest one becomes
    64 discs.
    """

    name: str
    points_per_disc: float
    address: int


def own_evaluation(evaluation: Evaluation | str) -> OwnEvaluation:
    """Compile an evaluation for the engine and try it on positions of play.

    Raises `OutflankError` for a function that cannot be compiled, fails, or returns anything but a
    number of discs or points.
    """
    from numba.core.dispatcher import Dispatcher

    if not (isinstance(evaluation, str | Dispatcher) or inspect.isfunction(evaluation)):
        raise OutflankError(
            f"evaluation={evaluation!r} is no evaluation; give a function of (player, opponent)"
        )
    return _ready(evaluation)


@cache
def _ready(evaluation: Evaluation | str) -> OwnEvaluation:
    """The evaluation, compiled once in a process."""
    from outflank.kernels.calling import address_of

    name, function = _compiled(evaluation)
    greatest = max(abs(_tried(name, function, position)) for position in _sample())
    points_per_disc = max(1.0, greatest / MOST_DISCS)
    return OwnEvaluation(name, points_per_disc, address_of(_converted(function, points_per_disc)))


def _compiled(evaluation: Evaluation | str) -> tuple[str, Evaluation]:
    """The name of an evaluation, and its function, which kernels can call."""
    from numba import types
    from numba.core.dispatcher import Dispatcher

    from outflank.classics import evaluations
    from outflank.kernels.jit import compile_own

    if isinstance(evaluation, str):
        return evaluation, evaluations.get(evaluation)
    function: Any = evaluation
    if isinstance(evaluation, Dispatcher):
        if (types.uint64, types.uint64) in evaluation.overloads:
            return evaluation.py_func.__name__, evaluation
        function = evaluation.py_func  # compiled by the user, for other types or none yet
    return function.__name__, compile_own(function, "(u8,u8)")


def _tried(name: str, function: Evaluation, position: Position) -> float:
    """The value of a position, if it is a number that can be discs or points."""
    try:
        value: Any = function(position.player, position.opponent)
    except Exception as error:
        raise OutflankError(f"the evaluation {name} fails: {error!r}") from error
    number = float(value) if isinstance(value, Real) else math.nan
    if not abs(number) <= MOST_POINTS:
        raise OutflankError(
            f"the evaluation {name} returns {value!r}; return discs or points for the side to move"
        )
    return number


@cache
def _sample() -> tuple[Position, ...]:
    """Positions of random games, always the same ones."""
    chance = random.Random(0)
    positions = []
    for _ in range(SAMPLE_GAMES):
        position = Position.start()
        while not position.is_over():
            positions.append(position)
            position = position.play(chance.choice(position.legal_moves()))
    return tuple(positions)


def _converted(function: Evaluation, points_per_disc: float) -> Callable[[int, int], int]:
    """`function` in the unit of the search, within its bounds, as an integer."""
    import numpy as np

    from outflank.kernels.evaluate import DISC
    from outflank.kernels.jit import compile_own
    from outflank.kernels.leaf import HIGHEST

    factor = DISC / points_per_disc
    highest = HIGHEST

    def search_value(player: int, opponent: int) -> int:
        value = function(player, opponent) * factor
        if value >= highest:
            return highest
        if value > -highest:
            return int(np.rint(value))
        return -highest  # also for NaN

    return compile_own(search_value, "i8(u8,u8)")
