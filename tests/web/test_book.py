"""The opening book in every front end: one option, one meaning, the same answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from outflank.cli.main import run
from outflank.engine.book.file import shipped_book
from outflank.engine.engine import Engine
from outflank.engine.merits import with_merits
from outflank.engine.reviewing import review
from outflank.library import Library
from outflank.rules.game import Game
from outflank.search.limit import Limit
from tests.web.serving import Serving

KNOWN = "f5d6c3d3c4"
BEHIND = "f5d6c3d3c4b3b2c2b1a1"
"""Its last moves are in no book: b2 and b1 give corners away."""

NOT_COMPARED = ("seconds", "position", "to_move", "empties")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def without(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in NOT_COMPARED}


@pytest.mark.parametrize("book", ["on", "off"])
def test_best_moves_are_the_same_everywhere(
    book: str, server: Serving, capsys: pytest.CaptureFixture[str]
) -> None:
    position = Game.from_moves(KNOWN).position
    found = Engine(table_megabytes=4).search(position, Limit(depth=6), lines=2, book=book)
    expected = with_merits(found, position).as_dict()
    assert expected["book"] == (book == "on")
    wanted = {"position": KNOWN, "depth": 6, "lines": 2, "book": book}
    status, over_http = server.post("/api/best", wanted)
    assert status == 200
    in_terminal = printed(
        capsys, "best", KNOWN, "--depth", "6", "--lines", "2", "--book", book, "--threads", "1"
    )
    if book == "on":
        assert without(over_http) == without(in_terminal) == without(expected)
    else:
        # Nodes of searches by several threads differ.
        for answer in (over_http, in_terminal):
            assert (answer["best"], answer["book"]) == (expected["best"], False)
            assert answer["nodes"] > 0


@pytest.mark.parametrize("book", ["on", "off"])
def test_reviews_are_the_same_everywhere(
    book: str,
    server: Serving,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    expected = review(BEHIND, "quick", book=book).as_dict()
    assert expected["settings"]["book"] == book
    assert expected["moves"][0]["book"] == (book == "on")
    assert not expected["moves"][-1]["book"]
    status, found = server.post("/api/analyze", {"game": BEHIND, "review": "quick", "book": book})
    assert (status, found) == (200, json.loads(json.dumps(expected)))
    assert printed(capsys, "analyze", BEHIND, "--review", "quick", "--book", book) == found
    path = tmp_path / "library.sqlite"
    monkeypatch.setenv("OUTFLANK_LIBRARY", str(path))
    with Library(path) as library:
        library.add([Game.from_moves(BEHIND)])
        (game,) = library.ids()
    printed(capsys, "db", "review", "--review", "quick", "--book", book)
    with Library(path) as library:
        stored = library.review(game)
    assert stored is not None
    assert stored.as_dict() == expected


def test_the_book_is_off_if_nothing_is_said(
    server: Serving, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found = server.post("/api/best", {"position": KNOWN, "depth": 4})
    assert (status, found["book"]) == (200, False)
    status, reviewed = server.post("/api/analyze", {"game": "f5d6", "review": "quick"})
    assert (status, reviewed["settings"]["book"]) == (200, "off")
    assert printed(capsys, "best", KNOWN, "--depth", "4")["book"] is False
    assert printed(capsys, "analyze", "f5d6", "--depth", "4")["settings"]["book"] == "off"


@pytest.mark.parametrize("call", ["best", "analyze"])
def test_programs_cannot_name_files(server: Serving, call: str) -> None:
    text = {"best": {"position": KNOWN}, "analyze": {"game": KNOWN}}[call]
    for book in ("/etc/passwd", "book.bin", True):
        status, found = server.post(f"/api/{call}", text | {"book": book})
        assert status == 422
        assert "book" in found["error"]


def test_a_table_says_which_scores_are_from_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyze", "f5d6", "--depth", "4", "--book", "on"]) == 0
    captured = capsys.readouterr()
    assert "book=on" in captured.err
    entry = shipped_book().find(Game().position)
    assert entry is not None
    assert f"book, {entry.depth} plies" in captured.out


@pytest.mark.parametrize("verb", ["best", "analyze"])
def test_a_book_that_is_not_there_is_one_line(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([verb, KNOWN, "--book", "/nowhere/none.book"]) == 2
    assert "no such book: /nowhere/none.book" in capsys.readouterr().err
