"""The final programs of the reports: their settings, and that each plays."""

from __future__ import annotations

import pytest

from outflank.classics.alphabeta import AlphaBeta
from outflank.classics.evaluations import get
from outflank.classics.evaluations.full import full_with
from outflank.classics.mcts import MonteCarloTreeSearch
from outflank.classics.mtdf import MtdF
from outflank.classics.pvs import PrincipalVariationSearch
from outflank.errors import OutflankError
from outflank.players.making import make_player
from outflank.players.player import Clock
from outflank.players.randomness import RandomSometimes
from outflank.players.searching import SearchPlayer
from outflank.players.spec import parse_spec
from outflank.rules.game import Game
from outflank.web.allowed import web_player

NAMES = ("report000", "report001", "report002", "report002neat", "report003", "report004")


def searching(spec: str) -> SearchPlayer:
    player = make_player(spec)
    inner = player.player if isinstance(player, RandomSometimes) else player
    assert isinstance(inner, SearchPlayer)
    return inner


@pytest.mark.parametrize("name", NAMES)
def test_every_report_plays_by_its_name(name: str) -> None:
    player = make_player(f"{name}:nodes=200,seed=1")
    game = Game()
    for _ in range(6):
        game.play(player.choose(game.up_to_cursor(), Clock(move_seconds=20)))


def test_report_000_has_the_switches_of_its_last_source() -> None:
    player = searching("report000")
    search = player.search
    assert isinstance(search, AlphaBeta)
    assert player.limit.depth == 6
    # Behind the gap on its edge e1 counts for the report alone.
    board = (0x11 | 0xFF << 24, 0xFF << 32)
    assert search.evaluation(*board) == full_with(stability="report")(*board)
    assert search.evaluation(*board) != full_with(stability="anchored")(*board)
    assert search.take_corners
    assert not search.avoid_bad_squares
    assert not search.random_evaporation
    assert search._options[0]["history"]
    # The default of alphabeta is the same program.
    same = searching("alphabeta").search
    assert isinstance(same, AlphaBeta)
    assert same.evaluation is search.evaluation
    assert same.take_corners
    parallel = searching("report000:threads=2").search
    assert isinstance(parallel, AlphaBeta)
    assert parallel.avoid_bad_squares
    assert not parallel._options[0]["history"]


def test_the_others_have_their_algorithms() -> None:
    mtdf, minimax = searching("report001").search, searching("report002").search
    assert isinstance(mtdf, MtdF)
    assert mtdf.zero_windows
    assert mtdf.random_equals
    assert isinstance(minimax, AlphaBeta)
    assert minimax.evaluation is get("positional")
    mcts = searching("report003")
    assert isinstance(mcts.search, MonteCarloTreeSearch)
    assert mcts.search.exploration == 2.0
    assert mcts.limit.seconds == 59.0
    pvs = searching("report004").search
    assert isinstance(pvs, PrincipalVariationSearch)
    assert pvs.evaluation is get("phased")


@pytest.mark.parametrize(("name", "count"), [("report002", 4), ("report002neat", 2)])
def test_report_002_begins_at_random_unless_told_otherwise(name: str, count: int) -> None:
    assert parse_spec(name).values["random_first"] == count
    openings = {
        make_player(f"{name}:depth=1", seed=seed).choose(Game(), Clock()) for seed in range(30)
    }
    assert len(openings) == 4
    assert isinstance(make_player(f"{name}:random_first=0"), SearchPlayer)


def test_a_visitor_cannot_have_a_minute_a_move_by_default() -> None:
    with pytest.raises(OutflankError, match=r"time=59\.0 is too much here; give at most 30"):
        web_player("report003")
    assert web_player("report003:time=5.0")


def test_the_simple_player_is_plain_alpha_beta_on_the_weight_table() -> None:
    simple = searching("simple").search
    assert isinstance(simple, AlphaBeta)
    assert simple.evaluation is get("table")
    assert not simple.take_corners
    assert not simple._options[0]["history"]
