"""The library over HTTP: the same dictionaries as on the command line and in Python."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator

import pytest

from outflank import Game
from outflank.library import ExplorerFilter, Library, Selection
from tests.library.games import random_games
from tests.protocols.talking import OUTFLANK
from tests.web.serving import Serving

FOLDER = "api-tests"
GAMES = random_games(77, 40)


@pytest.fixture(scope="module")
def library(server: Serving) -> Iterator[Library]:
    """The server's library, with shared games and one private game."""
    with Library(server.data / "library.sqlite") as opened:
        opened.add(GAMES, folder=FOLDER)
        opened.save(GAMES[0], owner="a visitor")
        yield opened


def test_the_explorer_answers_like_python_and_the_command_line(
    server: Serving, library: Library
) -> None:
    filters = {"first_year": 1990, "least_rating": None, "language": "ja", "folder": FOLDER}
    status, found = server.post("/api/explore", {"position": "f5d6c3"} | filters)
    assert status == 200
    position = Game.from_moves(["f5", "d6", "c3"]).position
    only = ExplorerFilter(first_year=1990, folder=FOLDER)
    assert found == json.loads(json.dumps(library.explore(position, only).as_dict("ja")))
    assert found["games"] > 0
    command = [*OUTFLANK, "db", "explore", "f5d6c3", "--json", "--year", "1990-"]
    command += ["--folder", FOLDER, "--language", "ja", "--library", str(library.path)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert found == json.loads(printed)


def test_the_search_answers_like_python(server: Serving, library: Library) -> None:
    asked = {"player": "feldborg", "folder": FOLDER, "limit": 5, "offset": 1, "order": "oldest"}
    status, found = server.post("/api/library/search", asked)
    assert status == 200
    selection = Selection(player="feldborg", folder=FOLDER)
    rows = library.search(selection, limit=5, offset=1, order="oldest")
    assert found["games"] == json.loads(json.dumps([row.as_dict() for row in rows]))
    assert found["count"] == library.count(selection)
    position = Game.from_moves(["f5", "d6", "c3"]).position
    for same in (False, True):
        asked = {"position": "f5d6c3", "folder": FOLDER, "same_orientation": same}
        status, found = server.post("/api/library/search", asked)
        assert found["count"] == library.count(
            Selection(position=position, folder=FOLDER, same_orientation=same)
        )


def test_games_of_visitors_are_not_shown(server: Serving, library: Library) -> None:
    moves = "".join(str(row["moves"]) for row in [library.search(limit=1)[0].as_dict()])
    status, found = server.post("/api/library/search", {"limit": 200})
    assert status == 200
    assert moves
    assert found["count"] == library.count()
    assert all(row["folder"] == FOLDER for row in found["games"])


@pytest.mark.parametrize(
    ("path", "body", "word"),
    [
        ("/api/explore", {"position": "a1"}, "a1"),
        ("/api/explore", {"position": "/etc/passwd"}, "passwd"),
        ("/api/explore", {"position": "start", "language": "xx"}, "language"),
        ("/api/explore", {"position": "start", "owners": ["x"]}, "owners"),
        ("/api/library/search", {"limit": 100_000}, "limit"),
        ("/api/library/search", {"deleted": True}, "deleted"),
        ("/api/library/search", {"result": "nobody"}, "result"),
    ],
)
def test_what_cannot_be_asked_is_one_line(
    server: Serving, path: str, body: dict[str, object], word: str
) -> None:
    status, answer = server.post(path, body)
    assert status in (400, 422)
    assert word in answer["error"]
    assert "\n" not in answer["error"]
