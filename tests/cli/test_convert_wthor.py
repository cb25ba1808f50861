"""`outflank convert` with WTHOR bases: what they alone hold is kept, or said to be lost."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from outflank.cli.main import run
from outflank.formats.wthor import (
    NAME_FILES,
    WthorBase,
    WthorHeader,
    WthorNames,
    WthorRecord,
    encode_moves,
    format_names,
    format_wthor,
)
from tests.web.games import random_game

DATE_BYTES = 4


def write_source(folder: Path, *, with_names: bool = True) -> Path:
    """A base whose numbers are not in order of appearance and whose scores are a solver's."""
    records = []
    for number, (black, white, event) in enumerate([(5, 2, 3), (2, 7, 1), (0, 5, 3)]):
        game = random_game(number)
        result = game.result
        assert result is not None
        records.append(
            WthorRecord(
                tournament=event,
                black=black,
                white=white,
                black_discs=(64 + result.score) // 2,
                theoretical_score=20 + number,
                moves=encode_moves(move for move in game.moves() if move < 64),
            )
        )
    header = WthorHeader(century=20, year=1, month=2, day=3, year_played=1999, depth=22)
    path = folder / "WTH_1999.wtb"
    path.write_bytes(format_wthor(WthorBase(header, tuple(records))))
    if with_names:
        for suffix, width in NAME_FILES:
            names = WthorNames.from_names([f"name {n}" for n in range(9)], width)
            # What stands behind the zero of a row is kept too.
            rows = (*names.rows[:4], b"x\0y".ljust(width, b"\0"), *names.rows[5:])
            path.with_suffix(suffix).write_bytes(format_names(replace(names, rows=rows)))
    return path


def but_for_the_date(path: Path) -> bytes:
    return path.read_bytes()[DATE_BYTES:]


def test_a_base_is_copied_byte_for_byte_but_for_the_date(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = write_source(tmp_path), tmp_path / "copies" / "mine.wtb"
    target.parent.mkdir()
    assert run(["convert", str(source), str(target), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["lost"] == []
    assert [Path(file).name for file in said["files"]] == ["mine.jou", "mine.trn", "mine.wtb"]
    for suffix in (".wtb", ".jou", ".trn"):
        copy = target.with_suffix(suffix)
        assert but_for_the_date(copy) == but_for_the_date(source.with_suffix(suffix))
        assert copy.read_bytes()[:2] == bytes([date.today().year // 100, date.today().year % 100])
    assert run(["convert", str(source), str(tmp_path / "again.wtb")]) == 0
    assert "names in again.jou, again.trn" in capsys.readouterr().err


def test_a_base_without_names_gets_none(tmp_path: Path) -> None:
    source = write_source(tmp_path, with_names=False)
    (tmp_path / "copies").mkdir()
    assert run(["convert", str(source), str(tmp_path / "copies" / "mine.wtb")]) == 0
    assert [file.name for file in (tmp_path / "copies").iterdir()] == ["mine.wtb"]
    assert but_for_the_date(tmp_path / "copies" / "mine.wtb") == but_for_the_date(source)


def test_what_other_formats_cannot_hold_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = write_source(tmp_path)
    assert run(["convert", str(source), str(tmp_path / "games.sgf"), "--json"]) == 0
    assert "theoretical scores" in json.loads(capsys.readouterr().out)["lost"][-1]
