"""The engine with an evaluation of the user's own: at full depth, and refused where it is none."""

from __future__ import annotations

import math
import time
from typing import Any

import numba
import pytest

from outflank.classics.evaluations import EVALUATIONS, get
from outflank.classics.evaluations.blend import blend
from outflank.engine.engine import TOGETHER_DEPTH, Engine
from outflank.engine.own_evaluation import Evaluation, own_evaluation
from outflank.engine.solver import Solver
from outflank.engine.weights import Weights
from outflank.errors import OutflankError
from outflank.formats import read
from outflank.kernels.bits import popcount
from outflank.kernels.evaluate import DISC
from outflank.kernels.leaf import HIGHEST
from outflank.rules.position import Position
from outflank.rules.squares import PASS
from outflank.search.limit import Limit
from tests.endgames import played_endgames
from tests.engine.plain_search import PlainSearch
from tests.engine.test_engine import assert_is_plain, assert_is_sound, sample
from tests.kernels.test_midgame import negamax

CORNERS = 0x8100000000000081
EDGES = 0xFF818181818181FF
MIDGAME = read("f5d6c3d3c4f4f6f3e6e7d7").position


def rim(player: int, opponent: int) -> float:
    """Plain Python, symmetric, with fractions: edges, corners and few discs."""
    edges = (player & EDGES).bit_count() - (opponent & EDGES).bit_count()
    corners = (player & CORNERS).bit_count() - (opponent & CORNERS).bit_count()
    return 1.5 * edges + 4 * corners - player.bit_count() / 3


def plain_rim(position: Position) -> int:
    """`rim` in 1/128 disc, not compiled."""
    value = rim(position.player, position.opponent)
    return max(-HIGHEST, min(HIGHEST, round(value * DISC)))


def new_engine(threads: int = 1, evaluation: Evaluation | str = rim) -> Engine:
    return Engine(threads=threads, table_megabytes=4, evaluation=evaluation)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return new_engine()


@pytest.fixture(scope="module")
def plain() -> PlainSearch:
    return PlainSearch(Weights.zeros(), own_evaluation(rim))


# Right


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_score_is_that_of_negamax_in_plain_python(depth: int, engine: Engine) -> None:
    for position in sample(depth, 15, least_empties=depth + 6):
        found = engine.search(position, Limit(depth=depth))
        assert found.score == negamax(position, depth, plain_rim) / DISC


@pytest.mark.parametrize(("depth", "count"), [(4, 40), (5, 40), (7, 15)])
def test_deep_scores_are_those_of_plain_alphabeta(
    depth: int, count: int, engine: Engine, plain: PlainSearch
) -> None:
    for position in sample(30 + depth, count, least_empties=depth + 1):
        assert_is_plain(engine.search(position, Limit(depth=depth)), position, depth, plain)


@pytest.mark.parametrize("depth", [2, 5, 7])
def test_all_images_have_the_same_score(depth: int, engine: Engine) -> None:
    for position in sample(41, 8, least_empties=depth + 1):
        limit = Limit(depth=depth)
        assert len({engine.search(image, limit).score for image in position.images()}) == 1


def test_two_threads_find_the_same_scores(engine: Engine) -> None:
    both = new_engine(threads=2)
    limit = Limit(depth=TOGETHER_DEPTH)
    for position in sample(42, 4, least_empties=TOGETHER_DEPTH + 4):
        assert both.search(position, limit).score == engine.search(position, limit).score


def test_lines_are_the_best_moves_in_order(engine: Engine, plain: PlainSearch) -> None:
    for position in sample(43, 10, least_empties=8):
        moves = position.legal_moves()
        found = engine.search(position, Limit(depth=4), lines=3)
        assert len(found.lines) == min(3, len(moves))
        if moves != (PASS,):
            scores = sorted((-plain.value(position.play(move), 3) for move in moves), reverse=True)
            assert [line.score for line in found.lines] == scores[:3]


@pytest.mark.parametrize("threads", [1, 2])
def test_the_end_of_the_game_is_solved(threads: int) -> None:
    own = new_engine(threads)
    solver = Solver(table_megabytes=4)
    for pair in played_endgames(44, 8, range(8, 17)):
        position = Position(*pair)
        if position.is_over():
            continue
        found = own.search(position, Limit())
        assert_is_sound(found, position)
        assert (found.score, found.is_exact) == (solver.solve(position).score, True)
        assert -solver.solve(position.play(found.move)).score == found.score


@pytest.mark.parametrize("threads", [1, 2])
def test_a_time_limit_is_kept(threads: int) -> None:
    own = new_engine(threads)
    started = time.process_time()
    found = own.search(MIDGAME, Limit(seconds=0.3))
    assert time.process_time() - started < 2 * threads
    assert_is_sound(found, MIDGAME)
    assert found.depth >= 1
    assert not found.complete


def test_nothing_is_cut_by_guess(engine: Engine, plain: PlainSearch) -> None:
    for limit in (Limit(depth=6, confidence=73), Limit(depth=6)):
        assert_is_plain(engine.search(MIDGAME, limit), MIDGAME, 6, plain)
    seen: list[int] = []
    engine.clear()
    engine.search(
        MIDGAME,
        Limit(level=16, seconds=0.3),
        progress=lambda analysis: seen.append(analysis.confidence),
    )
    assert set(seen) == {100}


def test_another_evaluation_plays_otherwise() -> None:
    limit = Limit(depth=4)
    positions = sample(45, 20, least_empties=20)

    def moves(engine: Engine) -> list[int]:
        return [engine.search(position, limit).move for position in positions]

    assert moves(new_engine()) != moves(Engine(table_megabytes=4))


# Kinds of evaluations, and their unit


@pytest.mark.parametrize("name", list(EVALUATIONS))
def test_evaluations_by_name(name: str) -> None:
    named = new_engine(evaluation=name)
    assert named.own_evaluation is not None
    assert named.own_evaluation.name == name
    per_disc = named.own_evaluation.points_per_disc
    for position in sample(46, 4, least_empties=20):
        board = [position.play(move) for move in position.legal_moves()]
        best = max(-round(get(name)(b.player, b.opponent) * DISC / per_disc) for b in board)
        assert named.search(position, Limit(depth=1)).score * DISC == min(best, HIGHEST)


def test_a_blend_and_its_name_are_compiled_once() -> None:
    mine = blend(mobility=8, corners=300, discs=1)
    assert own_evaluation(mine) is own_evaluation(mine)
    assert own_evaluation("corners") == own_evaluation("corners")
    position = sample(47, 1, least_empties=20)[0]
    assert_is_sound(new_engine(evaluation=mine).search(position, Limit(depth=6)), position)


def test_functions_that_the_user_has_compiled() -> None:
    for given in (numba.njit(rim), numba.njit("f8(i8,i8)")(rim), numba.njit("f8(u8,u8)")(rim)):
        found = new_engine(evaluation=given).search(MIDGAME, Limit(depth=2))
        assert found.score == negamax(MIDGAME, 2, plain_rim) / DISC


def test_discs_stay_as_they_are_and_points_become_discs() -> None:
    assert own_evaluation("discs").points_per_disc == 1
    assert own_evaluation(rim).points_per_disc == 1

    def points(player: int, opponent: int) -> int:
        return 1000 * (popcount(player) - popcount(opponent))

    scaled = own_evaluation(points)
    assert scaled.points_per_disc > 100
    for position in sample(48, 20, least_empties=10):
        by_points = new_engine(evaluation=points).search(position, Limit(depth=3))
        by_discs = new_engine(evaluation="discs").search(position, Limit(depth=3))
        if abs(by_discs.score) < 20:
            expected = by_discs.score * 1000 / scaled.points_per_disc
            assert math.isclose(by_points.score, expected, abs_tol=1 / DISC)


# What is no evaluation


def _raises(player: int, opponent: int) -> int:
    raise ValueError("first\nsecond")


def _text(player: int, opponent: int) -> str:
    return "good"


def _nothing(player: int, opponent: int) -> None:
    pass


def _one_board(player: int) -> int:
    return 1


def _no_number(player: int, opponent: int) -> float:
    return 0.0 / (popcount(player) - popcount(player))


def _unsigned(player: int, opponent: int) -> int:
    return player - opponent


def _unknown(player: int, opponent: int) -> int:
    return unheard_of(player)  # type: ignore[name-defined, no-any-return] # noqa: F821


class _Object:
    def __call__(self, player: int, opponent: int) -> int:
        return 1


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (_raises, "the evaluation _raises fails: ValueError"),
        (_text, "_text returns 'good'; return discs or points"),
        (_nothing, "_nothing returns None; return discs or points"),
        (_one_board, "_one_board cannot be compiled: .*2 argument"),
        (_no_number, "_no_number returns nan; return discs or points"),
        (_unsigned, "_unsigned returns 18446.*; return discs or points"),
        (_unknown, "_unknown cannot be compiled: .*'unheard_of'"),
        (_Object(), "is no evaluation; give a function of .player, opponent."),
        (42, "evaluation=42 is no evaluation; give a function"),
        ([], r"evaluation=\[\] is no evaluation; give a function"),
        ("cornres", "no evaluation is called 'cornres'; there are: discs, "),
    ],
)
def test_what_is_no_evaluation_is_refused_in_one_line(wrong: Any, told: str) -> None:
    with pytest.raises(OutflankError, match=told) as refusal:
        Engine(evaluation=wrong)
    assert "\n" not in str(refusal.value)


def test_weights_and_an_evaluation_are_one_too_many() -> None:
    with pytest.raises(OutflankError, match="give weights or evaluation"):
        Engine(evaluation="discs", weights=Weights.zeros())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_board_on_which_the_function_fails_counts_as_even() -> None:
    """A search cannot raise: Numba prints the error, and the search goes on."""
    child = MIDGAME.play(MIDGAME.legal_moves()[0])
    own_discs, other_discs = child.player, child.opponent

    def fails_once(player: int, opponent: int) -> int:
        if player == own_discs and opponent == other_discs:
            raise ValueError("unforeseen")
        return 5

    found = new_engine(evaluation=fails_once).search(MIDGAME, Limit(depth=1))
    assert (found.move, found.score) == (MIDGAME.legal_moves()[0], 0)
