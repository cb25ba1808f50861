"""Selective searches may be wrong; what they leave in the table must not make a proof wrong.

The error tables here are zeros, so that every probe is trusted blindly, and the evaluation is
noise: nearly all selective scores are wrong.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from outflank.engine.engine import Engine
from outflank.engine.solver import Solver
from outflank.engine.weights import Weights
from outflank.engine.workspace import Table, Workspace
from outflank.formats import read
from outflank.kernels.endgame import PROBCUT_EMPTIES, solve_root
from outflank.kernels.midgame import LOWEST, search_root
from outflank.kernels.probcut import EXACT
from outflank.rules.position import Position
from outflank.rules.squares import square_name
from outflank.search.limit import Limit
from outflank.search.stopping import StopFlag
from tests.endgames import compiled_exact_score, played_endgames
from tests.positions import Pair

EMPTIES = range(PROBCUT_EMPTIES, PROBCUT_EMPTIES + 3)
COUNT = 250


@cache
def reckless_weights() -> Weights:
    """Noise as an evaluation, and errors of zero: every probe is believed."""
    shape = Weights.zeros().table.shape
    weights = Weights(np.random.default_rng(5).integers(-80, 81, shape, np.int16), {})
    object.__setattr__(weights, "errors", np.zeros_like(weights.errors))
    return weights


@cache
def positions() -> list[tuple[Pair, int]]:
    """Positions where probes cut, with their scores by a solver that never cuts."""
    careful = Workspace(Table(16), Weights.zeros(), StopFlag())
    pairs = list(played_endgames(41, COUNT, EMPTIES))
    return [(pair, int(solve_root(*pair, -65, 65, careful.work))) for pair in pairs]


def solve(pair: Pair, workspace: Workspace, confidence: int) -> int:
    workspace.trust(confidence)
    return int(solve_root(*pair, -65, 65, workspace.work))


def test_the_careful_scores_equal_brute_force() -> None:
    # Those that brute force can do in moments.
    narrow = [
        (pair, score)
        for pair, score in positions()
        if Position(*pair).empty_count == EMPTIES[0] and len(Position(*pair).legal_moves()) < 6
    ]
    assert len(narrow) >= 5
    for pair, score in narrow[:5]:
        assert compiled_exact_score(*pair, -64, 64) == score


@pytest.mark.parametrize(
    ("megabytes", "confidences"),
    [(16, (0,)), (0.01, (4, 0, 1, 2, 3))],
    ids=["a table", "a tiny table and all confidences"],
)
def test_a_proof_after_selective_searches_is_right(
    megabytes: float, confidences: tuple[int, ...]
) -> None:
    # One table for all: what it keeps of one position must not harm the next either.
    workspace = Workspace(Table(megabytes), reckless_weights(), StopFlag())
    wrong = 0
    for pair, score in positions():
        for confidence in confidences:
            wrong += solve(pair, workspace, confidence) != score
        assert solve(pair, workspace, EXACT) == score
    assert wrong > COUNT * len(confidences) / 4


def test_every_question_of_a_proof_is_answered_right() -> None:
    # Not only the open window: the empty ones around the score, on a table full of wrong bounds.
    workspace = Workspace(Table(16), reckless_weights(), StopFlag())
    for pair, score in positions()[::3]:
        workspace.trust(0)
        for alpha in (score - 9, score - 1, score, score + 8):
            solve_root(*pair, alpha, alpha + 1, workspace.work)
        workspace.trust(EXACT)
        for alpha in (score - 1, score, score - 7, score + 6):
            answer = solve_root(*pair, alpha, alpha + 1, workspace.work)
            assert (answer > alpha) == (score > alpha)
            assert answer <= score if answer > alpha else answer >= score


def test_selective_midgame_searches_leave_nothing_that_a_proof_would_believe() -> None:
    workspace = Workspace(Table(16), reckless_weights(), StopFlag())
    for pair, score in positions()[::4]:
        workspace.trust(0)
        for depth in (4, 7, 10):
            search_root(*pair, LOWEST, -LOWEST, depth, workspace.work)
        assert solve(pair, workspace, EXACT) == score


def test_a_selective_search_may_use_what_is_proved() -> None:
    workspace = Workspace(Table(16), reckless_weights(), StopFlag())
    for pair, score in positions()[::10]:
        assert solve(pair, workspace, EXACT) == score
        before = int(workspace.work["nodes"])
        assert solve(pair, workspace, 0) == score
        assert int(workspace.work["nodes"]) - before < 10


@pytest.mark.parametrize("threads", [1, 2])
def test_a_solver_that_is_wrong_at_first_proves_the_right_score(threads: int) -> None:
    reckless = Solver(threads=threads, table_megabytes=16, weights=reckless_weights())
    careful = Workspace(Table(16), Weights.zeros(), StopFlag())
    for pair in played_endgames(42, 5, range(17, 18)):
        score = int(solve_root(*pair, -65, 65, careful.work))
        solution = reckless.solve(Position(*pair))
        assert (solution.lower, solution.upper) == (score, score)
        winner = reckless.solve(Position(*pair).transformed(3), wld=True)
        assert winner.lower <= score <= winner.upper


@pytest.mark.parametrize("depth", [8, 9, 12, 14])
def test_a_wipe_out_is_not_cut_off(depth: int) -> None:
    """Black loses everything in five plies, from where the evaluation takes it for far ahead."""
    moves = "f5d6c6f4d3f6g5h4c7b8e6c5c4f3e3c3b6"
    position = read(moves).position
    found = Engine(table_megabytes=4).search(position, Limit(depth=depth, confidence=73))
    assert (square_name(found.move), found.score) == ("a6", 64)
