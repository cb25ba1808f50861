"""Minimax, alpha-beta, PVS and MTD(f) against brute force: one value, many ways to find it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import pytest

from outflank.classics import evaluations
from outflank.classics.alphabeta import AlphaBeta
from outflank.classics.driver import RootMove, TreeSearch
from outflank.classics.evaluations import EVALUATIONS, Evaluation
from outflank.classics.memory import new_memory
from outflank.classics.minimax import Minimax
from outflank.classics.mtdf import MtdF
from outflank.classics.pvs import PrincipalVariationSearch
from outflank.classics.work import DISC_VALUE
from outflank.errors import OutflankError
from outflank.kernels.jit import INTERPRETED
from outflank.rules.position import Position
from outflank.rules.squares import Square, mask_of, parse_square
from outflank.search.limit import Limit
from outflank.search.result import SearchResult
from tests.classics.boards import ONE_MOVE, WIDEST, before_passing, custom, passing, sample
from tests.classics.brute_force import best_score, move_values, points, tree_size

Make: TypeAlias = Callable[[str | Evaluation], TreeSearch]


def forgetful_minimax(evaluation: str | Evaluation) -> Minimax:
    """With a memory of sixteen places, which positions fight over all the time."""
    search = Minimax(evaluation)
    search._memory = new_memory(bits=4)
    return search


SEARCHES: dict[str, Make] = {
    "minimax": Minimax,
    "minimax without memory": lambda evaluation: Minimax(evaluation, memory=False),
    "minimax with a tiny memory": forgetful_minimax,
    "minimax with images as one": lambda evaluation: Minimax(evaluation, symmetric=True),
    "alphabeta": AlphaBeta,
    "alphabeta without pruning": lambda evaluation: AlphaBeta(evaluation, pruning=False),
    "alphabeta without history": lambda evaluation: AlphaBeta(evaluation, history=False),
    "alphabeta in threads": lambda evaluation: AlphaBeta(evaluation, threads=3),
    "pvs": PrincipalVariationSearch,
    "mtdf": MtdF,
    "mtdf with a tiny memory": lambda evaluation: MtdF(evaluation, memory_bits=4),
    "mtdf with open windows": lambda evaluation: MtdF(evaluation, zero_windows=False),
    "mtdf with images as one": lambda evaluation: MtdF(evaluation, symmetric=True),
    "mtdf drawing among equals": lambda evaluation: MtdF(evaluation, random_equals=True),
}
"""Every search whose value is that of minimax."""

ALGORITHMS = ["minimax", "alphabeta", "pvs", "mtdf"]
WITHOUT_MEMORY = ["minimax without memory", "alphabeta", "alphabeta in threads", "pvs"]

NAMES = [name for name in EVALUATIONS if name != "edge_lines"]
"""Evaluations that agree on all images of a position, as remembering images as one needs it."""

FUNCTIONS = [evaluations.get(name) for name in NAMES]

EARLY, MIDDLE, LATE, LAST = range(4, 14), range(14, 50), range(50, 58), range(58, 64)


Worth: TypeAlias = dict[Square, list[int]]
"""The score of each move by each evaluation."""


def _positions_by_depth() -> dict[int, list[Position]]:
    """What brute force can do in some seconds, of all phases, with passes and ends of games."""
    if INTERPRETED:
        return {
            1: [*sample(51, 1, EARLY), *sample(52, 1, MIDDLE), *passing(53, 1)],
            2: [*sample(54, 1, EARLY), *sample(55, 1, LAST)],
            4: sample(56, 1, range(61, 64)),
        }
    return {
        1: [
            *sample(51, 20, EARLY),
            *sample(52, 40, MIDDLE),
            *sample(53, 30, LATE),
            *passing(54, 20),
            *custom(55, 50),
            WIDEST,
        ],
        2: [
            *sample(61, 15, EARLY),
            *sample(62, 20, MIDDLE),
            *sample(63, 20, LATE),
            *passing(64, 10),
        ],
        3: [*sample(71, 5, EARLY), *sample(72, 4, MIDDLE), *sample(73, 15, LATE), *passing(74, 5)],
        4: [*sample(81, 1, EARLY), *sample(82, 4, LATE), *sample(83, 15, LAST)],
        5: [Position.start(), *sample(84, 15, LAST)],
    }


@pytest.fixture(scope="module")
def by_brute_force() -> list[tuple[Position, int, Worth]]:
    """Positions, depths, and what their moves are worth."""
    return [
        (position, depth, move_values(position, depth, FUNCTIONS))
        for depth, positions in _positions_by_depth().items()
        for position in positions
    ]


@pytest.mark.parametrize("name", SEARCHES)
def test_score_and_move_are_the_best_by_brute_force(
    name: str, by_brute_force: list[tuple[Position, int, Worth]]
) -> None:
    # The four algorithms with all evaluations on all positions, their variants with one on each.
    stride = 1 if name in ALGORITHMS else len(NAMES)
    for index, evaluation in enumerate(NAMES):
        # One search object for all positions: what it remembers must not disturb it.
        search = SEARCHES[name](evaluation)
        for position, depth, worth in by_brute_force[index % stride :: stride]:
            result = search.search(position, Limit(depth=depth))
            best = max(of_move[index] for of_move in worth.values())
            assert points(result) == best, (position, depth, evaluation)
            assert worth[result.move][index] == best, (position, depth, evaluation)
            assert result.complete


@pytest.mark.parametrize("name", [name for name in SEARCHES if name != "minimax without memory"])
def test_score_deeper_down_is_that_of_plain_minimax(name: str) -> None:
    depth = 2 if INTERPRETED else 5
    positions = (
        sample(91, 1, LAST) if INTERPRETED else [*sample(91, 4, MIDDLE), *sample(92, 4, LATE)]
    )
    for evaluation in NAMES[:: 4 if INTERPRETED else 1]:
        plain, search = Minimax(evaluation, memory=False), SEARCHES[name](evaluation)
        for position in positions:
            score = search.search(position, Limit(depth=depth)).score
            assert score == plain.search(position, Limit(depth=depth)).score


@pytest.mark.parametrize("name", SEARCHES)
def test_best_line_is_legal_and_leads_to_the_score(name: str) -> None:
    depth = 2 if INTERPRETED else 4
    positions = [
        *sample(94, 1 if INTERPRETED else 10, range(8, 60)),
        *passing(95, 1),
        *before_passing(96, 1 if INTERPRETED else 2),
        WIDEST,
    ]
    for evaluation in ("full",) if INTERPRETED else ("full", "corners", "discs"):
        search = SEARCHES[name](evaluation)
        for position in positions:
            result = search.search(position, Limit(depth=depth))
            complete = _follow(position, result, depth, evaluations.get(evaluation))
            assert complete or name not in WITHOUT_MEMORY


def _follow(position: Position, result: SearchResult, depth: int, evaluate: Evaluation) -> bool:
    """Check a line; whether it goes as deep as the search did, or to the end of the game."""
    line = result.principal_variation
    assert line[0] == result.move
    assert len(line) <= depth
    for move in line:
        position = position.play(move)
    if position.is_over():
        value = position.score() * DISC_VALUE
    elif len(line) == depth:
        value = int(evaluate(position.player, position.opponent))
    else:
        return False
    assert (-value if len(line) % 2 else value) == points(result)
    return True


@pytest.mark.parametrize("name", SEARCHES)
def test_all_images_have_the_same_score(name: str) -> None:
    depth = 1 if INTERPRETED else 4
    search = SEARCHES[name]("full")
    for position in sample(96, 1 if INTERPRETED else 6, range(8, 60)):
        scores = {search.search(image, Limit(depth=depth)).score for image in position.images()}
        assert len(scores) == 1


@pytest.mark.parametrize("name", SEARCHES)
def test_endgame_is_solved(name: str) -> None:
    search = SEARCHES[name]("full")
    for position in sample(97, 1 if INTERPRETED else 15, range(61 if INTERPRETED else 58, 64)):
        result = search.search(position, Limit(depth=20))
        assert result.score == best_score(position)
        assert result.complete


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize(
    ("others", "score"), [("", 64), ("a8", 62), ("a8 b8 c8", 0), ("a8 b8 c8 d8 e8", -58)]
)
def test_empty_squares_of_a_finished_game_go_to_the_winner(
    name: str, others: str, score: int
) -> None:
    # The only move leaves three own discs in the first row and these of the opponent's.
    far_away = mask_of(parse_square(square) for square in others.split())
    position = Position(ONE_MOVE.player, ONE_MOVE.opponent | far_away)
    result = SEARCHES[name]("full").search(position, Limit(depth=3))
    assert result.score == score


@pytest.mark.parametrize("name", ["minimax", "mtdf", "mtdf with open windows"])
def test_what_is_remembered_of_one_depth_does_not_answer_for_another(name: str) -> None:
    search = SEARCHES[name]("full")
    depths = (3, 2, 1) if INTERPRETED else (5, 4, 3, 2, 1, 5)
    for position in sample(103, 1 if INTERPRETED else 5, range(59, 60) if INTERPRETED else MIDDLE):
        for depth in depths:
            score = search.search(position, Limit(depth=depth)).score
            assert score == SEARCHES[name]("full").search(position, Limit(depth=depth)).score


def test_minimax_visits_every_position_of_the_tree_once() -> None:
    for depth in (1, 2) if INTERPRETED else (1, 2, 3, 4):
        for position in [Position.start(), *sample(98, 2, LATE), *passing(99, 2)]:
            result = Minimax("discs", memory=False).search(position, Limit(depth=depth))
            # The root is not searched: its moves are.
            assert result.nodes == tree_size(position, depth) - 1
            assert result.table_hits == 0


@pytest.mark.parametrize("kind", [Minimax, partial(MtdF, random_equals=True)])
def test_equal_moves_are_chosen_at_random(kind: Callable[..., TreeSearch]) -> None:
    start = Position.start()  # all four moves are the same move

    def chosen(seed: int | None) -> int:
        return kind("discs", seed=seed).search(start, Limit(depth=1)).move

    by_seed = [chosen(seed) for seed in range(40)]
    assert set(by_seed) == set(start.legal_moves())
    assert [chosen(seed) for seed in range(40)] == by_seed
    assert {chosen(None) for _ in range(60)} == set(start.legal_moves())


@pytest.mark.skipif(INTERPRETED, reason="needs depth")
def test_clever_searches_visit_fewer_positions() -> None:
    def nodes(name: str, depth: int) -> int:
        return sum(
            SEARCHES[name]("full").search(position, Limit(depth=depth)).nodes
            for position in sample(100, 4, MIDDLE)
        )

    everything = nodes("minimax without memory", 5)
    assert nodes("minimax", 5) < 0.9 * everything
    assert nodes("alphabeta without pruning", 5) == everything
    assert nodes("alphabeta", 5) < 0.2 * everything
    assert nodes("alphabeta", 8) < nodes("alphabeta without history", 8)
    assert nodes("pvs", 8) < nodes("alphabeta without history", 8)
    assert nodes("mtdf", 8) < nodes("pvs", 8)
    assert nodes("mtdf", 8) < nodes("mtdf with a tiny memory", 8)


@pytest.mark.skipif(INTERPRETED, reason="needs depth")
@pytest.mark.parametrize("kind", [Minimax, MtdF])
def test_images_as_one_are_found_more_often(kind: Callable[..., TreeSearch]) -> None:
    # From the start on the four first moves are images of each other.
    alone = kind("full", seed=1).search(Position.start(), Limit(depth=6))
    as_one = kind("full", seed=1, symmetric=True).search(Position.start(), Limit(depth=6))
    assert as_one.score == alone.score
    assert as_one.nodes < 0.6 * alone.nodes
    remembered = kind("full", symmetric=True)
    position = sample(104, 1, MIDDLE)[0]
    first = remembered.search(position, Limit(depth=5))
    for image in position.images():
        again = remembered.search(image, Limit(depth=5))
        assert again.score == first.score
        assert again.nodes < 0.5 * first.nodes


class Scripted(TreeSearch):
    """Root moves that have the values of a script, one list a depth, until time runs out."""

    def __init__(self, *iterations: list[int]) -> None:
        super().__init__("discs")
        self.iterations = iterations

    def _search_iteration(self, moves: list[RootMove], depth: int, work: Any) -> int:
        values = self.iterations[depth - 1]
        for root_move, value in zip(moves, values, strict=False):
            root_move.value = value
        work["nodes"] += 1
        work["evaluated"] += 1
        work["stopped"] = len(values) < len(moves)
        return len(values)


LOST = -2 * DISC_VALUE


@pytest.mark.parametrize(
    ("second_iteration", "chosen"),
    [
        ([], 0),
        ([10], 0),
        ([10, 20], 1),
        ([LOST], 1),
        ([LOST, LOST], 2),
        ([LOST, LOST, LOST], 3),
        ([LOST, -50], 1),
    ],
)
def test_out_of_time_every_move_found_to_lose_is_known_to_lose(
    second_iteration: list[int], chosen: int
) -> None:
    search = Scripted([40, 30, 20, 10], second_iteration)
    result = search.search(Position.start(), Limit(nodes=1000))
    assert result.move == Position.start().legal_moves()[chosen]


@pytest.mark.skipif(INTERPRETED, reason="needs depth")
def test_memory_is_hit_and_counted() -> None:
    position = sample(101, 1, MIDDLE)[0]
    for search in (Minimax("full"), MtdF("full")):
        first = search.search(position, Limit(depth=6))
        again = search.search(position, Limit(depth=6))
        assert first.table_hits > 0
        assert again.score == first.score
        assert again.nodes < 0.5 * first.nodes
    assert AlphaBeta("full").search(position, Limit(depth=5)).table_hits == 0


@pytest.mark.parametrize("name", SEARCHES)
def test_leaves_are_nodes(name: str) -> None:
    result = SEARCHES[name]("full").search(sample(102, 1, MIDDLE)[0], Limit(depth=2))
    assert 0 < result.leaves < result.nodes
    one_ply = SEARCHES[name]("full").search(Position.start(), Limit(depth=1))
    assert one_ply.depth == 1
    assert one_ply.leaves <= one_ply.nodes


@pytest.mark.parametrize("name", SEARCHES)
def test_no_move_where_the_game_is_over(name: str) -> None:
    for position in (Position(0, 0), Position(0xFF, 0), Position(0, 0xFF)):
        with pytest.raises(OutflankError, match="the game is over"):
            SEARCHES[name]("discs").search(position, Limit(depth=3))
