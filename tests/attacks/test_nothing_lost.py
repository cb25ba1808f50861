"""Promise: no kill loses finished or saved work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outflank.arena.match import play_match
from outflank.arena.match_journal import JOURNAL_FILE
from outflank.errors import OutflankError
from outflank.formats import read
from outflank.rules.game import Reason
from tests.attacks.running import COMMAND_SECONDS, OUTFLANK, assert_one_line, outflank

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")

HOSTILE = Path(__file__).with_name("killed_players.py")


def killed(name: str) -> str:
    return f"python:{HOSTILE}:{name}"


# Workers


def test_a_worker_killed_once_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KILLED_ONCE", str(tmp_path / "killed"))
    result = play_match(killed("KilledOnce"), "random", games=4, seed=1, workers=1)
    assert (tmp_path / "killed").exists()
    assert len(result.games) == 4
    assert {game.result.reason for game in result.games} == {Reason.COUNTED}
    assert result.lost == ()


def test_workers_killed_again_and_again_cost_one_game(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    answer = outflank(
        *("match", killed("KilledWhenMade"), "random", "--games", "6", "--seed", "1"),
        *("--workers", "1", "--out", folder, "--json"),
        KILLED_GAMES=str(tmp_path / "made"),
    )
    assert answer.returncode == 0, answer.stderr
    figures = json.loads((folder / "match.json").read_text())
    assert len(figures["lost"]) == 1
    assert "game 3 was not played" in figures["lost"][0]
    assert [game["number"] for game in figures["games"]] == [1, 2, 4, 5, 6]
    assert len(read(folder / "games.ggf").games) == 5
    again = outflank(
        *("match", killed("KilledWhenMade"), "random", "--games", "6", "--resume"),
        *("--workers", "1", "--out", folder, "--json"),
        KILLED_GAMES=str(tmp_path / "made"),
    )
    assert again.returncode == 0, again.stderr
    figures = json.loads((folder / "match.json").read_text())
    assert [game["number"] for game in figures["games"]] == [1, 2, 3, 4, 5, 6]


def test_players_whose_workers_always_die_are_one_line() -> None:
    with pytest.raises(OutflankError, match="was not played"):
        play_match(killed("AlwaysKilled"), "random", games=2, workers=1)


# The match itself


@pytest.mark.skipif(sys.platform != "linux", reason="looks for what is on the disk")
def test_a_killed_match_goes_on(tmp_path: Path) -> None:
    folder, whole = tmp_path / "match", tmp_path / "whole"
    arguments = ["match", killed("Slow"), "random", "--games", "8", "--seed", "3"]
    arguments += ["--workers", "2", "--openings", "random:40", "--json"]
    match = subprocess.Popen(
        [*OUTFLANK, *arguments, "--out", folder], stdout=subprocess.DEVNULL, start_new_session=True
    )
    journal = folder / JOURNAL_FILE
    deadline = time.monotonic() + COMMAND_SECONDS
    while not (journal.exists() and journal.read_bytes().count(b"\n") >= 3):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    match.send_signal(signal.SIGKILL)
    match.wait()
    kept = journal.read_bytes().count(b"\n") - 1
    assert 2 <= kept < 8
    assert_one_line(outflank(*arguments, "--out", folder))
    other = outflank(*arguments[:2], "greedy", *arguments[3:], "--out", folder, "--resume")
    assert_one_line(other)
    assert "second is" in other.stderr
    resumed = outflank(*arguments, "--out", folder, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    undisturbed = outflank(*arguments, "--out", whole)
    assert undisturbed.returncode == 0, undisturbed.stderr
    assert _moves(folder) == _moves(whole)
    lines = journal.read_text().splitlines()
    assert len(lines) == 9


def _moves(folder: Path) -> list[str]:
    return [game["moves"] for game in json.loads((folder / "match.json").read_text())["games"]]


def test_a_match_goes_on_with_more_games(tmp_path: Path) -> None:
    first = play_match("greedy", "random", games=3, seed=2, workers=1, folder=tmp_path)
    more = play_match("greedy", "random", games=6, seed=2, workers=1, folder=tmp_path)
    plain = play_match("greedy", "random", games=6, seed=2, workers=1)
    assert more.games[:3] == first.games
    assert [game.moves for game in more.games] == [game.moves for game in plain.games]


def test_an_edited_journal_of_a_match_is_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    play_match("greedy", "random", games=2, seed=2, workers=1, folder=folder)
    path = folder / JOURNAL_FILE
    path.write_text(path.read_text().replace('"number": 1', '"number": 7'))
    arguments = ("match", "greedy", "random", "--games", "2", "--out", folder, "--resume")
    assert_one_line(outflank(*arguments))
