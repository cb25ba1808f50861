"""Tuning report 000's player: from settings to specs, within bounds, measured by a match."""

from __future__ import annotations

import asyncio

import pytest

from outflank.errors import OutflankError
from outflank.players.spec import parse_spec
from outflank.web.allowed import web_player
from outflank.web.matches import MOST_GAMES, Matches
from outflank.web.tuning import GAMES, MOVE_SECONDS, Tuning


def test_settings_become_a_spec_with_what_differs_from_the_report() -> None:
    tuning = Tuning(depth=3)
    tuning.set("mobility_factor", 80)
    tuning.set("corners", False)
    tuning.set("stability", "anchored")
    tuning.set("corners", True)
    assert tuning.spec == "alphabeta:depth=3,mobility_factor=80,stability=anchored"
    assert tuning.report_spec == "alphabeta:depth=3"
    assert tuning.command(40) == (
        "outflank match alphabeta:depth=3,mobility_factor=80,stability=anchored "
        "alphabeta:depth=3 --games 40"
    )
    assert str(parse_spec(tuning.spec)) == tuning.spec


@pytest.mark.parametrize(
    ("name", "value"),
    [("threads", 64), ("mobility_factor", 10**9), ("stability", "/etc/passwd"), ("nonsense", 1)],
)
def test_only_what_the_page_offers_can_be_set(name: str, value: str | int) -> None:
    with pytest.raises(OutflankError):
        Tuning().set(name, value)


def test_factors_are_compiled_so_visitors_have_them_in_matches_alone() -> None:
    with pytest.raises(OutflankError, match="mobility_factor cannot be chosen here"):
        web_player("alphabeta:mobility_factor=80")
    spec = "alphabeta:mobility_factor=80"
    assert str(web_player(spec, is_apart=True)) == spec


@pytest.mark.parametrize(("depth", "games"), [(9, 20), (4, GAMES.most + 1)])
def test_a_tuning_match_is_small(depth: int, games: int) -> None:
    tuning = Tuning(depth, {"history": False})
    with pytest.raises(OutflankError):
        tuning.start(Matches(), "a", games)


def test_the_reports_own_settings_need_no_match() -> None:
    with pytest.raises(OutflankError, match="change one"):
        Tuning().start(Matches(), "a", 20)


def test_a_match_measures_the_change_against_the_report() -> None:
    """It may have more games than other matches, as its moves take less time."""
    tuning = Tuning(1, {"mobility": False, "stability_factor": 0})

    async def play() -> None:
        matches = Matches()
        match = tuning.start(matches, "a", GAMES.most)
        assert match.games_asked == GAMES.most > MOST_GAMES
        while len(match.games) < 2:
            await asyncio.sleep(0.05)
        matches.stop(match)
        assert match.first.values["time"] == MOVE_SECONDS
        assert "to" in str(match.summary().elo)
        matches.close()

    asyncio.run(asyncio.wait_for(play(), 240))
