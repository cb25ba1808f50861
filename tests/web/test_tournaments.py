"""Tournaments for pages: found by id alone, read only when new, and what is made of them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from outflank.arena.noted import NotedTournament
from outflank.arena.tournament import read_tournament
from outflank.web import tournaments as module
from outflank.web.languages import LANGUAGES, language
from outflank.web.pages.ratings_chart import ratings_options
from outflank.web.pages.tournament import crosstable_of, state_of, table_of
from outflank.web.tournaments import Tournaments, Watched
from tests.web.tournaments import noted_cup


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a cup of six games."""
    folder = tmp_path_factory.mktemp("cup")
    return noted_cup(folder, tmp_path_factory.mktemp("data")).folder


@pytest.fixture
def cup(played: Path, tmp_path: Path) -> NotedTournament:
    """The same cup in a folder that a test may do anything to."""
    shutil.copytree(played, tmp_path / "cup")
    return NotedTournament(folder=tmp_path / "cup", name="Cup <1>", total_games=6, started=1.0)


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Every folder that is read, as often as it is."""
    folders: list[Path] = []

    def counted(folder: Path, *, with_openings: bool) -> object:
        folders.append(folder)
        return read_tournament(folder, with_openings=with_openings)

    monkeypatch.setattr(module, "read_tournament", counted)
    return folders


def cut(cup: NotedTournament, games: int) -> None:
    """Leave `games` games in the journal."""
    lines = cup.journal.read_bytes().splitlines(keepends=True)
    cup.journal.write_bytes(b"".join(lines[: games + 1]))


def rested(watched: Watched) -> Watched:
    """As if much time had gone by since it was read."""
    watched._rests_until = 0.0
    return watched


def test_a_journal_is_read_again_only_when_it_has_changed(
    cup: NotedTournament, readings: list[Path]
) -> None:
    whole = cup.journal.read_bytes()
    cut(cup, 3)
    watched = Watched(cup)
    first = watched.view()
    assert first.progress.games == 3
    assert rested(watched).view() is first
    assert len(readings) == 1
    # Half a line is no game yet.
    cup.journal.write_bytes(whole[: len(whole) - 20])
    assert rested(watched).view().progress.games == 5
    cup.journal.write_bytes(whole)
    last = rested(watched).view()
    assert last.progress.games == last.progress.total_games == 6
    assert len(readings) == 3


def test_a_journal_that_takes_long_to_read_is_read_less_often(
    cup: NotedTournament, readings: list[Path]
) -> None:
    watched = Watched(cup)
    first = watched.view()
    watched._rests_until = float("inf")
    cut(cup, 2)
    assert watched.view() is first
    assert rested(watched).view().progress.games == 2
    assert len(readings) == 2


def test_games_are_counted_without_reading_them(cup: NotedTournament, readings: list[Path]) -> None:
    watched = Watched(cup)
    assert watched.progress().games == 6
    cut(cup, 4)
    assert watched.progress().games == 4
    cup.journal.unlink()
    assert (watched.progress().games, watched.progress().active) == (0, None)
    assert readings == []


@pytest.mark.parametrize(
    "content",
    [
        None,
        b"",
        b"nonsense\n",
        b"7\n",
        b"{}\n",
        b'{"plan": {"players": {}}}\n',
        b'{"plan": {"players": {"a": "random", "b": "random"}}}\n{"number": 1}\n',
        b'{"plan": {"players": {"a": "random", "b": "random"}}}\n[]\n',
    ],
)
def test_a_damaged_journal_has_no_table_until_it_is_mended(
    cup: NotedTournament, content: bytes | None
) -> None:
    whole = cup.journal.read_bytes()
    if content is None:
        cup.journal.unlink()
    else:
        cup.journal.write_bytes(content)
    watched = Watched(cup)
    assert watched.view().standings is None
    cup.journal.write_bytes(whole)
    assert rested(watched).view().standings is not None


def test_openings_need_not_be_at_hand(cup: NotedTournament) -> None:
    heading, *games = cup.journal.read_bytes().splitlines(keepends=True)
    changed = json.loads(heading)
    changed["plan"]["openings"] = "lines-beside-the-plan.txt"
    cup.journal.write_bytes(json.dumps(changed).encode() + b"\n" + b"".join(games))
    view = Watched(cup).view()
    assert view.standings is not None
    assert view.standings.rows == read_rows(cup, games, heading)


def read_rows(cup: NotedTournament, games: list[bytes], heading: bytes) -> object:
    cup.journal.write_bytes(heading + b"".join(games))
    return read_tournament(cup.folder).standings().rows


def test_only_ids_of_the_list_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(data))
    known = Tournaments()
    assert known.all() == []
    noted = noted_cup(tmp_path / "cup", data)
    (progress,) = known.all()
    assert (progress.id, progress.name) == (noted.id, "Cup <1>")
    found = known.find(noted.id)
    assert found is not None
    assert found is known.find(noted.id)
    for other in ("", ".", "..", str(noted.folder), f"../{noted.id}", f"{noted.id}.json", "\0"):
        assert known.find(other) is None
    shutil.rmtree(noted.folder)
    assert known.find(noted.id) is None
    assert known.all() == []
    assert found.view().standings is None


@pytest.mark.parametrize("code", LANGUAGES)
def test_tables_have_every_figure_and_no_markup_of_others(cup: NotedTournament, code: str) -> None:
    text = language(code)
    view = Watched(cup).view()
    assert view.standings is not None
    shown = table_of(view.standings, text)
    assert shown.count("<tr>") == 4
    assert "eager &amp; co" in shown
    rows = re.findall(r"<tr><td>(\d)</td><th scope=\"row\">.*?</th>(.*?)</tr>", shown)
    assert [place for place, _ in rows] == ["1", "2", "3"]
    cells = [re.findall("<td>(.*?)</td>", line) for _, line in rows]
    assert {len(figures) for figures in cells} == {8}
    assert sum(int(won) for *_, won, _drawn, _lost, _time in cells) == sum(
        int(lost) for *_, lost, _time in cells
    )
    crossed = crosstable_of(view.standings, text)
    assert crossed.count("<td>·</td>") == 3
    assert len(re.findall(r"<td>[\d.]+/2</td>", crossed)) == 6
    state = state_of(view.progress, text)
    assert state.count("6") >= 2
    assert str(cup.folder) not in shown + crossed + state


def test_the_chart_is_plain_json_with_symmetric_intervals(cup: NotedTournament) -> None:
    standings = Watched(cup).view().standings
    assert standings is not None
    options = ratings_options("Elo", standings)
    assert json.loads(json.dumps(options)) == options
    bars, points = (series["data"] for series in options["series"])
    for row, bar, point in zip(standings.rows, bars, points, strict=True):
        low, *_, high = bar
        assert point["value"][0] == pytest.approx(row.rating.elo, abs=0.1)
        assert (low + high) / 2 == pytest.approx(row.rating.elo, abs=0.1)
        assert high - low == pytest.approx(2 * row.rating.error, abs=0.2)
