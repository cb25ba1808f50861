"""What a visitor may do with the library, with real processes for import and export."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from outflank.errors import OutflankError
from outflank.formats import read_bytes
from outflank.library import ExplorerFilter, Library, Selection
from outflank.rules.position import Position
from outflank.web.library_jobs import GivenFile, LibraryJobs
from outflank.web.limits import Limits
from outflank.web.shelf import Shelf
from outflank.web.visitor_library import VisitorLibrary
from tests.library.games import random_game, random_games, write_bases

SHARED = random_games(1, 5)
EVERYTHING = Selection()


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """A library with five games of everyone and two of Anna."""
    file = tmp_path / "library.sqlite"
    with Library(file) as library:
        library.add(SHARED, folder="base")
        for seed in (7, 8):
            library.save(random_game(seed), owner="anna", public_id=f"game-{seed}")
    yield file
    with Library(file) as library:
        assert library.check() == []


def with_shelf(path: Path, test: Callable[[Shelf], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        shelf = Shelf(path)
        try:
            await asyncio.wait_for(test(shelf), 120)
        finally:
            shelf.close()

    asyncio.run(run())


def test_everyones_games_are_seen_and_others_are_not(path: Path) -> None:
    async def test(shelf: Shelf) -> None:
        anna, bert = VisitorLibrary(shelf, "anna"), VisitorLibrary(shelf, "bert")
        assert (await anna.search(EVERYTHING, "all")).count == 7
        assert (await anna.search(EVERYTHING, "mine")).count == 2
        assert (await bert.search(EVERYTHING, "all")).count == 5
        assert (await bert.search(EVERYTHING, "mine")).count == 0
        own = await anna.ids(EVERYTHING, "mine", 10)
        assert await bert.game(own[0]) is None
        assert await bert.public_id(own[0]) is None
        assert await anna.public_id(own[0]) in ("game-7", "game-8")
        assert [(folder.path, folder.is_own) for folder in await bert.folders()] == [
            ("base", False)
        ]

    with_shelf(path, test)


def test_only_ones_own_games_can_be_changed(path: Path) -> None:
    async def test(shelf: Shelf) -> None:
        anna, bert = VisitorLibrary(shelf, "anna"), VisitorLibrary(shelf, "bert")
        shared = await bert.ids(EVERYTHING, "shared", 10)
        own = await anna.ids(EVERYTHING, "mine", 10)
        assert await bert.delete(shared + own) == []
        await bert.edit(shared[0], notes="mine now", labels=["x"], folder="bert")
        assert await anna.delete([*shared, own[0]]) == [own[0]]
        assert (await anna.search(EVERYTHING, "all")).count == 6
        trash = Selection(deleted=True)
        assert (await anna.search(trash, "all")).count == 1
        assert (await bert.search(trash, "all")).count == 0
        assert await anna.restore([own[0]]) == [own[0]]
        assert (await anna.search(EVERYTHING, "all")).count == 7
        await anna.edit(own[0], notes="a good one", labels=["study"], folder="Club/2026")
        found = await anna.search(Selection(text="good", label="study", folder="Club"), "mine")
        assert [row.id for row in found.rows] == [own[0]]
        await anna.delete(own)
        assert await anna.purge() == 2

    with_shelf(path, test)
    with Library(path) as library:
        assert [row.notes for row in library.search()] == [""] * 5
        assert library.count() == 5


def test_the_explorer_tells_sources_apart(path: Path) -> None:
    async def test(shelf: Shelf) -> None:
        async def games(visitor: str, source: Any) -> int:
            library = VisitorLibrary(shelf, visitor)
            found = await library.explore(Position.start(), ExplorerFilter(), source)
            return found.totals.games

        assert await games("anna", "all") == 7
        assert await games("anna", "mine") == 2
        assert await games("bert", "all") == await games("bert", "shared") == 5
        assert await games("bert", "mine") == 0

    with_shelf(path, test)


def imported(path: Path, bounds: Limits, *files: GivenFile, visitor: str = "bert") -> Any:
    """The report of an import, and the steps of its progress."""
    steps: list[float] = []

    async def run() -> Any:
        *names, games = files
        return await LibraryJobs(path, bounds).import_file(
            games,
            names,
            visitor=visitor,
            folder="uploads",
            progress=lambda share, count: steps.append(share),
        )

    return asyncio.run(run()), steps


def wthor_files(folder: Path) -> list[GivenFile]:
    write_bases(folder, 3, files=1, games=30)
    found = sorted(folder.iterdir(), key=lambda file: file.suffix.lower() == ".wtb")
    return [GivenFile(file.name, file.read_bytes()) for file in found]


def test_a_wthor_base_is_imported_with_its_names_for_one_visitor(
    path: Path, tmp_path: Path
) -> None:
    bases = tmp_path / "bases"
    bases.mkdir()
    files = wthor_files(bases)
    report, steps = imported(path, Limits(), *files)
    assert (report["added"], report["problems"]) == (30, [])
    assert steps[-1] == 1.0
    with Library(path) as library:
        rows = library.search(Selection(owners=("bert",), player="tamenori"))
        assert rows
        assert {row.folder for row in rows} == {"uploads"}
        assert library.count() == 5
    again, _ = imported(path, Limits(), *files)
    assert (again["added"], again["skipped_files"]) == (0, 1)
    # What one visitor has is no duplicate for another, nor for everyone.
    other, _ = imported(path, Limits(), *files, visitor="carl")
    assert other["added"] == 30


@pytest.mark.parametrize("bounds", [Limits(imported_games=29), Limits(visitors_games=31)])
def test_more_games_than_there_is_room_for_are_not_imported(
    path: Path, tmp_path: Path, bounds: Limits
) -> None:
    bases = tmp_path / "bases"
    bases.mkdir()
    report, _ = imported(path, bounds, *wthor_files(bases), visitor="anna")
    assert report["added"] == 0
    assert "there is room for" in report["problems"][0]
    assert "/" not in report["problems"][0]


def test_a_visitor_with_too_many_bytes_imports_nothing(path: Path) -> None:
    with pytest.raises(OutflankError, match="are allowed"):
        imported(path, Limits(imported_bytes=1), GivenFile("a.txt", b"f5d6c3"), visitor="anna")


def test_a_file_that_is_no_game_is_one_line_without_a_path(path: Path) -> None:
    report, _ = imported(path, Limits(), GivenFile("../x/no games.sgf", b"what is this"))
    [problem] = report["problems"]
    assert report["added"] == 0
    assert "\n" not in problem
    assert "/" not in problem.partition(":")[0]


@pytest.mark.parametrize("format_name", ["sgf", "ggf", "wthor", "transcript"])
def test_exported_games_come_back(path: Path, format_name: str) -> None:
    async def run() -> bytes:
        with Library(path) as library:
            ids = library.ids() + library.ids(Selection(owners=("anna",)))
        data, lost = await LibraryJobs(path, Limits()).export(
            ids, format_name, visitor="bert", owners=("", "bert")
        )
        assert all(isinstance(line, str) for line in lost)
        return data

    games = read_bytes(asyncio.run(run())).games
    assert len(games) == len(SHARED)  # and none of Anna's
    assert {tuple(game.moves()) for game in games} == {tuple(game.moves()) for game in SHARED}
