"""The goal that a limit means, and the searches that lead up to it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from outflank.engine.ladder import goal_of, steps_to
from outflank.engine.levels import SURE, Step, goal_of_level, solve_step
from outflank.search.limit import CONFIDENCES, LEVELS, Limit

EMPTIES = range(1, 61)
GOALS = [
    (goal_of(limit, empties), empties)
    for empties in EMPTIES
    for limit in (
        Limit(),
        Limit(exact=True),
        *(
            Limit(depth=depth, confidence=percent)
            for depth in (1, 2, 7, 30)
            for percent in (73, 100)
        ),
        *(Limit(level=level) for level in LEVELS[::7]),
        *(Limit(confidence=percent) for percent in CONFIDENCES),
    )
]


@pytest.mark.parametrize(
    ("limit", "empties", "goal"),
    [
        (Limit(), 40, solve_step(40)),
        (Limit(seconds=1, nodes=5), 40, solve_step(40)),
        (Limit(exact=True), 60, solve_step(60)),
        (Limit(confidence=87), 30, solve_step(30, 1)),
        (Limit(depth=8), 40, Step(8, SURE, solves=False)),
        (Limit(depth=18, confidence=73), 40, Step(18, 0, solves=False)),
        (Limit(depth=39), 40, Step(39, SURE, solves=False)),
        (Limit(depth=40), 40, solve_step(40)),
        (Limit(depth=60, confidence=98), 12, solve_step(12, 3)),
    ],
)
def test_goals(limit: Limit, empties: int, goal: Step) -> None:
    assert goal_of(limit, empties) == goal


def test_a_level_has_its_own_goal() -> None:
    for level in LEVELS:
        for empties in EMPTIES:
            assert goal_of(Limit(level=level), empties) == goal_of_level(level, empties)


def test_the_goal_comes_last_and_once() -> None:
    for goal, empties in GOALS:
        steps = list(steps_to(goal, empties))
        assert steps[-1] == goal
        assert len(set(steps)) == len(steps)


def test_every_step_goes_further_than_the_one_before() -> None:
    for goal, empties in GOALS:
        for before, after in pairwise(steps_to(goal, empties)):
            if before.solves:
                assert after.solves
                assert after.selectivity > before.selectivity
            else:
                assert after.solves or after.depth > before.depth


def test_no_step_is_deeper_than_the_game_is_long() -> None:
    for goal, empties in GOALS:
        for step in steps_to(goal, empties):
            assert 1 <= step.depth <= empties
            assert step.solves or step.depth < empties


def test_steps_grow_by_two_plies_and_then_by_one() -> None:
    """The first ones have the parity of the goal, as values of unequal parity differ."""
    depths = [step.depth for step in steps_to(Step(13, SURE, solves=False), 50)]
    assert depths == [3, 5, 7, 9, 10, 11, 12, 13]
    depths = [step.depth for step in steps_to(Step(10, SURE, solves=False), 50)]
    assert depths == [2, 4, 6, 8, 9, 10]


def test_a_proof_is_prepared_by_guesses() -> None:
    steps = list(steps_to(solve_step(20), 20))
    assert [step.depth for step in steps if not step.solves] == [2, 4, 6, 8, 9, 10]
    assert [step.percent for step in steps if step.solves] == [73, 87, 98, 100]
    assert list(steps_to(solve_step(9), 9)) == [solve_step(9)]
