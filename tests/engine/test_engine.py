"""The engine against plain alpha-beta and the solver, and what it promises about its limits."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest

from outflank.engine.analysis import Analysis
from outflank.engine.engine import TOGETHER_DEPTH, Engine
from outflank.engine.solver import Solver
from outflank.errors import OutflankError
from outflank.formats import read
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square
from outflank.search.limit import CONFIDENCES, Limit
from outflank.search.result import ScoreUnit
from tests.endgames import drawn_endgames, played_endgames
from tests.engine.plain_search import PlainSearch
from tests.positions import random_play_positions
from tests.search.interrupting import interrupted_after
from tests.weights import mixed_weights

PASSES = read("OOOOOOOO" * 6 + "OOOOOOXX" + "OOOOOOX- X").position
MIDGAME = read("f5d6c3d3c4f4f6f3e6e7d7").position


def new_engine(threads: int = 1, table_megabytes: float = 4) -> Engine:
    return Engine(threads=threads, table_megabytes=table_megabytes, weights=mixed_weights())


@pytest.fixture(scope="module")
def engine() -> Engine:
    """One engine for many tests: what its table keeps of one must not harm another."""
    return new_engine()


@pytest.fixture(scope="module")
def plain() -> PlainSearch:
    return PlainSearch(mixed_weights())


def sample(seed: int, count: int, least_empties: int = 1) -> list[Position]:
    """Positions from random games that are not over, forced passes among them."""
    boards = (Position(*pair) for pair in random_play_positions(seed, 1 + count // 20))
    fit = [board for board in boards if board.empty_count >= least_empties and not board.is_over()]
    return random.Random(seed).sample(fit, count)


def forced(seed: int, empties: range) -> list[Position]:
    """Boards with one legal move, which may be a pass; play rarely leads to such."""
    boards = (Position(*pair) for pair in drawn_endgames(seed, 400, empties))
    return [board for board in boards if len(board.legal_moves()) == 1]


def assert_is_sound(analysis: Analysis, position: Position) -> None:
    """The move is legal, and so is the line that it begins."""
    assert analysis.move in position.legal_moves()
    assert analysis.principal_variation[0] == analysis.move
    for move in analysis.principal_variation:
        position = position.play(move)
    assert analysis.unit is ScoreUnit.DISCS
    assert -64 <= analysis.score <= 64
    assert analysis.confidence in CONFIDENCES


def assert_is_plain(analysis: Analysis, position: Position, depth: int, plain: PlainSearch) -> None:
    """The score is that of plain alpha-beta, and the move achieves it."""
    assert_is_sound(analysis, position)
    assert (analysis.depth, analysis.confidence) == (depth, 100)
    assert analysis.complete
    assert not analysis.is_exact
    assert analysis.score == plain.value(position, depth)
    child = position.play(analysis.move)
    assert -plain.value(child, depth if analysis.move == PASS else depth - 1) == analysis.score


# Right


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_the_score_is_that_of_plain_alphabeta(
    depth: int, engine: Engine, plain: PlainSearch
) -> None:
    for position in sample(depth, 80, least_empties=depth + 6):
        assert_is_plain(engine.search(position, Limit(depth=depth)), position, depth, plain)


@pytest.mark.parametrize(("depth", "count"), [(6, 40), (7, 25), (8, 12)])
def test_deep_scores_are_those_of_plain_alphabeta(
    depth: int, count: int, engine: Engine, plain: PlainSearch
) -> None:
    for position in sample(depth, count, least_empties=depth + 1):
        assert_is_plain(engine.search(position, Limit(depth=depth)), position, depth, plain)


@pytest.mark.slow
@pytest.mark.parametrize("depth", [6, 7, 8])
def test_many_deep_scores_are_those_of_plain_alphabeta(
    depth: int, engine: Engine, plain: PlainSearch
) -> None:
    for position in sample(10 + depth, 100, least_empties=depth + 1):
        assert_is_plain(engine.search(position, Limit(depth=depth)), position, depth, plain)


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_a_forced_pass_costs_no_depth(depth: int, engine: Engine, plain: PlainSearch) -> None:
    boards = forced(21, range(depth + 3, 16))
    positions = [position for position in boards if position.must_pass()]
    assert len(positions) > 10
    for position in positions:
        analysis = engine.search(position, Limit(depth=depth))
        assert analysis.move == PASS
        assert_is_plain(analysis, position, depth, plain)
        several = engine.search(position, Limit(depth=depth), lines=3)
        assert [line.move for line in several.lines] == [PASS]
        assert several.score == analysis.score


def test_two_threads_find_the_same_scores(engine: Engine) -> None:
    both = new_engine(threads=2)
    limit = Limit(depth=TOGETHER_DEPTH)
    for position in sample(22, 6, least_empties=TOGETHER_DEPTH + 4):
        assert both.search(position, limit).score == engine.search(position, limit).score


@pytest.mark.parametrize("depth", [2, 5, 7])
def test_all_images_have_the_same_score(depth: int, engine: Engine) -> None:
    for position in sample(23, 10, least_empties=depth + 1):
        limit = Limit(depth=depth)
        assert len({engine.search(image, limit).score for image in position.images()}) == 1


def test_a_solve_is_the_solvers(engine: Engine) -> None:
    solver = Solver(weights=mixed_weights(), table_megabytes=4)
    for pair in played_endgames(24, 60, range(1, 15)):
        position = Position(*pair)
        if position.is_over():
            continue
        score = solver.solve(position).score
        for limit in (Limit(exact=True), Limit(), Limit(depth=60), Limit(level=20)):
            analysis = engine.search(position, limit)
            assert_is_sound(analysis, position)
            assert (analysis.score, analysis.is_exact) == (score, True)
            assert (analysis.depth, analysis.confidence) == (position.empty_count, 100)
            assert analysis.complete
        assert -solver.solve(position.play(analysis.move)).score == score


def test_a_solve_after_others_has_a_move_that_achieves_its_score(engine: Engine) -> None:
    """What the table keeps of the position before may be the right score with a wrong move."""
    solver = Solver(weights=mixed_weights(), table_megabytes=4)
    chance = random.Random(32)
    for pair in played_endgames(32, 60, range(9, 12)):
        position = Position(*pair)
        while not position.is_over():
            analysis = engine.search(position, Limit(exact=True))
            assert -solver.solve(position.play(analysis.move)).score == analysis.score
            position = position.play(chance.choice(position.legal_moves()))


def test_a_selective_solve_is_not_called_exact(engine: Engine) -> None:
    for pair in played_endgames(25, 5, range(15, 17)):
        position = Position(*pair)
        analysis = engine.search(position, Limit(confidence=73))
        assert_is_sound(analysis, position)
        assert (analysis.depth, analysis.confidence) == (position.empty_count, 73)
        assert analysis.complete
        assert not analysis.is_exact
        assert analysis.score % 2 == 0


def test_one_legal_move(engine: Engine, plain: PlainSearch) -> None:
    boards = forced(26, range(7, 20))
    single = [position for position in boards if not position.must_pass()]
    assert len(single) > 10
    for position in single:
        assert_is_plain(engine.search(position, Limit(depth=4)), position, 4, plain)
        several = engine.search(position, Limit(depth=4), lines=5)
        assert [line.move for line in several.lines] == list(position.legal_moves())


def test_a_pass_at_the_root_is_solved(engine: Engine) -> None:
    analysis = engine.search(PASSES, Limit(exact=True))
    assert (analysis.move, analysis.score, analysis.is_exact) == (PASS, -64, True)
    assert analysis.principal_variation[0] == PASS


@pytest.mark.parametrize("position", [Position(0, 0), Position(1, 0), Position(0b11, 1 << 63)])
def test_a_game_that_is_over_is_refused(position: Position, engine: Engine) -> None:
    with pytest.raises(OutflankError, match="the game is over here"):
        engine.search(position, Limit(depth=1))


@pytest.mark.parametrize("lines", [0, -1])
def test_no_lines_are_refused(lines: int, engine: Engine) -> None:
    with pytest.raises(OutflankError, match=f"lines={lines} shows nothing; give 1 or more"):
        engine.search(MIDGAME, Limit(depth=1), lines=lines)


def test_confidences_and_levels_that_there_are_not() -> None:
    for confidence in (0, 72, 101, "73"):
        with pytest.raises(OutflankError, match="is none of 73, 87, 95, 98, 99, 100"):
            Limit(confidence=confidence)  # type: ignore[arg-type]
    for level in (0, 61, -3, "1"):
        with pytest.raises(OutflankError, match="is no level; give 1 to 60"):
            Limit(level=level)  # type: ignore[arg-type]


# Several lines


@pytest.mark.parametrize(
    "limit", [Limit(depth=1), Limit(depth=4), Limit(depth=6)], ids=["1", "4", "6"]
)
def test_lines_are_the_best_moves_in_order(
    limit: Limit, engine: Engine, plain: PlainSearch
) -> None:
    assert limit.depth is not None
    for position in sample(27, 12, least_empties=8):
        moves = position.legal_moves()
        every = engine.search(position, limit, lines=len(moves) + 2)
        assert sorted(line.move for line in every.lines) == sorted(moves)
        assert all(before.score >= after.score for before, after in pairwise(every.lines))
        if moves != (PASS,):
            for line in every.lines:
                assert line.principal_variation[0] == line.move
                assert line.score == -plain.value(position.play(line.move), limit.depth - 1)
        best = engine.search(position, limit)
        assert every.score == every.lines[0].score == best.score
        assert every.move == every.lines[0].move
        some = engine.search(position, limit, lines=2)
        assert [line.score for line in some.lines] == [line.score for line in every.lines[:2]]


def test_lines_of_a_solve_have_exact_scores(engine: Engine) -> None:
    solver = Solver(weights=mixed_weights(), table_megabytes=4)
    for pair in played_endgames(28, 15, range(2, 12)):
        position = Position(*pair)
        if position.is_over():
            continue
        analysis = engine.search(position, Limit(exact=True), lines=64)
        solution = solver.solve(position, all_moves=True)
        assert {line.move: line.score for line in analysis.lines} == dict(solution.moves)


# Always the same


def signature(confidence: int) -> int:
    """The nodes of searches by a new engine with one thread."""
    engine = new_engine()
    limit = Limit(depth=8, confidence=confidence)
    return sum(engine.search(position, limit).nodes for position in sample(29, 6, 20))


@pytest.mark.parametrize(("confidence", "nodes"), [(100, 1_930_445), (73, 2_098_443)])
def test_one_thread_searches_the_same_nodes_every_time(confidence: int, nodes: int) -> None:
    """A change of the search that changes these numbers says so, and why, in its message."""
    assert signature(confidence) == signature(confidence) == nodes


def test_a_cleared_engine_searches_as_a_new_one_does() -> None:
    engine = new_engine()
    first = engine.search(MIDGAME, Limit(depth=8))
    again = engine.search(MIDGAME, Limit(depth=8))
    engine.clear()
    cleared = engine.search(MIDGAME, Limit(depth=8))
    assert cleared.nodes == first.nodes > again.nodes
    assert cleared.score == first.score == again.score
    assert engine.nodes == cleared.nodes


def test_progress_tells_of_every_step() -> None:
    reports: list[Analysis] = []
    result = new_engine().search(MIDGAME, Limit(depth=8), progress=reports.append)
    assert [report.depth for report in reports] == [2, 4, 6, 8]
    assert [report.complete for report in reports] == [False, False, False, True]
    for before, after in pairwise(reports):
        assert before.nodes <= after.nodes
        assert before.seconds <= after.seconds
    assert reports[-1].score == result.score
    for report in reports:
        assert_is_sound(report, MIDGAME)


# Limits and stopping


def positions_of_all_kinds() -> Iterator[Position]:
    yield Position.start()
    yield MIDGAME
    yield PASSES
    yield from sample(30, 20)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("lines", [1, 3])
def test_ten_milliseconds_are_enough_for_a_legal_move(threads: int, lines: int) -> None:
    engine = new_engine(threads)
    for position in positions_of_all_kinds():
        analysis = engine.search(position, Limit(seconds=0.01), lines=lines)
        assert_is_sound(analysis, position)
        assert analysis.depth >= 1


@pytest.mark.parametrize("threads", [1, 2])
def test_time_is_kept(threads: int) -> None:
    engine = new_engine(threads)
    overrun = float("inf")
    for _ in range(6):
        # Time of the processor: a busy machine makes the answer later, but not the search longer.
        started = time.process_time()
        analysis = engine.search(MIDGAME, Limit(seconds=0.1))
        overrun = min(overrun, (time.process_time() - started) / threads - 0.1)
        assert not analysis.complete
        assert_is_sound(analysis, MIDGAME)
        if overrun < 0.05:
            break
    assert overrun < 0.05


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("nodes", [1, 100, 10_000, 200_000])
def test_nodes_are_kept(threads: int, nodes: int) -> None:
    analysis = new_engine(threads).search(MIDGAME, Limit(nodes=nodes))
    assert analysis.nodes <= nodes + 100 * threads
    assert not analysis.complete
    assert_is_sound(analysis, MIDGAME)


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_from_another_thread(threads: int, plain: PlainSearch) -> None:
    engine = new_engine(threads)
    timer = threading.Timer(0.1, engine.stop)
    timer.start()
    started = time.perf_counter()
    analysis = engine.search(Position.start(), Limit(seconds=30))
    assert time.perf_counter() - started < 10
    timer.join()
    assert not analysis.complete
    assert_is_sound(analysis, Position.start())
    # The stop does not affect the next search.
    for depth in (1, 2, 5):
        assert_is_plain(engine.search(MIDGAME, Limit(depth=depth)), MIDGAME, depth, plain)


def test_a_search_after_one_that_ran_out_of_nodes_is_whole(plain: PlainSearch) -> None:
    engine = new_engine()
    for depth in (1, 2, 3, 4, 5):
        assert not engine.search(Position.start(), Limit(nodes=1000)).complete
        assert_is_plain(engine.search(MIDGAME, Limit(depth=depth)), MIDGAME, depth, plain)


def test_stopping_at_random_moments_leaves_nothing_broken(plain: PlainSearch) -> None:
    engine = new_engine(threads=2)
    chance = random.Random(31)
    checks = [(position, plain.value(position, 5)) for position in sample(31, 20, 12)]
    for _ in range(20):
        timer = threading.Timer(chance.uniform(0, 0.03), engine.stop)
        timer.start()
        analysis = engine.search(Position.start(), Limit(seconds=5))
        assert_is_sound(analysis, Position.start())
        timer.join()
        position, value = chance.choice(checks)
        assert engine.search(position, Limit(depth=5)).score == value


def test_an_interrupt_ends_the_search() -> None:
    engine = new_engine()
    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt), interrupted_after(0.1):
        engine.search(Position.start(), Limit(seconds=30))
    assert time.perf_counter() - started < 10
    assert engine.search(MIDGAME, Limit(depth=4)).complete


def test_a_game_against_itself_is_legal_to_its_end() -> None:
    engine = new_engine(table_megabytes=1)
    position = Position.start()
    moves: list[Square] = []
    while not position.is_over():
        moves.append(engine.search(position, Limit(level=3)).move)
        position = position.play(moves[-1])
    assert len(moves) >= 9


def test_a_thread_that_was_not_asked_does_not_answer() -> None:
    engine = new_engine(threads=2)
    for position in sample(seed=37, count=6, least_empties=24):
        engine.search(position, Limit(depth=10, confidence=73))  # both threads
        child = position.play(position.legal_moves()[0])
        if not child.is_over():
            assert_is_sound(engine.search(child, Limit(nodes=6_000)), child)  # one, and stopped


def test_a_step_that_is_stopped_answers_with_what_it_has_found() -> None:
    engine = new_engine()
    deeper = 0
    for position in sample(seed=31, count=6, least_empties=24):
        for nodes in range(2_000, 60_000, 4_000):
            engine.clear()
            told: list[Analysis] = []
            found = engine.search(position, Limit(nodes=nodes), progress=told.append)
            assert found.move in position.legal_moves()
            assert found.move == found.principal_variation[0]
            assert not found.complete
            assert not found.is_exact
            if told and found.depth > told[-1].depth:
                deeper += 1
    assert deeper > 5
