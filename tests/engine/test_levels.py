"""What levels mean: more is never less, and the words say what is searched."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from outflank.engine.levels import (
    FULL_WIDTH_LEVEL,
    SURE,
    Step,
    describe_level,
    goal_of_level,
    solve_step,
    solving_empties,
)
from outflank.search.limit import CONFIDENCES, LEVELS

EMPTIES = range(1, 61)


def strength(step: Step) -> tuple[bool, int, int]:
    """What makes a search stronger: the end of the game, then plies and sureness."""
    return step.solves, step.depth, step.selectivity


@pytest.mark.parametrize("level", LEVELS)
def test_goals_are_searches_that_there_are(level: int) -> None:
    for empties in EMPTIES:
        goal = goal_of_level(level, empties)
        assert 1 <= goal.depth <= empties
        assert goal.percent in CONFIDENCES
        assert goal.solves == (goal.depth == empties)
        assert goal.is_exact == (goal.solves and goal.percent == 100)


@pytest.mark.parametrize("empties", EMPTIES)
def test_a_higher_level_never_searches_less(empties: int) -> None:
    goals = [goal_of_level(level, empties) for level in LEVELS]
    for level, (lower, higher) in zip(LEVELS, pairwise(goals), strict=False):
        if level == FULL_WIDTH_LEVEL and not lower.solves and not higher.solves:
            # One ply more, for sureness: full width gives way to selective search here.
            assert higher.depth > lower.depth
        else:
            assert strength(higher) >= strength(lower), level


@pytest.mark.parametrize("level", LEVELS)
def test_with_fewer_empties_a_level_is_never_less_sure_of_the_end(level: int) -> None:
    goals = [goal_of_level(level, empties) for empties in reversed(EMPTIES)]
    for more, fewer in pairwise(goals):
        assert fewer.solves >= more.solves
        if more.solves:
            assert fewer.selectivity >= more.selectivity


@pytest.mark.parametrize("level", LEVELS)
def test_solving_begins_selectively_and_ends_surely(level: int) -> None:
    (exact, sure), *selective = solving_empties(level)
    assert sure == SURE
    for empties, confidence in ((exact, SURE), *selective):
        if empties in EMPTIES:
            reached = goal_of_level(level, empties)
            assert reached.solves
            assert reached.selectivity >= confidence
    assert goal_of_level(level, exact) == solve_step(exact)


def test_the_ends_of_the_scale() -> None:
    assert goal_of_level(1, 60) == Step(1, SURE, solves=False)
    assert goal_of_level(10, 60) == Step(10, SURE, solves=False)
    assert goal_of_level(11, 60) == Step(11, 0, solves=False)
    for empties in EMPTIES:
        assert goal_of_level(60, empties) == solve_step(empties)


@pytest.mark.parametrize(
    ("level", "words"),
    [
        (1, "1 ply, exact from 2 empties"),
        (8, "8 plies, exact from 16 empties"),
        (14, "14 plies at 73 %, exact from 22 empties, 98 % from 24, 87 % from 27"),
        (20, "20 plies at 73 %, exact from 24 empties, 87 % from 27"),
        (21, "21 plies at 73 %, exact from 24 empties, 98 % from 27, 87 % from 30"),
        (59, "59 plies at 73 %, exact from 59 empties, 98 % from 60"),
        (60, "solves every position"),
    ],
)
def test_a_level_in_words(level: int, words: str) -> None:
    assert describe_level(level) == words


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_the_words_are_true(level: int) -> None:
    plies, exact, *selective = describe_level(level).split(", ")
    deepest = goal_of_level(level, 60)
    if not deepest.solves:
        sureness = "" if deepest.selectivity == SURE else f" at {deepest.percent} %"
        noun = "ply" if deepest.depth == 1 else "plies"
        assert plies == f"{deepest.depth} {noun}{sureness}"
    least = int(exact.split()[2])
    assert goal_of_level(level, least).is_exact
    for part in selective:
        percent, empties = int(part.split()[0]), int(part.split()[-1])
        assert goal_of_level(level, empties) == solve_step(empties, CONFIDENCES.index(percent))


def test_the_table_in_the_docs_is_up_to_date() -> None:
    text = (Path(__file__).parents[2] / "docs" / "engine.md").read_text()
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|$", text, flags=re.MULTILINE)
    assert len(rows) > 20
    for level, words in rows:
        assert words == describe_level(int(level))
