"""Other programs as players: the protocol, and the handling of failures."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.arena.match import play_match
from outflank.arena.referee import play_game
from outflank.arena.summary import summarise
from outflank.errors import OutflankError
from outflank.play.time_control import TimeControl
from outflank.players import Clock, make_player
from outflank.players.external import GtpPlayer, NBoardPlayer, ProgramFailure, ProgramLate
from outflank.players.external.deadline import Deadline
from outflank.players.external.program import Program
from outflank.players.processor import ProgramTime
from outflank.rules.game import BLACK, WHITE, Game, Reason
from tests.arena.hostile import Honest, first_legal
from tests.protocols.games import game_with_a_pass
from tests.protocols.talking import OUTFLANK, descendants, is_running, wait_until_ended

if sys.platform != "linux":
    pytest.skip("process groups and /proc", allow_module_level=True)

PROGRAM = Path(__file__).with_name("hostile_program.py")
ROOT = Path(__file__).parents[2]
RHINO = Path("/usr/games/gtp-rhino")

needs_rhino = pytest.mark.skipif(
    not RHINO.exists(), reason="gtp-rhino is not there; apt-get install grhino"
)
BOTH = pytest.mark.parametrize("protocol", ["gtp", "nboard"])
QUICK = TimeControl(move_seconds=0.3)


def spec(protocol: str, way: str, *files: Path) -> str:
    return f"{protocol}:{sys.executable} {PROGRAM} {protocol} {way} {' '.join(map(str, files))}"


def processes(file: Path) -> list[int]:
    """The numbers of the processes that have noted themselves in `file`."""
    return [int(line) for line in file.read_text().split()] if file.exists() else []


@pytest.fixture
def notes(tmp_path: Path) -> Iterator[Path]:
    """Where programs note their processes, none of which may be left at the end."""
    file = tmp_path / "processes"
    yield file
    assert all(wait_until_ended(process) for process in processes(file))


# Those that play well


@BOTH
def test_the_program_sees_the_game_as_it_is(protocol: str, notes: Path) -> None:
    player = make_player(spec(protocol, "honest", notes))
    clock = Clock(move_seconds=5)
    try:
        # From game to game, forward and back, with passes; always the first legal move.
        passing = game_with_a_pass()
        game = Game.from_moves(["f5", "d6", "c3"])
        for _ in range(5):
            move = player.choose(game, clock)
            assert move == first_legal(game)
            game.play(move)
        game.undo()
        game.undo()
        assert player.choose(game, clock) == first_legal(game)
        assert player.choose(passing, clock) == first_legal(passing)
        assert player.choose(Game(), clock) == first_legal(Game())
        assert player.choose(passing, Clock()) == first_legal(passing)
        assert len(processes(notes)) == 1
    finally:
        player.close()
        player.close()


@BOTH
def test_whole_games_are_played_by_one_process(protocol: str, notes: Path) -> None:
    player = make_player(spec(protocol, "honest", notes))
    expected = Game()
    while not expected.is_over():
        expected.play(first_legal(expected))
    for pair in ((player, Honest()), (Honest(), player)):
        record = play_game(*pair, time_control=TimeControl(move_seconds=5))
        assert record.game.moves() == expected.moves()
        assert record.result.reason is Reason.COUNTED
    player.close()
    assert len(processes(notes)) == 1


def test_nboard_counts_nodes_and_takes_a_depth(notes: Path) -> None:
    command = spec("nboard", "honest", notes).removeprefix("nboard:")
    player = NBoardPlayer(f"depth=7 {command}")
    assert player.depth == 7
    player.choose(Game(), Clock())
    player.choose(Game(), Clock())
    assert player.nodes == 200
    player.close()
    for bad in ("0", "x", "", "100"):
        with pytest.raises(OutflankError, match="from 1 to 99"):
            NBoardPlayer(f"depth={bad} {command}")


def test_gtp_forgives_a_program_that_introduces_itself(notes: Path) -> None:
    player = make_player(spec("gtp", "banner", notes))
    assert player.choose(Game(), Clock(move_seconds=5)) == first_legal(Game())
    player.close()


def test_a_program_without_loadsgf_plays_from_the_usual_position_only(notes: Path) -> None:
    player = make_player(spec("gtp", "honest", notes))
    with pytest.raises(ProgramFailure, match="has no loadsgf"):
        player.choose(Game(to_move=WHITE), Clock())
    player.close()


# Those that fail

FAULTS = [
    ("gtp", "crash", Reason.ILLEGAL_MOVES, r"python\S* exited \(Aborted\)"),
    ("gtp", "exit", Reason.ILLEGAL_MOVES, r"python\S* exited \(exit code 3\)"),
    ("gtp", "hang", Reason.TIMEOUT, r"did not answer in time"),
    ("gtp", "brood", Reason.TIMEOUT, r"did not answer in time"),
    ("gtp", "close", Reason.ILLEGAL_MOVES, r"python\S* exited \(it closed its output\)"),
    ("gtp", "rubbish", Reason.ILLEGAL_MOVES, r"'rubbish' to 'genmove white', which is not GTP"),
    ("gtp", "long", Reason.ILLEGAL_MOVES, r"'rubbish.*…' to 'genmove white', which is not GTP"),
    ("gtp", "illegal", Reason.ILLEGAL_MOVES, r"moved illegally: d4 is not legal here; legal"),
    ("gtp", "pass", Reason.ILLEGAL_MOVES, r"moved illegally: a pass is not legal here"),
    ("gtp", "word", Reason.ILLEGAL_MOVES, r"answered 'nowhere', which is not a move"),
    ("gtp", "resign", Reason.RESIGNATION, ""),
    ("gtp", "stillborn", Reason.ILLEGAL_MOVES, r"exited \(exit code 4\)"),
    ("nboard", "crash", Reason.ILLEGAL_MOVES, r"python\S* exited \(Aborted\)"),
    ("nboard", "hang", Reason.TIMEOUT, r"did not answer in time"),
    ("nboard", "rubbish", Reason.TIMEOUT, r"did not answer in time"),
    ("nboard", "illegal", Reason.ILLEGAL_MOVES, r"moved illegally: d4 is not legal here; legal"),
    ("nboard", "word", Reason.ILLEGAL_MOVES, r"answered 'NOWHERE', which is not a move"),
    ("nboard", "stillborn", Reason.ILLEGAL_MOVES, r"exited \(exit code 4\)"),
]


@pytest.mark.parametrize(("protocol", "way", "reason", "detail"), FAULTS)
def test_a_fault_loses_the_game(
    protocol: str, way: str, reason: Reason, detail: str, notes: Path
) -> None:
    player = make_player(spec(protocol, way, notes))
    time_control = QUICK if reason is Reason.TIMEOUT else TimeControl(move_seconds=10)
    record = play_game(Honest(), player, time_control=time_control)
    player.close()
    assert record.result.reason is reason
    assert record.result.winner is BLACK
    assert re.search(detail, record.detail), record.detail
    assert "\n" not in record.detail
    assert len(processes(notes)) == 1


def test_one_that_is_late_is_quoted(notes: Path) -> None:
    player = make_player(spec("nboard", "rubbish", notes))
    player.choose(Game(), Clock(move_seconds=10))
    with pytest.raises(ProgramLate, match="did not answer in time; its last line was 'rubbish'"):
        player.choose(Game(), Clock(move_seconds=0.3))
    player.close()


@BOTH
def test_a_program_that_has_failed_is_started_again(protocol: str, notes: Path) -> None:
    player = make_player(spec(protocol, "crash", notes))
    clock = Clock(move_seconds=10)
    for number in (1, 2):
        assert player.choose(Game(), clock) == first_legal(Game())
        with pytest.raises(ProgramFailure):
            player.choose(Game(), clock)
        assert len(processes(notes)) == number
        assert wait_until_ended(processes(notes)[-1])
    player.close()


@pytest.mark.parametrize("way", ["crash", "brood", "rubbish", "illegal"])
def test_a_match_goes_on(way: str, notes: Path) -> None:
    result = play_match(
        spec("gtp", way, notes), "random", games=4, seed=1, workers=2, time_control=QUICK
    )
    summary = summarise(result)
    assert (summary.tally.losses, summary.tally.games) == (4, 4)
    assert len(summary.forfeits) == 4
    assert len(processes(notes)) == 4


@pytest.mark.parametrize(
    ("command", "part"),
    [
        ("./nothing --fast", "no such program: ./nothing; give its path or a name on PATH"),
        ("'", "is not a command"),
        ("''", "no such program"),
    ],
)
def test_a_command_that_names_no_program_is_an_error_at_once(command: str, part: str) -> None:
    for make in (GtpPlayer, NBoardPlayer):
        with pytest.raises(OutflankError) as caught:
            make(command)
        assert part in str(caught.value)


def test_a_program_that_never_answers_its_first_question(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.players.external.playing.START_SECONDS", 0.5)
    player = make_player(spec("gtp", "mute", notes))
    with pytest.raises(ProgramLate):
        player.choose(Game(), Clock(move_seconds=1))
    player.close()


# What is left behind


def test_a_program_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    file = tmp_path / "child"
    others = descendants(os.getpid())
    program = Program(f'sh -c "sleep 600 & echo $! > {file}; echo ready; sleep 600"')
    assert program.receive(Deadline(10, ProgramTime())) == "ready"
    child = int(file.read_text())
    assert is_running(child)
    keepers = set(descendants(os.getpid())) - set(others)
    program.close()
    assert wait_until_ended(child)
    assert all(wait_until_ended(process) for process in keepers)


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "killed"])
def test_no_process_outlives_a_match(way: signal.Signals, notes: Path) -> None:
    """The program hangs and hears nothing; its match is ended by Ctrl-C, or without a word."""
    match = subprocess.Popen(
        [*OUTFLANK, "match", spec("gtp", "brood", notes), "random", "--workers", "2"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    deadline = time.monotonic() + 120
    # Workers, their programs, keepers, and the children of programs that hang.
    while len(descendants(match.pid)) < 8 and time.monotonic() < deadline:
        time.sleep(0.05)
    started = descendants(match.pid)
    assert len(started) == 8
    if way is signal.SIGINT:
        os.killpg(match.pid, way)  # as a terminal does it
        match.communicate(timeout=120)
        assert match.returncode == 130
    else:
        match.kill()
        match.communicate(timeout=120)
    assert all(wait_until_ended(process) for process in started)


# A real program


@needs_rhino
def test_rhino_plays_games_with_passes() -> None:
    result = play_match(
        f"gtp:{RHINO} --level=1", "random", games=4, seed=2, workers=1, time_control=QUICK
    )
    assert summarise(result).forfeits == ()
    assert all(game.result.reason is Reason.COUNTED for game in result.games)


@needs_rhino
@pytest.mark.slow
def test_twenty_games_of_rhino_against_a_classic() -> None:
    # Its highest level, 5, takes minutes a game.
    result = play_match(f"gtp:{RHINO} --level=3", "pvs:time=0.2", games=20, seed=1)
    assert summarise(result).forfeits == ()
