from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outflank.cli.main import run
from outflank.formats import read

OUTFLANK = [sys.executable, "-c", "from outflank.cli.main import main; main()"]
HOSTILE = Path(__file__).parents[1] / "arena" / "hostile.py"


def test_a_match_is_shown_and_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "match"
    arguments = ["match", "corner-greedy", "random:random=0.5", "--games", "6", "--seed", "9"]
    assert run([*arguments, "--out", str(folder)]) == 0
    shown = capsys.readouterr().out
    figures = json.loads((folder / "match.json").read_text())
    summary = figures["summary"]
    row = re.search(
        r"corner-gre\S*\s+(\d+)\s+(\d+)\s+(\d+)\s+(\S+)% ± (\S+)%\s+(\S+) ± (\S+)", shown
    )
    assert row is not None
    assert [int(row[1]), int(row[2]), int(row[3])] == [
        summary["wins"],
        summary["losses"],
        summary["draws"],
    ]
    assert float(row[4]) == pytest.approx(100 * summary["win_rate"], abs=0.1)
    assert float(row[6]) == pytest.approx(summary["mean_discs"], abs=0.1)
    assert "6 games in" in shown
    assert "seed 9" in shown
    assert len(read(folder / "games.ggf").games) == 6
    # The folder is not written over, and that is said before a game is played.
    assert run([*arguments, "--out", str(folder)]) == 2
    assert "choose another folder" in capsys.readouterr().err


def test_the_same_seed_gives_the_same_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = []
    for workers in ("1", "2"):
        arguments = ["match", "greedy", "roxanne", "--games", "4", "--seed", "3"]
        assert run([*arguments, "--workers", workers, "--openings", "random:4", "--json"]) == 0
        figures = json.loads(capsys.readouterr().out)
        assert figures["openings"] == "random:4"
        assert "games" not in figures
        keys = ("wins", "losses", "draws", "mean_discs", "discs_sigma")
        outcomes.append([figures["summary"][key] for key in keys])
    assert outcomes[0] == outcomes[1]


def test_a_test_ends_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "greedy", "random", "--games", "300", "--seed", "1"]
    assert run([*arguments, "--openings", "xot", "--sprt", "-100", "50"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Test of -100 against +50 Elo: +50 Elo or more accepted" in shown
    assert re.search(r"Elo \+\d+ \([+-]\d+ to \+\d+\) at 95 %; likelihood of superiority", shown)
    assert run([*arguments, "--sprt", "0", "400", "--error-rate", "0.2", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["sprt"]["verdict"] == "elo0 accepted"
    assert figures["sprt"]["alpha"] == 0.2
    assert figures["summary"]["games"] == 2 * sum(figures["summary"]["pairs"]) < 300


def test_times_and_forfeits(capsys: pytest.CaptureFixture[str]) -> None:
    slow = f"python:{HOSTILE}:Slow"
    arguments = ["match", slow, "random", "--games", "2", "--seed", "1"]
    assert run([*arguments, "--game-time", "0.3", "--increment", "0.01", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["move_seconds"] is None
    assert figures["game_seconds"] == 0.3
    assert figures["increment_seconds"] == 0.01
    assert len(figures["summary"]["forfeits"]) == 2
    assert run([*arguments, "--time", "0.02"]) == 0
    assert (
        "game 1: White wins by Black's timeout: did not answer in time" in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["greedy"], "SPEC"),
        (["greedy", "gredy"], "did you mean greedy?"),
        (["greedy", "human"], "outflank play"),
        (["greedy", "random", "--games", "0"], "--games"),
        (["greedy", "random", "--time", "-1"], "move_seconds=-1"),
        (["greedy", "random", "--openings", "random:99"], "random:99"),
        (["greedy", "random", "--sprt", "5", "0"], "cannot test 5 against 0 Elo"),
        (["greedy", "random", "--sprt", "0", "5", "--error-rate", "0"], "alpha=0"),
        (["greedy", "python:missing.py:Me", "--games", "2"], "no such file: missing.py"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["match", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert part in captured.err.strip().splitlines()[-1]


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_an_interrupt_reports_what_was_finished_and_leaves_no_process(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    # Every game takes half a second, so that some are over and some are not.
    slow = f"python:{HOSTILE}:Slow"
    arguments = ["match", slow, "random", "--games", "200", "--seed", "1", "--workers", "2"]
    match = subprocess.Popen(
        [*OUTFLANK, *arguments, "--openings", "random:50", "--out", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 120
    while len(workers := _children(match.pid)) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    journal = folder / "journal.jsonl"
    while not (journal.exists() and len(journal.read_text().splitlines()) > 2):
        assert time.monotonic() < deadline, "no game comes to its end"
        time.sleep(0.05)
    match.send_signal(signal.SIGINT)
    shown, complaints = match.communicate(timeout=120)
    assert match.returncode == 130, complaints
    assert "Interrupted" in shown
    assert "Traceback" not in complaints
    finished = json.loads((folder / "match.json").read_text())
    assert finished["interrupted"]
    assert 0 < len(finished["games"]) < 200
    assert f"{len(finished['games'])} games in" in shown
    assert len(read(folder / "games.ggf").games) == len(finished["games"])
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def _children(process: int) -> list[str]:
    children = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if f"\nPPid:\t{process}\n" in text:
            children.append(status.parent.name)
    return children
