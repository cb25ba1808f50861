"""Import of files and folders: every format, names, duplicates, faults, and going on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.errors import OutflankError
from outflank.formats import FORMATS, Feature, write_file
from outflank.formats.wthor import WthorBase, WthorHeader, WthorRecord, format_wthor
from outflank.formats.wthor_records import encode_moves
from outflank.library import Library, NameFiles, Selection
from outflank.library.importing import Advance
from outflank.rules.squares import A1, D6, F5
from tests.library.games import random_games, write_bases


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.sqlite") as library:
        yield library


@pytest.fixture
def bases(tmp_path: Path) -> Path:
    folder = tmp_path / "bases"
    folder.mkdir()
    return folder


def test_a_base_comes_with_its_names_and_goes_to_a_folder_of_its_name(
    library: Library, bases: Path
) -> None:
    games = write_bases(bases, 1)
    report = library.import_paths([bases])
    assert (report.added, report.files, report.problems) == (len(games), 2, [])
    assert library.folders() == [("bases", len(games))]
    assert list(library.games()) == games
    assert library.count(Selection(player="feldborg")) > 0
    assert library.count(Selection(first_year=1991, last_year=1991)) == len(games) // 2
    assert library.check() == []


def test_a_second_import_adds_nothing(library: Library, bases: Path) -> None:
    games = write_bases(bases, 2)
    library.import_paths([bases])
    again = library.import_paths([bases])
    assert (again.added, again.files, again.skipped_files) == (0, 0, 2)
    renamed = bases / "other.wtb"
    shutil.copy(bases / "WTH_1990.wtb", renamed)
    elsewhere = library.import_paths([bases], folder="elsewhere")
    assert (elsewhere.added, elsewhere.skipped_files) == (0, 1)
    assert elsewhere.duplicates >= len(games)
    assert library.count() == len(games)


def test_names_can_be_given(library: Library, bases: Path, tmp_path: Path) -> None:
    games = write_bases(bases, 3, files=1)
    names = tmp_path / "names"
    names.mkdir()
    for suffix in ("jou", "trn"):
        (bases / f"WTH_1990.{suffix}").rename(names / f"names.{suffix}")
    report = library.import_paths(
        [bases / "WTH_1990.wtb"],
        names=NameFiles(players=names / "names.jou", tournaments=names / "names.trn"),
    )
    assert report.added == len(games)
    assert {row.black for row in library.search(limit=99)} == {g.tags["black"] for g in games}


def test_without_name_files_players_are_numbers(library: Library, bases: Path) -> None:
    write_bases(bases, 4, files=1)
    for suffix in ("jou", "trn"):
        (bases / f"WTH_1990.{suffix}").unlink()
    library.import_paths([bases])
    assert all(row.black.startswith("#") for row in library.search())


def test_wrong_name_files_are_one_problem(library: Library, bases: Path) -> None:
    write_bases(bases, 5, files=1)
    wrong = NameFiles(players=bases / "WTH_1990.trn")
    report = library.import_paths([bases / "WTH_1990.wtb"], names=wrong)
    assert report.added == 0
    (problem,) = report.problems
    assert "exchange them" in problem


@pytest.mark.parametrize("name", [known.name for known in FORMATS])
def test_every_format(library: Library, tmp_path: Path, name: str) -> None:
    format = next(known for known in FORMATS if known.name == name)
    games = random_games(6, 4 if Feature.SEVERAL_GAMES in format.holds else 1)
    for game in games:
        game.tags["black"], game.tags["white"] = "A", "B"
    source = tmp_path / f"games{format.extensions[0]}"
    write_file(source, games)
    report = library.import_paths([source])
    expected = 1 if Feature.MOVES not in format.holds else len(games)  # all have one start
    assert (report.added, report.problems) == (expected, [])
    assert library.folders() == [("games", expected)]
    assert library.check() == []


def test_faults_are_reported_and_the_rest_is_imported(library: Library, bases: Path) -> None:
    games = write_bases(bases, 7, files=1)
    (bases / "broken.ggf").write_text("(;GM[Othello]")
    (bases / "notes.txt").write_text("This is not a game.")
    (bases / "empty.sgf").write_bytes(b"")
    (bases / "cut.wtb").write_bytes((bases / "WTH_1990.wtb").read_bytes()[:-7])
    (bases / ".hidden.txt").write_text("f5")
    legal, illegal = (WthorRecord(0, 1, 2, 32, 32, encode_moves(m)) for m in ((F5, D6), (F5, A1)))
    records = (legal, illegal)
    (bases / "faulty.wtb").write_bytes(format_wthor(WthorBase(WthorHeader(), records)))
    report = library.import_paths([bases])
    assert report.added == len(games) + 1
    assert len(report.problems) == 5
    assert any("faulty.wtb, game 2: move 2 is not legal" in line for line in report.problems)
    assert all("\n" not in line for line in report.problems)


def test_progress_and_interruption(library: Library, bases: Path) -> None:
    games = write_bases(bases, 8, files=3)
    steps: list[Advance] = []
    report = library.import_paths(
        [bases], batch_games=7, progress=steps.append, should_stop=lambda: len(steps) == 4
    )
    assert report.is_interrupted
    assert library.count() == 28
    assert library.check() == []
    rest = library.import_paths([bases], progress=steps.append)
    assert not rest.is_interrupted
    assert report.added + rest.added == library.count() == len(games)
    assert list(library.games()) == games
    assert steps[-1].done_bytes == steps[-1].total_bytes


def test_missing_files_and_empty_folders_are_one_line(library: Library, tmp_path: Path) -> None:
    with pytest.raises(OutflankError, match="no such file"):
        library.import_paths([tmp_path / "nothing.wtb"])
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(OutflankError, match="no file of games"):
        library.import_paths([empty])


def test_ratings_put_the_better_player_first(library: Library) -> None:
    games = random_games(9, 60)
    for game in games:
        assert game.result is not None
        winner, loser = ("black", "white") if game.result.score > 0 else ("white", "black")
        game.tags[winner], game.tags[loser] = "Strong", "Weak"
    library.add(games)
    assert library.tidy() == 2
    first = library.explore(games[0].root.position).moves[0]
    assert [player.name for player in first.strongest] == ["Strong", "Weak"]
