"""Promise: visitors find their games again, even after damage to cookies, disk or files."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import sqlite3
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner

from outflank.bench.visiting import Page
from outflank.library import Library, Selection
from outflank.library.recovery import LOST_OWNER, is_damaged, open_recovered
from outflank.play.session import Session
from outflank.web.cookies import FORMER_NAME
from outflank.web.places import cookie_secret
from outflank.web.visitor_games import VisitorGames
from tests.attacks.running import COMMAND_SECONDS, OUTFLANK, assert_one_line, outflank
from tests.attacks.web_attacks import eventually, get
from tests.web.games import random_game
from tests.web.serving import Serving, serving

SECRET = "a secret that is long enough"


def signed(visitor: str) -> str:
    data = b64encode(json.dumps({"id": visitor}).encode())
    return TimestampSigner(SECRET).sign(data).decode()


def stored(folder: Path, visitor: str, games: int = 1) -> Path:
    """A data folder with games of a visitor, and the secret above."""
    folder.mkdir(parents=True)
    (folder / "cookie-secret").write_text(SECRET)
    library = Library(folder / "library.sqlite")
    store = VisitorGames(library)
    for number in range(games):
        store.save(f"game-{number}", visitor, Session(random_game(number)))
    library._database.connection.execute("pragma wal_checkpoint(truncate)")
    library.close()
    return folder / "library.sqlite"


# Who a visitor is


def own_game(server: Serving, cookie: str) -> str | None:
    """Where the first game of the library is opened for the visitor with this cookie."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        connection.request("GET", "/library/1", headers={"Cookie": cookie})
        return connection.getresponse().headers["Location"]


def test_a_visitor_is_known_after_another_program_changes_its_cookie(tmp_path: Path) -> None:
    stored(tmp_path / "data", "anna")
    with serving(tmp_path) as server:
        # The cookie of version 0.1 is known and answered with the one of today.
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        with closing(connection):
            connection.request("GET", "/", headers={"Cookie": f"{FORMER_NAME}={signed('anna')}"})
            cookie = connection.getresponse().headers["Set-Cookie"].partition(";")[0]
        assert re.fullmatch(r"outflank-[0-9a-f]{12}=.+", cookie)
        former = f"{FORMER_NAME}={signed('anna')}"
        assert own_game(server, former) == "/g/game-0"
        # Another program of this machine has overwritten the cookie of version 0.1.
        assert own_game(server, f"{FORMER_NAME}=other; {cookie}") == "/g/game-0"
        assert own_game(server, f"{FORMER_NAME}=other") is None


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"short"])
def test_a_secret_that_was_not_written_whole_is_drawn_again(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(tmp_path))
    (tmp_path / "cookie-secret").write_bytes(content)
    secret = cookie_secret()
    assert len(secret) > 30
    assert (tmp_path / "cookie-secret").read_text() == secret == cookie_secret()


@pytest.mark.skipif(sys.platform != "linux", reason="pipes and devices")
@pytest.mark.parametrize("kind", ["fifo", "device"])
def test_a_secret_that_is_no_file_is_one_line(kind: str, tmp_path: Path) -> None:
    secret = tmp_path / "cookie-secret"
    if kind == "fifo":
        os.mkfifo(secret)
    else:
        secret.symlink_to("/dev/zero")
    assert_one_line(
        outflank("serve", "--no-browser", "--port", "0", OUTFLANK_DATA_DIR=str(tmp_path))
    )
    found = outflank("doctor", OUTFLANK_DATA_DIR=str(tmp_path))
    assert found.returncode == 1
    assert "not a regular file" in found.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process")
def test_too_few_files_for_a_server_are_one_line(tmp_path: Path) -> None:
    command = ["prlimit", "--nofile=40:40", *OUTFLANK, "serve", "--no-browser", "--port", "0"]
    answer = subprocess.run(
        command,
        env={**os.environ, "OUTFLANK_DATA_DIR": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=COMMAND_SECONDS,
    )
    assert_one_line(answer)
    assert "ulimit -n" in answer.stderr


def test_a_second_server_of_the_same_games_is_refused_in_one_line(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        answer = outflank(
            "serve", "--no-browser", "--port", "0", OUTFLANK_DATA_DIR=str(server.data)
        )
        assert_one_line(answer)
        assert server.address in answer.stderr
        assert get(server)[0] == 200
    with serving(tmp_path) as server:  # the first was killed, and is no hindrance
        assert get(server)[0] == 200


# A disk that is full


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process")
def test_a_full_disk_is_said_and_the_game_is_saved_when_there_is_room(tmp_path: Path) -> None:
    with serving(tmp_path) as server:

        def let_files_grow(is_possible: bool) -> None:
            size = "unlimited" if is_possible else "1"
            pid = str(server.process.pid)
            subprocess.run(["prlimit", "--pid", pid, f"--fsize={size}:"], check=True)

        asyncio.run(_play_on_full_disk(server.address, let_files_grow))
        with closing(sqlite3.connect(server.data / "library.sqlite")) as connection:
            assert eventually(
                lambda: (
                    connection.execute("select max(length(moves)) from games").fetchone()[0] == 4
                )
            )
        assert server.errors.read_text() == ""


async def _play_on_full_disk(address: str, let_files_grow: Callable[[bool], None]) -> None:
    page = Page(address)
    await page.open()
    await _move(page)
    let_files_grow(False)
    await _move(page)
    assert await page.shows(lambda: "cannot be saved" in page.text())
    let_files_grow(True)
    assert await page.shows(lambda: "cannot be saved" not in page.text())
    await page.close()


async def _move(page: Page) -> None:
    """Play a move and wait for the answer."""
    assert await page.shows(page.is_visitors_turn)
    before = page.cells
    await page.choose(page.legal[0])
    assert await page.shows(lambda: page.cells != before and page.is_visitors_turn())


# Files that are damaged


def damage_middle(file: Path) -> None:
    size = file.stat().st_size
    with file.open("r+b") as opened:
        opened.seek(size // 2)
        opened.write(b"\xa5" * 8192)


def cut_in_half(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size // 2)


def overwrite(file: Path) -> None:
    file.write_bytes(b"this is no database\n" * 1000)


@pytest.mark.parametrize(
    ("damage", "least"), [(damage_middle, 100), (cut_in_half, 20), (overwrite, 0)]
)
def test_a_damaged_store_is_kept_and_its_games_are_saved_again(
    damage: Callable[[Path], None], least: int, tmp_path: Path
) -> None:
    file = stored(tmp_path / "data", "anna", games=200)
    damage(file)
    damaged = file.read_bytes()
    told: list[str] = []
    library = open_recovered(file, told.append)
    [line] = told
    found = re.search(r"was damaged: (\d+) games? could be read", line)
    assert found
    assert int(found[1]) >= least
    rows = [
        row
        for owner in ("anna", LOST_OWNER)
        for row in library.search(Selection(owners=(owner,)), limit=1000)
    ]
    assert len(rows) == int(found[1])
    store = VisitorGames(library)
    assert all(store.load(row.public_id or "") for row in rows)
    assert library.check() == []
    library.close()
    [aside] = file.parent.glob("library-damaged-*.sqlite")
    assert aside.name in line
    assert aside.read_bytes() == damaged
    assert not is_damaged(file)


def test_a_server_with_a_damaged_store_says_so_and_serves_pages(tmp_path: Path) -> None:
    overwrite(stored(tmp_path / "data", "anna"))
    with serving(tmp_path) as server:
        assert server.errors.read_text().count("\n") == 1
        for path in ("/", "/library", "/editor"):
            assert get(server, path)[0] == 200


def test_a_store_that_cannot_be_opened_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "library.sqlite").mkdir()
    assert_one_line(
        outflank("serve", "--no-browser", "--port", "0", OUTFLANK_DATA_DIR=str(tmp_path))
    )
