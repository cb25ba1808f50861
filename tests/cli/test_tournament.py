"""`outflank tournament` as a user meets it: killed, interrupted, resumed, misspelt."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outflank.arena.noted import noted_tournaments
from outflank.cli.main import run
from outflank.formats import read
from tests.cli.terminal import Terminal

OUTFLANK = [sys.executable, "-m", "outflank"]
PLAN = """
pairs = 12
seed = 5
anchor = "chance"
[players]
chance = "random"
eager = "greedy"
table = "plain:depth=1,time=60"
"""
TIMEOUT_SECONDS = 120


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder for tournaments, apart from the user's own."""
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    file = tmp_path / "cup.toml"
    file.write_text(PLAN)
    return file


def lines_in(journal: Path) -> int:
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def start(plan: Path, folder: Path, games: int) -> subprocess.Popen[str]:
    """Start a tournament, and wait until it has played `games` games."""
    process = subprocess.Popen(
        [*OUTFLANK, "tournament", str(plan), "--out", str(folder), "--workers", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while lines_in(folder / "journal.jsonl") <= games:
        assert process.poll() is None, "it was done before it could be ended"
        assert time.monotonic() < deadline, "no game comes to its end"
        time.sleep(0.005)
    return process


def figures_of(folder: Path) -> object:
    """What is written without times, which are never the same."""
    figures = json.loads((folder / "tournament.json").read_text())
    for player in figures["players"]:
        del player["time"]
    return figures


def test_killed_and_resumed_it_comes_to_the_same_table(
    plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    assert run(["tournament", str(plan), "--out", str(undisturbed)]) == 0
    shown = capsys.readouterr().out
    assert "cup: 72 of 72 games" in shown
    assert "ms/move" in shown
    for games in (2, 9):
        process = start(plan, killed, games)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        assert not (killed / "tournament.json").exists()
    before = (killed / "journal.jsonl").read_bytes()
    kept = before[: before.rfind(b"\n") + 1]
    assert run(["tournament", str(plan), "--out", str(killed)]) == 0
    after = (killed / "journal.jsonl").read_bytes()
    # Not a game is lost or played again.
    assert after.startswith(kept)
    numbers = [json.loads(line)["number"] for line in after.splitlines()[1:]]
    assert sorted(numbers) == list(range(1, 73))
    assert figures_of(killed) == figures_of(undisturbed)
    assert [game.moves() for game in read(killed / "games.ggf").games] == [
        game.moves() for game in read(undisturbed / "games.ggf").games
    ]
    # Once it is over the same command plays nothing and shows the table again.
    capsys.readouterr()
    assert run(["tournament", str(plan), "--out", str(killed), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 72
    assert (killed / "journal.jsonl").read_bytes() == after


def test_it_is_noted_for_the_web_app(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text("[players]\na = 'random'\nb = 'greedy'")
    assert run(["tournament", "small.toml"]) == 0
    (noted,) = noted_tournaments()
    assert (noted.folder, noted.name, noted.total_games) == (tmp_path / "small", "small", 2)
    # Where it cannot be noted it is played all the same.
    shutil.rmtree(data)
    data.write_text("a file in the way")
    capsys.readouterr()
    assert run(["tournament", "small.toml", "--out", "other", "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["games"] == 2
    assert "will not show" in captured.err
    assert len(captured.err.splitlines()) == 1


def test_an_interrupt_shows_the_table_so_far(plan: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    process = start(plan, folder, 3)
    process.send_signal(signal.SIGINT)
    shown, complaints = process.communicate(timeout=TIMEOUT_SECONDS)
    assert process.returncode == 130, complaints
    assert "Run the same command to resume" in complaints
    assert "Traceback" not in complaints
    figures = json.loads((folder / "tournament.json").read_text())
    assert figures["interrupted"]
    assert f"cup: {figures['games']} of 72 games" in shown
    assert figures["games"] == lines_in(folder / "journal.jsonl") - 1


def test_the_table_is_shown_while_it_grows(plan: Path, tmp_path: Path) -> None:
    arguments = ["tournament", str(plan), "--out", str(tmp_path / "cup"), "--workers", "1"]
    with Terminal(*arguments, colours=True) as terminal:
        shown = terminal.wait_for(r"cup: [1-9]\d? of 72 games")
        assert "cup: 72 of 72" not in shown
        terminal.wait_for(r"ms/move")
        assert terminal.process.poll() is None


@pytest.mark.parametrize(
    ("text", "arguments", "part"),
    [
        ("pairs = 0\n[players]\na = 'random'\nb = 'greedy'", [], "pairs = 0"),
        ("[players]\na = 'random'\nb = 'gredy'", [], "did you mean greedy?"),
        ("openings = 'no-such'\n[players]\na = 'random'\nb = 'random'", [], "no-such"),
        (PLAN, ["--out", __file__], "is a file"),
        (PLAN, ["--cluster", "tcp://127.0.0.1:1"], "no Dask scheduler answers"),
        (PLAN, ["--cluster", "nonsense://x"], "no Dask scheduler answers"),
    ],
)
def test_mistakes_are_one_line(
    text: str,
    arguments: list[str],
    part: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if "--cluster" in arguments:
        pytest.importorskip("distributed")
        monkeypatch.setattr("outflank.jobs.cluster.CONNECT_SECONDS", 1)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cup.toml").write_text(text)
    assert run(["tournament", "cup.toml", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
    assert part in captured.err
    assert not (tmp_path / "cup" / "tournament.json").exists()
