"""Players that only a process of their own can contain."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.arena.match import play_match
from outflank.arena.messages import GameTask
from outflank.arena.openings import Opening
from outflank.arena.pool import PoolClosed, WorkerPool
from outflank.arena.process import GRACE_SECONDS
from outflank.arena.summary import summarise
from outflank.errors import OutflankError
from outflank.play.time_control import TimeControl
from outflank.players import parse_spec
from outflank.rules.game import BLACK, WHITE, Colour, Reason
from outflank.rules.position import Position
from outflank.statistics.tally import Tally

HOSTILE = Path(__file__).with_name("hostile.py")
QUICK = TimeControl(move_seconds=0.5)


def hostile(name: str) -> str:
    return f"python:{HOSTILE}:{name}"


def task(name: str, colour: Colour, time_control: TimeControl = QUICK) -> GameTask:
    player, opponent = parse_spec(hostile(name)), parse_spec("random")
    black, white = (player, opponent) if colour is BLACK else (opponent, player)
    return GameTask(
        number=1,
        first_is_black=True,
        black=black,
        white=white,
        black_seed=1,
        white_seed=2,
        opening=Opening(Position.start(), BLACK, (37, 43)),
        time_control=time_control,
    )


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    with WorkerPool() as pool:
        yield pool


@pytest.mark.parametrize(
    ("name", "colour", "reason", "detail"),
    [
        ("Sleeper", BLACK, Reason.TIMEOUT, "did not answer in time"),
        ("Looper", WHITE, Reason.TIMEOUT, "did not answer in time"),
        ("Thrower", BLACK, Reason.ILLEGAL_MOVES, "ZeroDivisionError: I cannot count"),
        ("Quitter", WHITE, Reason.ILLEGAL_MOVES, "SystemExit"),
        ("Crasher", BLACK, Reason.ILLEGAL_MOVES, "ended its process (Aborted)"),
        ("Crasher", WHITE, Reason.ILLEGAL_MOVES, "ended its process (Aborted)"),
        ("Corner", BLACK, Reason.ILLEGAL_MOVES, "answered a1, a1, a1"),
        ("Vandal", WHITE, Reason.ILLEGAL_MOVES, "changed the game it was given"),
    ],
)
def test_the_culprit_loses(
    pool: WorkerPool, name: str, colour: Colour, reason: Reason, detail: str
) -> None:
    game = pool.play(task(name, colour))
    assert game.result.reason is reason
    assert game.result.winner is colour.other
    assert detail in game.detail
    record = game.game()
    assert record.result == game.result
    assert record.current.comment == f"{colour} loses: {reason.value}: {game.detail}"
    assert record.moves()[:2] == [37, 43]


def test_a_game_that_ended_its_process_keeps_its_moves(pool: WorkerPool) -> None:
    game = pool.play(task("Crasher", BLACK))
    # Four moves were made before the fifth crashed.
    assert game.black.turns == 5
    assert len(game.moves) == len(game.seconds) == game.white.turns + 4
    assert all(seconds > 0 for seconds in game.seconds)
    assert len(game.game().moves()) >= len(game.moves) + 2


def test_one_that_holds_the_lock_of_python_loses_too(pool: WorkerPool) -> None:
    started = time.perf_counter()
    game = pool.play(task("LockHolder", WHITE))
    assert game.result.reason is Reason.TIMEOUT
    assert game.result.winner is BLACK
    assert 0.5 + GRACE_SECONDS < time.perf_counter() - started < 0.5 + GRACE_SECONDS + 30
    assert game.white.longest_seconds > GRACE_SECONDS


@pytest.mark.parametrize("name", ["SoreLoser", "Mourner"])
def test_what_happens_after_the_end_does_not_change_it(pool: WorkerPool, name: str) -> None:
    honest = pool.play(task("Honest", BLACK))
    game = pool.play(task(name, BLACK))
    assert game.result == honest.result
    assert game.result.reason is Reason.COUNTED
    assert game.moves == honest.moves
    assert pool.play(task("Honest", BLACK)).moves == honest.moves


def test_input_and_output_of_players_disturb_no_other_player(pool: WorkerPool) -> None:
    game = pool.play(task("Printer", BLACK))
    assert game.result.reason is Reason.COUNTED


def test_a_process_plays_many_games_and_one_with_a_stuck_thread_no_more(pool: WorkerPool) -> None:
    def process() -> int:
        (worker,) = pool._idle
        return worker._process.pid

    pool.play(task("Honest", BLACK))
    first = process()
    pool.play(task("Honest", BLACK))
    pool.play(task("Thrower", BLACK))
    assert process() == first
    pool.play(task("Looper", BLACK))
    assert pool._idle == []
    pool.play(task("Honest", BLACK))
    assert process() != first
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


@pytest.mark.parametrize(
    ("name", "detail"),
    [("Unmakeable", "ValueError: not today"), ("Nobody", "no class or function 'Nobody'")],
)
def test_a_player_that_cannot_be_made_is_an_error(pool: WorkerPool, name: str, detail: str) -> None:
    with pytest.raises(OutflankError, match=detail):
        pool.play(task(name, WHITE))
    # The process has taken no harm.
    assert pool.play(task("Honest", WHITE)).result.reason is Reason.COUNTED


def test_closing_ends_the_games_under_way() -> None:
    pool = WorkerPool()
    outcome: list[BaseException] = []

    def play() -> None:
        try:
            pool.play(task("Sleeper", BLACK, TimeControl(move_seconds=30)))
        except PoolClosed as error:
            outcome.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    while not pool._busy:
        time.sleep(0.01)
    (worker,) = pool._busy
    time.sleep(0.3)
    pool.close()
    thread.join(timeout=25)  # it would sleep for 30 s
    assert len(outcome) == 1
    assert worker._process.returncode is not None
    with pytest.raises(PoolClosed):
        pool.play(task("Honest", BLACK))


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_process_ends_with_the_one_that_started_it() -> None:
    import subprocess

    script = (
        "import sys, threading, time; sys.path.insert(0, sys.argv[1]);"
        "from tests.arena.test_pool import *;"
        "pool = WorkerPool();"
        "long = TimeControl(move_seconds=60);"
        "t = threading.Thread(target=pool.play, args=(task('Looper', BLACK, long),), daemon=True);"
        "t.start(); exec('while not pool._busy: time.sleep(0.01)'); time.sleep(0.5);"
        "print(next(iter(pool._busy))._process.pid, flush=True);"
        "os.kill(os.getpid(), 9)"
    )
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", script, root], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == -9
    process = Path("/proc") / done.stdout.strip()
    deadline = time.perf_counter() + 60
    while _is_running(process) and time.perf_counter() < deadline:
        time.sleep(0.05)
    assert not _is_running(process)


def _is_running(process: Path) -> bool:
    try:
        return "\nState:\tZ" not in (process / "status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_match_goes_on_after_every_fault() -> None:
    names = ["Looper", "Crasher"]
    for name in names:
        result = play_match(hostile(name), "random", games=4, seed=1, workers=2, time_control=QUICK)
        summary = summarise(result)
        assert summary.tally == Tally(losses=4, discs=-256)
        assert len(summary.forfeits) == 4
        assert [game.task.number for game in result.games] == [1, 2, 3, 4]
