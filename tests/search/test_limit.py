"""Limits and results: what they accept and compute."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from outflank.errors import OutflankError
from outflank.search.limit import Limit
from outflank.search.result import ScoreUnit, SearchResult

RESULT = SearchResult(
    move=19,
    score=3.0,
    unit=ScoreUnit.POINTS,
    principal_variation=(19, 20),
    depth=3,
    nodes=100,
    leaves=64,
    table_hits=5,
    seconds=0.5,
    complete=True,
)


@pytest.mark.parametrize("name", ["depth", "nodes", "seconds"])
@pytest.mark.parametrize("value", [0, -1, "3", float("nan"), float("inf"), -float("inf")])
def test_nonsense_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(OutflankError, match=f"^{name}=.* is no limit; give a .*number above 0$"):
        Limit(**{name: value})


@pytest.mark.parametrize("name", ["depth", "nodes"])
def test_plies_and_nodes_are_whole_numbers(name: str) -> None:
    with pytest.raises(OutflankError, match=f"{name}=2.5 is no limit; give a whole number"):
        Limit(**{name: 2.5})  # type: ignore[arg-type]


def test_sense_is_accepted() -> None:
    limit = Limit(depth=1, nodes=10**30, seconds=0.001)
    assert (limit.depth, limit.nodes, limit.seconds) == (1, 10**30, 0.001)
    assert Limit() == Limit(depth=None, nodes=None, seconds=None)
    assert Limit(seconds=5).seconds == 5


def test_limit_is_frozen_and_takes_keywords_only() -> None:
    with pytest.raises(FrozenInstanceError):
        Limit(depth=1).depth = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        Limit(3)  # type: ignore[call-arg]


def test_statistics_of_a_result() -> None:
    assert RESULT.nodes_per_second == 200
    assert RESULT.effective_branching_factor == pytest.approx(4)
    assert RESULT.leaf_ratio == 0.64


def test_statistics_of_nothing() -> None:
    nothing = replace(RESULT, depth=0, nodes=0, leaves=0, seconds=0.0)
    assert nothing.nodes_per_second == 0
    assert nothing.effective_branching_factor == 0
    assert nothing.leaf_ratio == 0
