from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from outflank.arena.plan import Plan, plan_of
from outflank.arena.standings import paired_meetings, standings
from outflank.arena.tournament import (
    JOURNAL_FILE,
    Tournament,
    play_tournament,
    read_tournament,
)
from outflank.arena.tournament_files import draw_tournament, save_tournament
from outflank.errors import OutflankError
from outflank.formats import read
from outflank.rules.game import Reason
from outflank.statistics.tally import Tally

HOSTILE = Path(__file__).with_name("hostile.py")
PLAYERS = {"chance": "random", "eager": "greedy", "table": "roxanne", "eager too": "greedy"}


def plan(**options: Any) -> Plan:
    return plan_of({"name": "Cup", "seed": 3, "pairs": 2, "players": PLAYERS, **options})


def moves_of(tournament: Tournament) -> list[tuple[int, ...]]:
    return [played.game.moves for played in tournament.games]


def table_of(tournament: Tournament) -> list[tuple[object, ...]]:
    """The final table without times, which are never the same."""
    return [(row.name, row.rating, row.points, row.tally) for row in tournament.standings().rows]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    return play_tournament(plan(), tmp_path_factory.mktemp("whole"), workers=2)


def test_everybody_plays_everybody_twice_from_each_opening(whole: Tournament) -> None:
    assert whole.is_over
    assert len(whole.games) == whole.total_games == 24
    assert [played.game.task.number for played in whole.games] == list(range(1, 25))
    openings = set()
    for one, other in zip(whole.games[::2], whole.games[1::2], strict=True):
        assert (one.first, one.second) == (other.first, other.second)
        assert one.game.task.opening == other.game.task.opening
        assert one.game.task.first_is_black
        assert not other.game.task.first_is_black
        assert one.game.task.black_seed == other.game.task.white_seed
        assert len(one.game.task.opening.moves) == 8
        openings.add(str(one.game.task.opening))
    assert len(openings) == 12
    meetings = paired_meetings(whole.games)
    assert len(meetings) == 6
    assert {counts.pairs for counts in meetings.values()} == {2}


def test_the_table_adds_up(whole: Tournament) -> None:
    table = whole.standings()
    assert sum(row.points for row in table.rows) == 24
    assert all(row.tally.games == 12 for row in table.rows)
    assert [row.rating.elo for row in table.rows] == sorted(
        (row.rating.elo for row in table.rows), reverse=True
    )
    for row in table.rows:
        against = [table.meetings[row.player, other.player] for other in table.rows if other != row]
        assert sum(against, Tally()) == row.tally
        seconds = sum(
            (played.game.first if played.first == row.player else played.game.second).seconds
            for played in whole.games
            if row.player in (played.first, played.second)
        )
        assert row.side.seconds == pytest.approx(seconds)
        assert row.side.turns > 200


def test_the_order_of_games_does_not_change_the_table(whole: Tournament) -> None:
    turned = standings(whole.plan, reversed(whole.games))
    assert [row.name for row in turned.rows] == [row.name for row in whole.standings().rows]
    assert standings(whole.plan, []).rows[0].rating.elo == 0


@pytest.mark.parametrize("cut", [1, 5, 24])
def test_what_is_missing_is_played_and_nothing_else(
    whole: Tournament, cut: int, tmp_path: Path
) -> None:
    told: list[Tournament] = []
    play_tournament(plan(), tmp_path, workers=1)
    journal = tmp_path / JOURNAL_FILE
    # Lines in any order, the last one cut in the middle.
    heading, *lines = journal.read_bytes().splitlines(keepends=True)
    kept = sorted(lines)[:cut]
    journal.write_bytes(heading + b"".join(kept) + (sorted(lines)[cut][:40] if cut < 24 else b""))
    again = play_tournament(plan(), tmp_path, workers=2, progress=told.append)
    assert len(told[0].games) == cut
    assert len(told) == 25 - cut
    assert journal.read_bytes().startswith(heading + b"".join(kept))
    assert moves_of(again) == moves_of(whole)
    assert table_of(again) == table_of(whole)
    assert read_tournament(tmp_path) == again


def test_an_interrupt_at_any_moment_loses_no_game(whole: Tournament, tmp_path: Path) -> None:
    def interrupt(tournament: Tournament) -> None:
        if len(tournament.games) == 4:
            raise KeyboardInterrupt

    stopped = play_tournament(plan(), tmp_path, workers=2, progress=interrupt)
    assert stopped.is_interrupted
    assert 4 <= len(stopped.games) < 24
    assert read_tournament(tmp_path).games == stopped.games
    again = play_tournament(plan(), tmp_path, workers=2)
    assert set(stopped.games) <= set(again.games)
    assert table_of(again) == table_of(whole)


def test_a_folder_of_another_tournament_is_refused(tmp_path: Path) -> None:
    small = plan(pairs=1, players={"chance": "random", "eager": "greedy"})
    play_tournament(small, tmp_path)
    with pytest.raises(OutflankError, match="seed is 3 there and 4 here"):
        play_tournament(replace(small, seed=4), tmp_path)


def test_a_gauntlet(tmp_path: Path) -> None:
    result = play_tournament(plan(system="gauntlet", challengers=["table"]), tmp_path)
    assert len(result.games) == 12
    assert {played.first for played in result.games} == {2}
    assert {played.second for played in result.games} == {0, 1, 3}


def test_a_swiss_tournament_resumes_in_any_round(tmp_path: Path) -> None:
    players = {**PLAYERS, "corners": "corner-greedy"}
    swiss = plan(system="swiss", rounds=3, pairs=1, players=players)
    whole = play_tournament(swiss, tmp_path / "whole")
    assert len(whole.games) == 3 * 2 * 2
    assert len(set(whole.byes)) == 3
    rows = whole.standings().rows
    # A bye scores like a won encounter: two points.
    assert sum(row.points for row in rows) == 12 + 3 * 2
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert len({frozenset((played.first, played.second)) for played in whole.games}) == 6
    lines = (tmp_path / "whole" / JOURNAL_FILE).read_bytes().splitlines(keepends=True)
    in_order = [lines[0], *sorted(lines[1:], key=lambda line: json.loads(line)["number"])]
    for cut in (1, 6, 9):
        folder = tmp_path / str(cut)
        folder.mkdir()
        (folder / JOURNAL_FILE).write_bytes(b"".join(in_order[: cut + 1]))
        assert table_of(play_tournament(swiss, folder)) == table_of(whole)


def test_forfeits_are_counted_and_the_tournament_goes_on(tmp_path: Path) -> None:
    players = {"chance": "random", "crash": f"python:{HOSTILE}:Thrower"}
    result = play_tournament(plan(players=players), tmp_path)
    rows = {row.name: row for row in result.standings().rows}
    assert rows["crash"].forfeits == rows["crash"].tally.losses == 4
    assert all(played.game.result.reason is Reason.ILLEGAL_MOVES for played in result.games)
    assert read_tournament(tmp_path) == result


def test_what_is_left_behind(whole: Tournament, tmp_path: Path) -> None:
    save_tournament(whole, tmp_path)
    games = read(tmp_path / "games.ggf").games
    assert len(games) == 24
    for game, played in zip(games, whole.games, strict=True):
        assert game.result == played.game.result
        names = {whole.plan.entrants[played.first].name, whole.plan.entrants[played.second].name}
        assert {game.tags["black"], game.tags["white"]} == names
        assert game.tags["event"] == "Cup"
    figures = json.loads((tmp_path / "tournament.json").read_text())
    assert figures["games"] == 24
    best = whole.standings().rows[0]
    assert figures["players"][0]["name"] == best.name
    assert figures["players"][0]["elo"] == best.rating.elo
    assert {len(row) for row in figures["crosstable"].values()} == {3}
    report = (tmp_path / "report.md").read_text()
    assert f"| 1 | {best.name} |" in report
    assert report.count("\n## ") == 3
    pytest.importorskip("matplotlib")
    draw_tournament(whole, tmp_path)
    for picture in ("ratings.png", "crosstable.png"):
        assert (tmp_path / picture).read_bytes().startswith(b"\x89PNG")
    # Written again over what is there.
    save_tournament(whole, tmp_path)
    assert not list(tmp_path.glob("*.unfinished"))
