"""The searches that lead up to a goal: each prepares the table and the guess for the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from outflank.engine.levels import SURE, Step, goal_of_level, solve_step
from outflank.kernels.switches import switched
from outflank.search.limit import CONFIDENCES, Limit

SINGLE_STEPS_FROM = 8
"""Up to this depth two plies at a time, then one: a depth takes 1.6 times as long as the last."""

UNSEARCHED_EMPTIES = 10
"""If a search to a depth would leave fewer empties, a selective solve is as fast."""

SOLVING_SELECTIVITIES = (0, 1, 3)
"""On the way to a proof: 73, 87 and 98 %."""


def goal_of(limit: Limit, empties: int) -> Step:
    """The final step for a limit; a solve if it has neither depth nor level."""
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
    """The searches to make one after the other, the goal last."""
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
    """The same steps without selectivity, duplicates removed."""
    return list(dict.fromkeys(replace(step, selectivity=SURE) for step in steps))
