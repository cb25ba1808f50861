"""`outflank db` as a user runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from outflank import read
from outflank.cli.main import run
from outflank.library import Library
from tests.library.games import random_game, write_bases


@pytest.fixture(autouse=True)
def own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "library.sqlite"
    monkeypatch.setenv("OUTFLANK_LIBRARY", str(path))
    return path


@pytest.fixture
def bases(tmp_path: Path) -> Path:
    folder = tmp_path / "bases"
    folder.mkdir()
    write_bases(folder, 1, files=2, games=20)
    return folder


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a verb says as JSON."""
    capsys.readouterr()
    assert run(["db", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert run(["db", *arguments]) == 0
    return capsys.readouterr().out


def test_from_import_to_export(
    bases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(capsys, "import", str(bases))["added"] == 40
    assert "2 imported before" in said(capsys, "import", str(bases))
    found = answer(capsys, "search", "feldborg", "--year", "1990", "--limit", "3")
    assert len(found["games"]) == 3 <= found["count"]
    assert all("Feldborg Karsten" in (g["black"], g["white"]) for g in found["games"])
    target = tmp_path / "out.ggf"
    exported = answer(capsys, "export", "--player", "feldborg", "--to", str(target))
    assert exported["games"] == len(read(target).games)
    assert "written to" in said(capsys, "export", "--to", str(tmp_path / "out.txt"))
    assert answer(capsys, "check")["problems"] == []
    assert "0 problems" in said(capsys, "check")


def test_search_shows_who_result_opening_date_and_boards(
    bases: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["db", "import", str(bases)])
    text = said(capsys, "search", "--boards", "--limit", "2")
    assert "a b c d e f g h" in text
    assert "40 games, 2 shown" in text
    first = answer(capsys, "search", "--limit", "1")["games"][0]
    for part in (first["black"], first["white"], first["date"], first["opening"]):
        assert part in text
    assert "0 games" in said(capsys, "search", "xyzzy")


def test_filters_of_a_search(bases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["db", "import", str(bases), "--folder", "wthor/all"])

    def count(*arguments: str) -> int:
        return int(answer(capsys, "search", *arguments)["count"])

    assert count() == 40
    assert count("--year", "1991-") == count("--year", "1991") == 20
    assert count("--year", "-1990") == count("--year", "1980-1990") == 20
    outcomes = [count("--result", outcome) for outcome in ("black", "white", "draw", "none")]
    assert sum(outcomes) == 40
    assert count("--score", "0..") + count("--score", "..-1") == 40
    assert count("--folder", "wthor") == 40
    assert count("--position", "f5d6c3") == count("--position", "e6f4c3")
    assert count("--not-reviewed") == 40
    assert count("--trash") == 0


def test_explore(bases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["db", "import", str(bases)])
    start = answer(capsys, "explore")
    assert (start["games"], start["moves"][0]["move"]) == (40, "f5")
    assert start["moves"][0]["same_moves"] == ["f5", "e6", "d3", "c4"]
    after = answer(capsys, "explore", "f5d6")
    assert sum(move["games"] for move in after["moves"]) == after["games"]
    assert after["opening"] == "Perpendicular"
    assert answer(capsys, "explore", "f5d6", "--language", "ja")["opening"] == "縦取り"
    text = said(capsys, "explore", "f5d6", "--year", "1990", "--player", "tamenori")
    assert "Perpendicular" in text
    assert "strongest players" in text
    assert answer(capsys, "explore", "--min-rating", "9999")["games"] == 0


def test_show_edit_delete_restore_and_purge(
    own_library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Library(own_library) as library:
        library.add([random_game(number) for number in range(3)], folder="mine")
    edited = answer(
        capsys, "edit", "1", "2", "--notes", "good", "--label", "a", "--label", "b", "--folder", "x"
    )
    assert [(row["notes"], row["labels"], row["folder"]) for row in edited] == [
        ("good", ["a", "b"], "x")
    ] * 2
    assert answer(capsys, "edit", "1", "--no-labels")[0]["labels"] == []
    shown = answer(capsys, "show", "2")
    assert (shown["id"], shown["losses"]) == (2, None)
    assert "good" in said(capsys, "show", "2")
    assert answer(capsys, "folders") == [
        {"folder": "mine", "games": 1},
        {"folder": "x", "games": 2},
    ]
    assert "mine" in said(capsys, "folders")
    assert answer(capsys, "delete", "1", "2") == {"games": 2}
    assert answer(capsys, "search", "--trash")["count"] == 2
    assert answer(capsys, "restore", "1") == {"games": 1}
    assert "1 game restored" in said(capsys, "restore", "--all")
    said(capsys, "delete", "3")
    assert "1 game removed for good" in said(capsys, "delete", "--purge")
    assert answer(capsys, "search")["count"] == 2


def test_review_and_stats(own_library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Library(own_library) as library:
        library.add([random_game(1), random_game(2)])
    assert "No game is reviewed" in said(capsys, "stats")
    quick = ("--review", "quick", "--threads", "1")
    assert answer(capsys, "review", *quick, "--limit", "1")["reviewed"] == 1
    assert answer(capsys, "review", *quick)["reviewed"] == 1
    assert answer(capsys, "review", *quick)["reviewed"] == 0
    statistics = answer(capsys, "stats")
    assert statistics["totals"]["games"] == 2
    assert {row["name"] for row in statistics["loss_by_colour"]} == {"black", "white"}
    assert len(statistics["loss_by_stage"]) == 3
    assert "mean loss" in said(capsys, "stats")
    assert answer(capsys, "show", "1")["losses"]["black"] >= 0
    assert answer(capsys, "search", "--reviewed")["count"] == 2
    assert answer(capsys, "explore")["score"] is not None


WRONG = [
    ["import", "no-such-file.wtb"],
    ["show", "99"],
    ["edit", "99", "--notes", "x"],
    ["edit", "1"],
    ["delete"],
    ["restore"],
    ["export", "--to", "games.ggf"],
    ["export", "--to", "games.unknown"],
    ["search", "--year", "then"],
    ["search", "--score", "a..b"],
    ["search", "--result", "lost"],
    ["search", "--order", "colour"],
    ["search", "--position", "f5a1"],
    ["explore", "hello world"],
    ["search", "--library", "/dev/null/library.sqlite"],
]


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_wrong_use_is_one_line_and_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["db", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("outflank: ")
    assert error.count("\n") == 1


def test_an_import_with_nothing_but_problems_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.sgf").write_text("nothing")
    assert run(["db", "import", str(tmp_path / "bad.sgf"), "--json"]) == 2
    assert len(json.loads(capsys.readouterr().out)["problems"]) == 1


def test_ctrl_c_ends_an_import_that_can_go_on(tmp_path: Path, own_library: Path) -> None:
    bases = tmp_path / "many"
    bases.mkdir()
    games = write_bases(bases, 2, files=12, games=10)
    # The first batch is followed by the interrupt, whatever the machine does beside it.
    code = (
        "import os, signal, sys; from outflank.library import importing; "
        "add = importing.add_games; "
        "importing.add_games = lambda *given: (add(*given), os.kill(os.getpid(), signal.SIGINT))[0]"
        "; from outflank.cli.main import run; sys.exit(run(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "db", "import", str(bases), "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=300)
    report = json.loads(done.stdout)
    assert (done.returncode, report["is_interrupted"]) == (130, True)
    assert report["added"] < len(games)
    assert run(["db", "import", str(bases)]) == 0
    with Library(own_library) as library:
        assert library.count() == len(games)
        assert library.check() == []


def test_opening_names_are_shown_by_show_and_analyze(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "e6f4c3c4d3"]) == 0
    assert "Tiger" in capsys.readouterr().out
    assert run(["show", "f5d6c3d3c4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["opening"] == "Tiger"
    assert run(["analyze", "f5d6c3d3c4", "--review", "quick"]) == 0
    assert "Opening: Tiger" in capsys.readouterr().out


def test_a_position_is_found_in_any_orientation_or_in_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, moves in (("one", "f5d6c3"), ("image", "d3c5f6")):
        (tmp_path / f"{name}.txt").write_text(moves)
        answer(capsys, "import", str(tmp_path / f"{name}.txt"))
    (tmp_path / "two.txt").write_text("d3c5f6f5")
    answer(capsys, "import", str(tmp_path / "two.txt"))
    assert answer(capsys, "search", "--position", "f5d6c3")["count"] == 2
    found = answer(capsys, "search", "--position", "f5d6c3", "--same-orientation")
    assert [game["moves"] for game in found["games"]] == ["f5d6c3"]
    found = answer(capsys, "search", "--position", "d3c5f6", "--same-orientation")
    assert [game["moves"] for game in found["games"]] == ["d3c5f6f5"]
