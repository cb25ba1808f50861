"""How a game's time is shared out, and when a search has gone on long enough."""

from __future__ import annotations

import random

import pytest

from outflank.engine.analysis import Analysis
from outflank.engine.budget import MOST_SHARE, budget_of_game
from outflank.engine.forecast import next_seconds, solution_nodes, solvable_empties
from outflank.engine.levels import SURE, Step, solve_step
from outflank.engine.pace import Pace
from outflank.search.limit import CONFIDENCES, Limit


def test_a_whole_game_by_its_budgets_never_runs_out() -> None:
    chance = random.Random(1)
    for _ in range(300):
        total = left = chance.choice([0.1, 1.0, 60.0, 1800.0])
        increment = chance.choice([0.0, 0.0, 0.01, 5.0])
        for empties in range(60, 0, -2):
            budget = budget_of_game(left, increment, empties)
            assert 0 < budget.aim <= budget.most <= MOST_SHARE * left
            # A game of hard moves only, and one in which each takes what it should.
            left += increment - chance.choice([budget.aim, budget.most])
            assert left > 0
        assert left < total + 31 * increment


@pytest.mark.parametrize("seconds", [1.0, 10.0, 100.0, 1000.0])
def test_most_of_the_time_goes_to_the_moves_before_the_solution(seconds: float) -> None:
    left, spent = seconds, []
    for empties in range(60, solvable_empties(seconds / 2), -2):
        spent.append(budget_of_game(left, 0.0, empties).aim)
        left -= spent[-1]
    assert 0.5 * seconds < sum(spent) < 0.95 * seconds
    assert max(spent) < 2 * min(spent)  # alike, whichever comes first


def test_an_increment_is_spent() -> None:
    assert budget_of_game(60.0, 5.0, 60).aim > budget_of_game(60.0, 0.0, 60).aim + 4


def test_more_empties_and_more_surety_cost_more() -> None:
    for confidence in range(SURE + 1):
        costs = [solution_nodes(empties, confidence) for empties in range(10, 40)]
        assert costs == sorted(costs)
    for empties in range(20, 40):
        costs = [solution_nodes(empties, confidence) for confidence in range(len(CONFIDENCES))]
        assert costs == sorted(costs)
    assert solvable_empties(0.001) < solvable_empties(1) < solvable_empties(1000) < 40


def test_what_a_position_has_cost_foretells_what_it_will() -> None:
    last, proof = solve_step(24, 0), solve_step(24)
    assert next_seconds(proof, last, 2.0, 1e6) == 2 * next_seconds(proof, last, 1.0, 1e6)
    depth = Step(12, 0, solves=False)
    assert next_seconds(Step(13, 0, solves=False), depth, 1.0, 1e6) > 1.0
    assert next_seconds(last, depth, 1.0, 1e6) == 2 * next_seconds(last, depth, 1.0, 2e6)


def answer(move: int, score: float = 0.0) -> Analysis:
    return Analysis(
        move=move,
        score=score,
        principal_variation=(move,),
        depth=1,
        nodes=1_000_000,
        seconds=0.0,
        complete=False,
        confidence=73,
        is_exact=False,
    )


def seconds_taken(limit: Limit, moves: list[int], scores: list[float], lead: float) -> float:
    """How long a search goes on whose steps find these moves, each taking 1.6 times as long."""
    pace, seconds, took = Pace(limit), 0.0, 0.01
    for index, (move, score) in enumerate(zip(moves, scores, strict=True)):
        step = Step(8 + index, 0, solves=False)
        if not pace.is_worth(step, seconds):
            break
        seconds += took
        took *= 1.6
        pace.note(step, answer(move, score), seconds, lead)
    return seconds


STEPS = 20
STEADY = [1] * STEPS
RESTLESS = [index % 2 for index in range(STEPS)]
EVEN = [0.0] * STEPS
FALLING = [-3.0 * index for index in range(STEPS)]


def test_hard_positions_get_more_time_and_obvious_moves_less() -> None:
    limit = Limit(seconds=10, aim_seconds=1)
    obvious = seconds_taken(limit, STEADY, EVEN, lead=20)
    steady = seconds_taken(limit, STEADY, EVEN, lead=1)
    restless = seconds_taken(limit, RESTLESS, EVEN, lead=1)
    falling = seconds_taken(limit, STEADY, FALLING, lead=1)
    assert obvious < 0.5 < steady < 1.5 <= restless < 3
    assert falling == restless


def test_a_limit_without_an_aim_is_used_up() -> None:
    for moves in (STEADY, RESTLESS):
        assert seconds_taken(Limit(seconds=1), moves, EVEN, lead=20) > 0.6
    assert seconds_taken(Limit(), STEADY, EVEN, lead=20) > 100  # all steps
