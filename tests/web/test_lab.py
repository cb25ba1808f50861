"""The lab without its page: specs, steps of searches, and the desk that shows them."""

from __future__ import annotations

import pytest

from outflank import Game
from outflank.errors import OutflankError
from outflank.players.thinking import Thought
from outflank.web.desk import Desk
from outflank.web.lab import ALGORITHMS, LIMITS, Run, branching_factor, spec_of
from tests.web.test_desk import with_desk


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("limit", LIMITS)
def test_every_search_has_a_spec_for_every_limit(algorithm: str, limit: str) -> None:
    spec = spec_of(algorithm, limit, 5, "phased")
    assert spec.name == algorithm
    if limit == "time":
        assert spec.values["time"] == 5
    elif algorithm != "mcts":
        assert spec.values["depth"] == 5


@pytest.mark.parametrize(
    ("algorithm", "limit", "amount", "evaluation"),
    [
        ("pvs", "depth", 0, "phased"),
        ("pvs", "depth", 21, "phased"),
        ("pvs", "time", 11, "phased"),
        ("pvs", "nodes", 5, "phased"),
        ("gtp", "depth", 5, "phased"),
        ("pvs", "depth", 5, "weights.bin"),
    ],
)
def test_anything_else_is_refused(
    algorithm: str, limit: str, amount: float, evaluation: str
) -> None:
    with pytest.raises(OutflankError):
        spec_of(algorithm, limit, amount, evaluation)


def test_the_branching_factor_is_that_of_an_even_tree() -> None:
    thought = Thought(line=(), score=0, is_in_discs=False, depth=4, nodes=81, seconds=1.0)
    assert branching_factor(thought) == pytest.approx(3)
    assert Run("pvs", spec_of("pvs", "depth", 4, "phased")).move is None


def test_a_search_is_watched_depth_by_depth_and_begins_anew_every_time() -> None:
    async def watch(desk: Desk) -> None:
        await desk.choose("engine:depth=1", Game(), visitor="loads the kernels")
        told: list[tuple[Thought, ...]] = []
        nodes = []
        for _ in range(2):
            steps = await desk.watch(
                "engine:depth=5", Game(), visitor="a", seconds=60, progress=told.append
            )
            assert [step.depth for step in steps] == sorted({step.depth for step in steps})
            assert steps[-1].depth == 5
            assert steps[-1].line[0] in Game().position.legal_moves()
            nodes.append(steps[-1].nodes)
        assert nodes[0] == nodes[1]
        assert all(isinstance(steps, tuple) for steps in told)
        with pytest.raises(OutflankError, match="does not search"):
            await desk.watch("greedy", Game(), visitor="a", seconds=1)

    with_desk(watch, cores=1)
