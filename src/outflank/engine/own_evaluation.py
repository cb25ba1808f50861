"""A user's own evaluation, which replaces the pattern evaluation in the engine's search.

It is the name of one of `classics.evaluations`, a blend of them, or a Python function
``evaluate(player, opponent)`` of two bitboards that returns a number for the side to move and that
Numba can compile. The search needs values in 1/`DISC` of a disc: `own_evaluation` determines the
scale and compiles a wrapper that converts the value.
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
"""A function of the two bitboards that returns a value for the player to move,
in discs or points.
"""

MOST_DISCS = 64
"""If an evaluation returns a value above this, its values are taken as points, not discs."""

MOST_POINTS = 1e9
"""Values above this are refused:
they are errors, such as an unsigned integer that wrapped below 0.
"""

SAMPLE_GAMES = 10
"""Number of random games on whose positions (about 600) an evaluation is tried."""


@dataclass(frozen=True, slots=True)
class OwnEvaluation:
    """A compiled evaluation; `address` is that of its function, valid in this process only.

    `points_per_disc` is 1 if no value exceeded 64 when it was tried; else it is chosen such that
    the greatest value becomes 64 discs.
    """

    name: str
    points_per_disc: float
    address: int


def own_evaluation(evaluation: Evaluation | str) -> OwnEvaluation:
    """Compile an evaluation for the engine and try it on positions of random games.

    Raises `OutflankError` if the function cannot be compiled, raises an exception, or returns
    anything but a number of discs or points.
    """
    from numba.core.dispatcher import Dispatcher

    if not (isinstance(evaluation, str | Dispatcher) or inspect.isfunction(evaluation)):
        raise OutflankError(
            f"evaluation={evaluation!r} is no evaluation; give a function of (player, opponent)"
        )
    return _ready(evaluation)


@cache
def _ready(evaluation: Evaluation | str) -> OwnEvaluation:
    """Compile and try the evaluation, only once in each process."""
    from outflank.kernels.calling import address_of

    name, function = _compiled(evaluation)
    greatest = max(abs(_tried(name, function, position)) for position in _sample())
    points_per_disc = max(1.0, greatest / MOST_DISCS)
    return OwnEvaluation(name, points_per_disc, address_of(_converted(function, points_per_disc)))


def _compiled(evaluation: Evaluation | str) -> tuple[str, Evaluation]:
    """The name of an evaluation, and its compiled function."""
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
    """The value of `position` by `function`; raises `OutflankError` if it is not a sensible number.

    `name` is the name of the evaluation in the message.
    """
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
    """Positions of random games, the same in every process."""
    chance = random.Random(0)
    positions = []
    for _ in range(SAMPLE_GAMES):
        position = Position.start()
        while not position.is_over():
            positions.append(position)
            position = position.play(chance.choice(position.legal_moves()))
    return tuple(positions)


def _converted(function: Evaluation, points_per_disc: float) -> Callable[[int, int], int]:
    """Wrap `function` so that it returns an integer in 1/`DISC` of a disc, within ±`HIGHEST`."""
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
