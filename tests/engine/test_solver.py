"""The solver against brute force, and what it promises about lines, limits and stopping."""

from __future__ import annotations

import gc
import random
import signal
import threading
import time
from collections.abc import Iterator
from functools import cache
from itertools import chain, pairwise
from pathlib import Path

import pytest

from outflank.engine.solution import Solution
from outflank.engine.solver import Progress, Solver
from outflank.engine.weights import Weights
from outflank.errors import OutflankError
from outflank.formats import read
from outflank.formats.obf import parse_obf
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square
from outflank.search.limit import Limit
from tests.endgames import (
    compiled_exact_score,
    drawn_endgames,
    played_endgames,
    wipe_out_endgames,
)

SHARED = Path(__file__).parents[3] / "shared" / "data"

FFO_COPIES = """
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; A2:+6; % 1
-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X; H8:+0; A5:+0; B6:-4; % 4
--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O; C3:+0; B4:-4; C2:-8; % 24
O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; % 40
"""


@cache
def zeros() -> Weights:
    return Weights.zeros()


def new_solver(threads: int = 1, table_megabytes: float = 8) -> Solver:
    return Solver(threads=threads, table_megabytes=table_megabytes, weights=zeros())


@pytest.fixture(scope="module")
def solver() -> Solver:
    """One solver for many tests: what its table keeps of one must not harm another."""
    return new_solver()


def exact(position: Position) -> int:
    return int(compiled_exact_score(position.player, position.opponent, -64, 64))


def endgames(seed: int, count: int, empties: range) -> Iterator[Position]:
    """Positions from play, boards that play does not reach, and some where a side is wiped out."""
    pairs = chain(
        played_endgames(seed, count * 6 // 10, empties),
        drawn_endgames(seed, count * 3 // 10, empties),
        wipe_out_endgames(seed, count // 10, empties),
    )
    return (Position(*pair) for pair in pairs)


def result_of_line(position: Position, line: tuple[Square, ...]) -> int:
    """The score at the end of a line, which is legal and ends the game, for who begins it."""
    sign = 1
    for move in line:
        position = position.play(move)
        sign = -sign
    assert position.is_over()
    return sign * position.score()


def assert_solved(solution: Solution, score: int) -> None:
    position = solution.position
    assert solution.complete
    assert (solution.lower, solution.upper, solution.score) == (score, score, score)
    line = solution.principal_variation
    assert result_of_line(position, line) == score
    assert solution.move == (line[0] if line else PASS)


# Right


def test_random_endgames_equal_brute_force(solver: Solver) -> None:
    for position in endgames(1, 500, range(1, 11)):
        solution = solver.solve(position)
        assert_solved(solution, exact(position))


@pytest.mark.slow
def test_ten_thousand_endgames_equal_brute_force_in_all_images(solver: Solver) -> None:
    for position in endgames(2, 10_000, range(1, 11)):
        score = exact(position)
        for image in position.images():
            assert_solved(solver.solve(image), score)


def test_all_images_have_the_same_score(solver: Solver) -> None:
    for position in endgames(3, 60, range(5, 13)):
        score = exact(position)
        for image in position.images():
            assert_solved(solver.solve(image), score)


def must_pass(seed: int, empties: range) -> Iterator[Position]:
    return (position for position in endgames(seed, 600, empties) if position.must_pass())


def test_a_forced_pass_is_the_best_move(solver: Solver) -> None:
    positions = list(must_pass(4, range(2, 10)))
    assert len(positions) > 20
    for position in positions:
        solution = solver.solve(position)
        assert solution.move == PASS
        assert_solved(solution, -exact(position.passed()))
        assert_solved(solver.solve(position, all_moves=True), solution.score)


def test_lines_have_the_passes_of_both_sides(solver: Solver) -> None:
    passes: set[int] = set()
    for position in endgames(5, 200, range(5, 10)):
        line = solver.solve(position).principal_variation
        passes.update(ply % 2 for ply, move in enumerate(line) if move == PASS)
    assert passes == {0, 1}


@pytest.mark.parametrize(
    "position",
    [
        Position(0, 0),
        Position(1, 0),
        Position(0, 1),
        Position(0b11, 1 << 63),
        Position(0xFFFFFFFF, 0xFFFFFFFF00000000),
        Position((1 << 64) - 2, 0),
    ],
)
def test_a_game_that_is_over_has_its_result(position: Position, solver: Solver) -> None:
    for solution in (
        solver.solve(position),
        solver.solve(position, wld=True),
        solver.solve(position, all_moves=True),
    ):
        assert_solved(solution, position.score())
        assert solution.moves == ()


def test_one_empty_square(solver: Solver) -> None:
    for position in endgames(6, 50, range(1, 2)):
        assert_solved(solver.solve(position), exact(position))


def test_a_tiny_table_is_enough() -> None:
    solver = new_solver(table_megabytes=0.001)
    for position in endgames(7, 50, range(8, 13)):
        assert_solved(solver.solve(position), exact(position))


# FFO


def assert_as_in_file(solver: Solver, text: str) -> None:
    """The score is the best of those in the text, and the move is one that has it."""
    for number, record in enumerate(parse_obf(text), 1):
        solution = solver.solve(record.position)
        scores = dict(record.scores)
        best = max(scores.values())
        assert_solved(solution, best)
        assert scores.get(solution.move, best) == best, (number, record.comment)


def ffo(name: str) -> list[str]:
    """The lines of one of the FFO files, or a skipped test."""
    file = SHARED / "ffo" / f"fforum-{name}.obf"
    if not file.exists():
        pytest.skip(f"{file} is not there")
    return file.read_text().splitlines(keepends=True)


def test_some_ffo_positions() -> None:
    assert_as_in_file(new_solver(table_megabytes=64), FFO_COPIES)


def test_ffo_1_to_19() -> None:
    assert_as_in_file(new_solver(), "".join(ffo("1-19")))


def test_ffo_20_to_35_with_two_threads() -> None:
    assert_as_in_file(new_solver(threads=2, table_megabytes=64), "".join(ffo("20-39")[:16]))


@pytest.mark.slow
def test_ffo_36_to_44() -> None:
    lines = ffo("20-39")[16:] + ffo("40-59")[:5]
    assert_as_in_file(new_solver(threads=2, table_megabytes=256), "".join(lines))


# Real games


def real_endgames(count: int, empties: int) -> Iterator[Position]:
    """Positions with `empties` empties from games of 1990, or a skipped test."""
    file = SHARED / "wthor" / "WTH_1990.wtb"
    if not file.exists():
        pytest.skip(f"{file} is not there")
    for game in read(file).games[:count]:
        for node in game.root.main_line():
            if node.position.empty_count == empties and not node.position.is_over():
                yield node.position
                break


@pytest.mark.slow
def test_real_games_equal_brute_force_with_one_thread_and_two() -> None:
    one, two = new_solver(1), new_solver(2)
    positions = list(real_endgames(300, empties=12))
    assert len(positions) > 250
    for position in positions:
        score = exact(position)
        assert_solved(one.solve(position), score)
        assert_solved(two.solve(position), score)


@pytest.mark.slow
def test_real_games_with_more_empties_have_one_score_however_they_are_asked() -> None:
    one, two = new_solver(1, table_megabytes=64), new_solver(2, table_megabytes=64)
    positions = list(real_endgames(300, empties=16))
    assert len(positions) > 250
    for position in positions:
        score = one.solve(position).score
        assert_solved(two.solve(position), score)
        assert_solved(two.solve(position.transformed(5)), score)
        winner = two.solve(position.transformed(2), wld=True)
        assert winner.lower <= score <= winner.upper
        assert sign(winner.score) == sign(score)


# What else may be asked


def test_wld_tells_who_wins(solver: Solver) -> None:
    outcomes = set()
    for position in endgames(8, 200, range(1, 11)):
        score = exact(position)
        solution = solver.solve(position, wld=True)
        assert solution.complete
        assert solution.lower <= score <= solution.upper
        assert sign(solution.score) == sign(score)
        assert solution.lower > 0 or solution.upper < 0 or solution.lower == solution.upper == 0
        assert sign(result_of_line(position, solution.principal_variation)) == sign(score)
        outcomes.add(sign(score))
    assert outcomes == {-1, 0, 1}


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


def test_wld_is_quicker_than_the_score() -> None:
    positions = [Position(*pair) for pair in played_endgames(9, 15, range(14, 16))]
    assert sum(new_solver().solve(position, wld=True).nodes for position in positions) < sum(
        new_solver().solve(position).nodes for position in positions
    )


def test_all_moves_have_their_exact_scores(solver: Solver) -> None:
    for position in endgames(10, 120, range(1, 10)):
        if position.is_over():
            continue
        solution = solver.solve(position, all_moves=True)
        expected = {move: -exact(position.play(move)) for move in position.legal_moves()}
        assert dict(solution.moves) == expected
        assert len(solution.moves) == len(expected)
        assert all(before[1] >= after[1] for before, after in pairwise(solution.moves))
        assert_solved(solution, max(expected.values()))


def test_all_moves_with_wld_tell_who_wins_after_each(solver: Solver) -> None:
    for position in endgames(11, 60, range(1, 10)):
        if position.is_over():
            continue
        solution = solver.solve(position, all_moves=True, wld=True)
        found = {move: sign(score) for move, score in solution.moves}
        assert found == {move: sign(-exact(position.play(move))) for move in position.legal_moves()}
        assert sign(solution.score) == max(found.values())


def test_threads_agree_with_one() -> None:
    one, two, three = new_solver(1), new_solver(2), new_solver(3)
    for pair in played_endgames(12, 12, range(10, 17)):
        position = Position(*pair)
        score = one.solve(position).score
        assert_solved(two.solve(position), score)
        assert_solved(three.solve(position), score)
        assert two.solve(position, wld=True).score * score >= 0
        assert max(value for _, value in two.solve(position, all_moves=True).moves) == score


def test_progress_narrows_the_bounds_down_to_the_score(solver: Solver) -> None:
    for pair in played_endgames(13, 10, range(13, 15)):
        reports: list[Progress] = []
        solver.clear()
        solution = solver.solve(Position(*pair), progress=reports.append)
        assert reports
        for before, after in pairwise(reports):
            assert before.lower <= after.lower <= solution.score <= after.upper <= before.upper
            assert before.nodes <= after.nodes
            assert before.seconds <= after.seconds
        assert (reports[-1].lower, reports[-1].upper) == (solution.score, solution.score)
        assert reports[-1].nodes <= solution.nodes
        assert reports[-1].seconds <= solution.seconds


def test_progress_with_all_moves_has_the_bounds_of_the_position(solver: Solver) -> None:
    for pair in played_endgames(21, 6, range(12, 15)):
        position = Position(*pair)
        reports: list[Progress] = []
        solver.clear()
        solution = solver.solve(position, all_moves=True, progress=reports.append)
        assert len(reports) == len(solution.moves) == len(position.legal_moves())
        for before, after in pairwise(reports):
            assert before.lower <= after.lower <= solution.score <= after.upper <= before.upper
            assert before.nodes <= after.nodes
        # A move that is not searched yet may have any score.
        assert {report.upper for report in reports[:-1]} <= {64}
        assert (reports[-1].lower, reports[-1].upper) == (solution.score, solution.score)


def test_a_cleared_solver_searches_as_a_new_one_does() -> None:
    position = Position(*next(played_endgames(14, 1, range(14, 15))))
    solver = new_solver()
    first = solver.solve(position)
    again = solver.solve(position)
    solver.clear()
    cleared = solver.solve(position)
    assert cleared.nodes == first.nodes == new_solver().solve(position).nodes
    assert again.nodes < first.nodes / 10
    assert first.nodes_per_second == pytest.approx(first.nodes / first.seconds)


@pytest.mark.parametrize("threads", [0, -1])
def test_no_threads_cannot_search(threads: int) -> None:
    with pytest.raises(OutflankError, match="1 or more"):
        Solver(threads=threads, weights=zeros())


# Limits and stopping

HARD = parse_obf(FFO_COPIES)[2].position
"""19 empty squares and 7 moves or more: a second or so for all of them."""

ENDLESS = Position.start()


def assert_is_honest(solution: Solution, score: int) -> None:
    """The bounds and the line are true, whenever the solve was stopped."""
    assert solution.lower <= score <= solution.upper
    assert solution.complete == (solution.lower == solution.upper)
    position = solution.position
    for move in solution.principal_variation:
        position = position.play(move)
    assert solution.move in solution.position.legal_moves()


@pytest.mark.parametrize("threads", [1, 2])
def test_time_is_kept(threads: int) -> None:
    solver = new_solver(threads)
    overrun = float("inf")
    for _ in range(6):
        # Time of the processor: a busy machine makes the answer later, but not the search longer.
        started, used = time.perf_counter(), time.process_time()
        solution = solver.solve(ENDLESS, limit=Limit(seconds=0.1))
        seconds = (time.process_time() - used) / threads
        assert not solution.complete
        assert time.perf_counter() - started >= 0.1
        assert (solution.lower, solution.upper) == (-64, 64)
        assert solution.move in ENDLESS.legal_moves()
        overrun = min(overrun, seconds - 0.1)
        if overrun < 0.05:
            break
    assert overrun < 0.05


def test_time_is_kept_for_all_moves(solver: Solver) -> None:
    started = time.perf_counter()
    solution = solver.solve(ENDLESS, all_moves=True, limit=Limit(seconds=0.2))
    assert time.perf_counter() - started < 10
    assert not solution.complete
    assert (solution.lower, solution.upper) == (-64, 64)


def test_time_that_suffices_changes_nothing(solver: Solver) -> None:
    for position in endgames(15, 20, range(5, 9)):
        solution = solver.solve(position, limit=Limit(seconds=100, nodes=10**9))
        assert_solved(solution, exact(position))


@pytest.mark.parametrize("threads", [1, 2])
def test_nodes_are_kept(threads: int) -> None:
    for nodes in (1, 1000, 100_000):
        solution = new_solver(threads).solve(HARD, limit=Limit(nodes=nodes))
        assert solution.nodes <= nodes + 2000 * threads
        assert not solution.complete


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_from_another_thread(threads: int) -> None:
    solver = new_solver(threads)
    timer = threading.Timer(0.05, solver.stop)
    started = time.perf_counter()
    timer.start()
    solution = solver.solve(ENDLESS, limit=Limit(seconds=20))
    assert time.perf_counter() - started < 10
    assert not solution.complete
    timer.join()
    # The next solve is not stopped by what stopped this one.
    position = Position(*next(played_endgames(16, 1, range(12, 13))))
    assert_solved(solver.solve(position), exact(position))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("wld", [False, True], ids=["scores", "winners"])
def test_moves_that_were_not_settled_are_left_out(threads: int, wld: bool) -> None:
    position = Position(*next(played_endgames(22, 1, range(15, 16))))
    whole = new_solver().solve(position, all_moves=True)
    expected = dict(whole.moves)
    assert len(expected) > 4
    nodes = new_solver().solve(position, all_moves=True, wld=wld).nodes
    settled = set()
    for share in range(1, 20):
        limit = Limit(nodes=nodes * share // 20)
        solution = new_solver(threads).solve(position, all_moves=True, wld=wld, limit=limit)
        for move, score in solution.moves:
            assert sign(score) == sign(expected[move]) if wld else score == expected[move]
        if not solution.complete:
            assert solution.lower <= whole.score <= solution.upper
            assert len(solution.moves) < len(expected)
        settled.add(len(solution.moves))
    assert len(settled) > 3


def stop_at_random_moments(threads: int, times: int, seed: int) -> None:
    solver = new_solver(threads, table_megabytes=16)
    score = new_solver(2, table_megabytes=64).solve(HARD).score
    checks = [(position, exact(position)) for position in endgames(seed, 40, range(8, 12))]
    chance = random.Random(seed)
    ended_early = 0
    knows_answer = False
    for index in range(10 * times):  # on a busy machine some stops come too late
        if knows_answer or index % 5 == 0:
            solver.clear()
        timer = threading.Timer(chance.uniform(0, 0.04), solver.stop)
        timer.start()
        solution = solver.solve(HARD, all_moves=index % 4 == 3)
        assert_is_honest(solution, score)
        knows_answer = solution.complete
        ended_early += not solution.complete
        timer.join()
        position, expected = chance.choice(checks)
        assert_solved(solver.solve(position), expected)
        if ended_early == times:
            break
    assert ended_early == times
    assert_solved(solver.solve(HARD), score)


@pytest.mark.parametrize("threads", [1, 2])
def test_stopping_at_random_moments_leaves_nothing_broken(threads: int) -> None:
    stop_at_random_moments(threads, 25, seed=17)


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_stopping_two_hundred_times_leaves_nothing_broken(threads: int) -> None:
    stop_at_random_moments(threads, 200, seed=18)


@pytest.mark.parametrize("all_moves", [False, True])
def test_an_interrupt_ends_the_solve(all_moves: bool) -> None:
    solver = new_solver()
    main = threading.main_thread().ident
    assert main is not None
    reports: list[Progress] = []

    def interrupt_once(report: Progress) -> None:
        if not reports:
            signal.pthread_kill(main, signal.SIGINT)
        reports.append(report)

    with pytest.raises(KeyboardInterrupt):
        solver.solve(HARD, all_moves=all_moves, progress=interrupt_once)
    assert len(reports) <= 2  # a question may be answered before the interrupt arrives
    position = Position(*next(played_endgames(19, 1, range(10, 11))))
    assert_solved(solver.solve(position), exact(position))


def interrupt_at_random_moments(threads: int, times: int, seed: int) -> None:
    solver = new_solver(threads, table_megabytes=16)
    score = new_solver(2, table_megabytes=64).solve(HARD).score
    checks = [(position, exact(position)) for position in endgames(seed, 20, range(8, 12))]
    chance = random.Random(seed)
    interrupted = 0
    knows_answer = False
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for index in range(10 * times):  # on a busy machine some interrupts come too late
            if knows_answer or index % 5 == 0:
                solver.clear()
            knows_answer = False
            try:
                signal.setitimer(signal.ITIMER_REAL, chance.uniform(0.0005, 0.03))
                solution = solver.solve(HARD, all_moves=index % 2 == 1)
                signal.setitimer(signal.ITIMER_REAL, 0)
                assert_solved(solution, score)
                knows_answer = True
            except KeyboardInterrupt:
                interrupted += 1
            position, expected = chance.choice(checks)
            assert_solved(solver.solve(position), expected)
            if interrupted == times:
                break
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert interrupted == times
    assert_solved(solver.solve(HARD), score)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("threads", [1, 2])
def test_interrupts_at_random_moments_leave_nothing_broken(threads: int) -> None:
    interrupt_at_random_moments(threads, 20, seed=23)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("threads", [1, 2])
def test_two_hundred_interrupts_leave_nothing_broken(threads: int) -> None:
    interrupt_at_random_moments(threads, 200, seed=24)


# Memory


def resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="looks into /proc")
def test_memory_stays_flat_over_many_solves() -> None:
    solver = new_solver(2)
    positions = [Position(*pair) for pair in played_endgames(20, 20, range(8, 13))]

    def solve_all(rounds: int) -> float:
        for _ in range(rounds):
            for position in positions:
                solver.solve(position)
            solver.solve(positions[0], all_moves=True)
            solver.solve(ENDLESS, limit=Limit(seconds=0.001))
        gc.collect()
        return resident_megabytes()

    before = solve_all(3)  # the table's pages are touched, the pools have their threads
    assert solve_all(12) - before < 3


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="looks into /proc")
def test_a_solver_takes_no_more_memory_than_its_table() -> None:
    table_megabytes = 32
    positions = [Position(*pair) for pair in played_endgames(25, 150, range(8, 15))]
    new_solver(2).solve(positions[0], all_moves=True)  # kernels and weights are loaded
    gc.collect()
    before = resident_megabytes()
    solver = new_solver(2, table_megabytes)
    solver.clear()  # touches every page
    for index, position in enumerate(positions):
        limit = Limit(nodes=20_000) if index % 3 == 0 else None
        solver.solve(position, all_moves=index % 5 == 0, wld=index % 2 == 0, limit=limit)
    solver.solve(HARD, limit=Limit(nodes=5_000_000))
    gc.collect()
    assert resident_megabytes() - before < table_megabytes + 5


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="looks into /proc")
def test_unreferenced_solvers_free_their_memory() -> None:
    position = Position(*next(played_endgames(26, 1, range(10, 11))))

    def solve_with_new_ones(count: int) -> float:
        for _ in range(count):
            solver = new_solver(2, table_megabytes=16)
            solver.clear()
            solver.solve(position)
        del solver
        gc.collect()
        return resident_megabytes()

    before = solve_with_new_ones(2)
    assert solve_with_new_ones(10) - before < 16
