"""Nothing is lost or doubled: kills, full disks, two writers, old schemas, broken files."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.errors import OutflankError
from outflank.library import Library, Selection
from outflank.library.database import Database
from outflank.library.schema import STEPS
from outflank.rules.game import Game
from outflank.rules.position import Position
from tests.library.games import random_game, random_games, write_bases

IMPORTER = """
import sys
from outflank.library import Library
with Library(sys.argv[1]) as library:
    print("ready", flush=True)
    paths, batch = [sys.argv[2]], int(sys.argv[3])
    print(library.import_paths(paths, folder="all", batch_games=batch).added)
"""


def start_import(library: Path, bases: Path, batch: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", IMPORTER, str(library), str(bases), str(batch)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def assert_complete(path: Path, games: list[Game]) -> None:
    """All games are there once, each found by its positions."""
    with Library(path) as library:
        assert library.check() == []
        stored = sorted(repr(game) for game in library.games())
        assert stored == sorted(repr(game) for game in games)
        assert library.explore(Position.start()).totals.games == len(games)
        for game in games[::17]:
            assert library.count(Selection(position=game.main_line()[-1].position)) >= 1


def kill_and_resume(folder: Path, kills: int, seed: int) -> None:
    bases = folder / "bases"
    bases.mkdir()
    games = write_bases(bases, 1, files=3, games=60)
    chance = random.Random(seed)
    path = folder / "library.sqlite"
    for _ in range(kills):
        with start_import(path, bases, batch=3) as importer:
            assert importer.stdout is not None
            importer.stdout.readline()
            # Loading the kernels takes longer than the batches: kill by what has been written.
            wanted = chance.randrange(len(games))
            deadline = time.monotonic() + 60
            while importer.poll() is None and time.monotonic() < deadline:
                if written(path) >= wanted:
                    break
                time.sleep(0.002)
            time.sleep(chance.random() * 0.02)
            importer.send_signal(signal.SIGKILL)
        assert sqlite3.connect(path).execute("pragma integrity_check").fetchone() == ("ok",)
        if chance.random() < 0.7:
            continue
        for file in folder.glob("library.sqlite*"):
            file.unlink()  # begin anew now and then, so that early kills happen too
    with Library(path) as library:
        library.import_paths([bases], folder="all")
    assert_complete(path, games)


def written(path: Path) -> int:
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        return int(connection.execute("select count(*) from games").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_a_killed_import_goes_on(tmp_path: Path) -> None:
    kill_and_resume(tmp_path, kills=2, seed=1)


@pytest.mark.slow
def test_an_import_killed_fifty_times_goes_on(tmp_path: Path) -> None:
    kill_and_resume(tmp_path, kills=50, seed=2)


def test_two_processes_import_the_same_files_at_once(tmp_path: Path) -> None:
    bases = tmp_path / "bases"
    bases.mkdir()
    games = write_bases(bases, 3, files=3, games=30)
    path = tmp_path / "library.sqlite"
    importers = [start_import(path, bases, batch=5) for _ in range(2)]
    added = 0
    for importer in importers:
        output, errors = importer.communicate(timeout=120)
        assert importer.returncode == 0, errors
        added += int(output.split()[-1])
    assert added == len(games)
    assert_complete(path, games)


def test_two_processes_add_and_delete(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    code = """
import sys
from outflank.library import Library
from tests.library.games import random_game
with Library(sys.argv[1]) as library:
    for number in range(15):
        ids = library.add([random_game(int(sys.argv[2]) * 1000 + number)]).ids
        if number % 3 == 0:
            library.delete(ids)
        if number % 6 == 0:
            library.restore(ids)
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    writers = [
        subprocess.Popen([sys.executable, "-c", code, str(path), str(number)], env=environment)
        for number in (1, 2)
    ]
    assert [writer.wait(timeout=120) for writer in writers] == [0, 0]
    with Library(path) as library:
        assert library.check() == []
        assert library.count() == 2 * 13
        assert library.count(Selection(deleted=True)) == 2 * 2
        assert library.explore(Position.start()).totals.games == 2 * 13


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of eight megabytes; skips the test if this user may not mount one."""
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("a small file system cannot be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def add_until_it_fails(library: Library, kept: list[str]) -> None:
    """Add games one by one; `kept` notes those that the library has taken."""
    for number in range(1, 1000):
        game = random_game(number)
        library.add([game])
        kept.append(repr(game))


def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path: Path, small_disk: Path) -> None:
    path = small_disk / "library.sqlite"
    kept: list[str] = []
    ballast = small_disk / "ballast"
    with Library(path) as library:
        library.add([random_game(0)])
        free = os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_frsize
        ballast.write_bytes(bytes(max(free - 300_000, 0)))
        with pytest.raises(OutflankError, match="full") as raised:
            add_until_it_fails(library, kept)
        assert "\n" not in str(raised.value)
        assert kept
        ballast.unlink()
        assert library.add([random_game(5000)]).ids
    with Library(path) as library:
        assert library.check() == []
        stored = [repr(game) for game in library.games()]
        assert stored == [repr(random_game(0)), *kept, repr(random_game(5000))]


def test_an_import_resumes_after_space_on_a_full_disk_is_freed(
    tmp_path: Path, small_disk: Path
) -> None:
    bases = tmp_path / "bases"
    bases.mkdir()
    games = write_bases(bases, 6, files=3, games=100)
    path = small_disk / "library.sqlite"
    ballast = small_disk / "ballast"
    with Library(path) as library:
        free = os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_frsize
        ballast.write_bytes(bytes(max(free - 400_000, 0)))
        with pytest.raises(OutflankError, match="full") as raised:
            library.import_paths([bases], folder="all", batch_games=5)
        assert "\n" not in str(raised.value)
        assert 0 < library.count() < len(games)
        assert sqlite3.connect(path).execute("pragma integrity_check").fetchone() == ("ok",)
        ballast.unlink()
        before = library.count()
        report = library.import_paths([bases], folder="all", batch_games=5)
        assert (report.added, report.duplicates) == (len(games) - before, 0)
    assert_complete(path, games)


def test_a_library_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    games = random_games(4, 10)
    with Library(path) as library:
        library.add(games)
    # Take it back to the first version, which had neither a position index nor reviews.
    connection = sqlite3.connect(path)
    connection.execute("update games set slot = null")
    for table in ("position_blocks", "position_runs", "game_columns", "popular_positions"):
        connection.execute(f"drop table {table}")
    for table in ("reviews", "losses", "position_scores"):
        connection.execute(f"drop table {table}")
    connection.execute("pragma user_version = 1")
    connection.commit()
    connection.close()
    assert_complete(path, games)
    with Library(path) as library:
        assert library.add([random_game(1)]).ids


def test_a_step_that_fails_leaves_the_older_version(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    Database(path, STEPS[:1]).close()
    with pytest.raises(OutflankError, match="no such table"):
        Database(
            path, (*STEPS, "create table new (id integer);\ninsert into nowhere values (1);\n")
        )
    database = Database(path, STEPS[:1])
    assert database.version() == 1
    database.close()
    assert Database(path).version() == len(STEPS)


def test_a_library_of_a_newer_version_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    Database(path, (*STEPS, "create table new (id integer);\n")).close()
    with pytest.raises(OutflankError, match="newer Outflank") as raised:
        Library(path)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("content", [b"not a database, but long enough to look like one" * 99])
def test_another_file_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "library.sqlite"
    path.write_bytes(content)
    with pytest.raises(OutflankError, match="not a library"):
        Library(path)
    assert path.read_bytes() == content


def test_places_that_cannot_be_used_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "library.sqlite", tmp_path):
        with pytest.raises(OutflankError, match="cannot be"):
            Library(path)


def test_a_writer_that_keeps_the_library_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with Library(path, wait_seconds=0.1) as library:
        library.add([random_game(1)])
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("begin immediate")
        with pytest.raises(OutflankError, match="another program"):
            library.add([random_game(2)])
        assert library.count() == 1
        other.execute("rollback")
        library.add([random_game(2)])
        assert library.count() == 2


def test_damage_is_found(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with Library(path) as library:
        library.add(random_games(5, 3))
    connection = sqlite3.connect(path)
    connection.execute("delete from position_blocks")
    connection.execute("update games set event = 99 where id = 1")
    connection.commit()
    connection.close()
    with Library(path) as library:
        assert len(library.check()) == 2


def test_fuzzed_files_never_break_the_library(tmp_path: Path) -> None:
    bases = tmp_path / "bases"
    bases.mkdir()
    write_bases(bases, 6, files=1, games=5)
    chance = random.Random(7)
    data = bytearray((bases / "WTH_1990.wtb").read_bytes())
    with Library(tmp_path / "library.sqlite") as library:
        for number in range(150):
            mutated = bytearray(data)
            for _ in range(chance.randrange(1, 6)):
                mutated[chance.randrange(len(mutated))] = chance.randrange(256)
            if chance.random() < 0.3:
                del mutated[chance.randrange(len(mutated)) :]
            suffix = chance.choice([".wtb", ".ggf", ".sgf", ".txt", ".obf"])
            file = tmp_path / f"fuzz{number}{suffix}"
            file.write_bytes(mutated)
            report = library.import_paths([file], folder="fuzz")
            assert all("\n" not in problem for problem in report.problems)
        assert library.check() == []
        for game in library.games():
            assert game.moves() is not None
