"""The sequence of searches (steps) that leads to a goal, such as a depth or an exact solve.

Each search is deeper or less selective than the one before, fills the transposition table for the
next, and gives it a guess at the value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from outflank.engine.levels import SURE, Step, goal_of_level, solve_step
from outflank.kernels.switches import switched
from outflank.search.limit import CONFIDENCES, Limit

SINGLE_STEPS_FROM = 8
"""Below this depth the depth grows by two plies from step to step, from here on by one, because
each further ply takes 1.6 times as long.
"""

UNSEARCHED_EMPTIES = 10
"""On the way to a solve, no search is made whose depth leaves fewer empty squares than this: a
selective solve takes no longer.
"""

SOLVING_SELECTIVITIES = (0, 1, 3)
"""The selective solves before the exact one: confidence levels of 73, 87 and 98 %, as indices."""


def goal_of(limit: Limit, empties: int) -> Step:
    """The last step of a search with this limit;
    a solve if the limit has neither a depth nor a level.
    """
    if limit.exact:
        return solve_step(empties)
    selectivity = SURE if limit.confidence is None else CONFIDENCES.index(limit.confidence)
    goal = solve_step(empties, selectivity)
    if limit.level is not None:
        goal = goal_of_level(limit.level, empties)
    if limit.depth is None or limit.depth >= goal.depth:
        return goal
    return Step(limit.depth, goal.selectivity, solves=False)


def steps_to(goal: Step, empties: int) -> Iterator[Step]:
    """All searches to be made in a position with `empties` empty squares, in order;
    `goal` is the last.
    """
    deepest = switched("midgame-deepening", goal.depth - 1, off=0)
    if goal.solves:
        deepest = empties - UNSEARCHED_EMPTIES
    depth = 2 + goal.depth % 2 if not goal.solves else 2
    while depth <= deepest:
        yield Step(depth, 0, solves=False)
        depth += 2 if depth < SINGLE_STEPS_FROM else 1
    if goal.solves:
        for selectivity in SOLVING_SELECTIVITIES:
            # With few empties a proof takes no longer than a selective solve.
            if selectivity < goal.selectivity and empties > UNSEARCHED_EMPTIES + 3:
                yield solve_step(empties, selectivity)
    yield goal


def at_full_width(steps: Iterable[Step]) -> list[Step]:
    """The same steps at 100 % confidence; of steps that become equal, only the first is kept.

    Used with a user's own evaluation, for which ProbCut has no error model.
    """
    return list(dict.fromkeys(replace(step, selectivity=SURE) for step in steps))
