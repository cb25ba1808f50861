"""The JSON interface, asked as programs ask it."""

from __future__ import annotations

import json
import socket
import time
import urllib.request
from typing import Any

import pytest

from outflank.web.api_page import EXAMPLES
from tests.web.serving import Serving

FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
GAME = "f5d6c3d3c4f4f6g5e3"
OVER = "e6f4e3f6g5d6e7f5c5"  # White, to move, has lost every disc
PASSING = "X" * 8 + "O" * 8 + "-" * 48 + " O"


# Answers


def test_best_moves(server: Serving) -> None:
    status, found = server.post("/api/best", {"position": GAME, "depth": 6, "lines": 3})
    assert status == 200
    assert (found["to_move"], found["empties"], found["depth"]) == ("white", 51, 6)
    assert (found["complete"], found["exact"]) == (True, False)
    assert len(found["lines"]) == 3
    assert found["best"] == found["lines"][0]["move"] == found["lines"][0]["pv"][0]
    assert all(line["merits"][0]["move"] == line["move"] for line in found["lines"])
    scores = [line["score"] for line in found["lines"]]
    assert scores == sorted(scores, reverse=True)


def test_the_best_move_of_a_known_endgame_is_proved(server: Serving) -> None:
    position = EXAMPLES["/api/solve"]["position"]
    status, found = server.post("/api/best", {"position": position, "exact": True})
    assert status == 200
    assert (found["best"], found["score"], found["exact"]) == ("a1", 32, True)


def test_a_solve_of_a_known_endgame(server: Serving) -> None:
    status, found = server.post("/api/solve", {"position": FFO_40, "seconds": 30})
    assert status == 200
    assert (found["score"], found["lower"], found["upper"]) == (38, 38, 38)
    assert (found["best"], found["pv"][0], found["complete"]) == ("a2", "a2", True)


def test_a_solve_of_every_move_and_of_the_winner_only(server: Serving) -> None:
    position = EXAMPLES["/api/solve"]["position"]
    status, found = server.post("/api/solve", {"position": position, "all_moves": True})
    assert status == 200
    assert found["moves"][0] == {"move": found["best"], "score": 32, "result": "win"}
    status, winner = server.post("/api/solve", {"position": position, "wld": True})
    assert status == 200
    assert (winner["lower"] > 0) == (found["score"] > 0)


def test_a_solve_that_takes_too_long_says_what_it_knows(server: Serving) -> None:
    status, found = server.post("/api/solve", {"position": "start", "seconds": 0.1})
    assert status == 200
    assert not found["complete"]
    assert found["score"] is None
    assert found["lower"] < found["upper"]


def test_a_review(server: Serving) -> None:
    status, found = server.post("/api/analyze", {"game": GAME, "review": "quick"})
    assert status == 200
    assert "".join(move["move"] for move in found["moves"]) == GAME
    assert [move["colour"] for move in found["moves"][:3]] == ["black", "white", "black"]
    assert found["black"]["moves"] + found["white"]["moves"] == 9
    assert all(move["loss"] >= 0 for move in found["moves"])


def test_ends_and_passes(server: Serving) -> None:
    status, found = server.post("/api/best", {"position": OVER})
    assert (status, found["best"], found["score"], found["exact"]) == (200, None, -64, True)
    status, found = server.post("/api/solve", {"position": OVER})
    assert (status, found["best"], found["score"], found["complete"]) == (200, None, -64, True)
    status, found = server.post("/api/best", {"position": PASSING, "depth": 2})
    assert (status, found["best"]) == (200, "--")


@pytest.mark.parametrize("position", ["start", " START ", FFO_40, GAME, "(;GM[2];B[f5])"])
def test_positions_of_any_format(server: Serving, position: str) -> None:
    assert server.post("/api/best", {"position": position, "depth": 1})[0] == 200


# Refusals


@pytest.mark.parametrize("path", ["/api/best", "/api/solve", "/api/analyze"])
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"f5"',
        b"\xff\xfe",
        b"{}",
        b"[" * 100_000,
        b'{"position": ' + b"9" * 10_000 + b"}",
        b'{"position": "\\ud800", "game": "\\ud800"}',
        b'{"\\ud800": 1, "position": "f5", "game": "f5"}',
        {"position": 5, "game": 5},
        {"position": "", "game": ""},
        {"position": "x" * 30_000, "game": "x" * 30_000},
        {"position": "f5", "game": "f5", "surprise": 1},
        {"position": "f5", "game": "f5", "seconds": -1},
        {"position": "f5", "game": "f5", "seconds": 1e9},
        {"position": "f5", "game": "f5", "seconds": float("nan")},
        {"position": "f5", "game": "f5", "seconds": "1"},
        {"position": None, "game": None},
    ],
    ids=lambda body: repr(body)[:40],
)
def test_malformed_calls_get_one_line(server: Serving, path: str, body: Any) -> None:
    status, answer = server.post(path, body)
    assert 400 <= status < 500
    assert list(answer) == ["error"]
    assert len(answer["error"].splitlines()) == 1
    assert len(answer["error"]) < 300


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("/api/best", {"position": "f5", "level": 61}, "level"),
        ("/api/best", {"position": "f5", "level": 3, "depth": 3}, "exclude each other"),
        ("/api/best", {"position": "f5", "level": 3, "confidence": 73}, "confidence"),
        ("/api/best", {"position": "f5", "confidence": 50}, "confidence"),
        ("/api/best", {"position": "a1"}, "a1"),
        ("/api/best", {"position": "f5\nd3"}, "one position"),
        ("/api/analyze", {"game": "start"}, "no move to review"),
        ("/api/analyze", {"game": FFO_40}, "no move to review"),
        ("/api/analyze", {"game": "f5", "review": "long"}, "review"),
    ],
)
def test_refusals_name_what_is_wrong(
    server: Serving, path: str, body: dict[str, Any], words: str
) -> None:
    status, answer = server.post(path, body)
    assert 400 <= status < 500
    assert words in answer["error"]


@pytest.mark.parametrize("name", ["/etc/passwd", "pyproject.toml", "README.md", "/dev/zero", "."])
def test_no_file_is_read(server: Serving, name: str) -> None:
    status, answer = server.post("/api/best", {"position": name})
    assert status == 400
    assert "known format" in answer["error"]


def test_other_methods_and_paths(server: Serving) -> None:
    for path, expected in (("/api/best", 405), ("/api/nothing", 404), ("/api/", 404)):
        with pytest.raises(urllib.request.HTTPError) as refusal:
            urllib.request.urlopen(server.address + path)
        with refusal.value as error:
            assert error.code == expected
            assert list(json.load(error)) == ["error"]


# Turns


def test_a_search_ends_when_its_client_goes_away(server: Serving) -> None:
    body = json.dumps({"position": "start", "level": 60, "seconds": 100}).encode()
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(
            f"POST /api/best HTTP/1.1\r\nHost: {server.host}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        time.sleep(0.5)
    started = time.monotonic()
    # The same address has one search at a time, so this one waits for the other's end.
    assert server.post("/api/best", {"position": "start", "depth": 1})[0] == 200
    assert time.monotonic() - started < 60


# Descriptions


def test_the_page_has_examples_and_loads_nothing_from_elsewhere(server: Serving) -> None:
    with urllib.request.urlopen(f"{server.address}/api") as response:
        page = response.read().decode()
    for path in EXAMPLES:
        assert f"POST {path}" in page
    assert "src=" not in page
    assert 'href="http' not in page


@pytest.mark.parametrize("path", sorted(EXAMPLES))
def test_the_examples_work(server: Serving, path: str) -> None:
    assert server.post(path, EXAMPLES[path])[0] == 200


def test_the_description_has_only_the_interface(server: Serving) -> None:
    with urllib.request.urlopen(f"{server.address}/openapi.json") as response:
        description = json.load(response)
    assert sorted(description["paths"]) == sorted(EXAMPLES)
    for path in ("/docs", "/redoc"):
        with pytest.raises(urllib.request.HTTPError, match="404") as refusal:
            urllib.request.urlopen(server.address + path)
        refusal.value.close()
