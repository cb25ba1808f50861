"""The adapter from searches to players, with a small search of its own."""

from __future__ import annotations

import time

import pytest

from outflank.arena.referee import play_game
from outflank.play.time_control import TimeControl
from outflank.players import UNTIMED, Clock, make_player
from outflank.players.searching import SearchPlayer
from outflank.rules.game import Game, Reason
from outflank.rules.position import Position
from outflank.search.limit import Limit
from outflank.search.result import ScoreUnit, SearchProgress, SearchResult


class OnePly:
    """Looks at every move once, by mobility; remembers its limits."""

    def __init__(self) -> None:
        self.limits: list[Limit] = []

    def search(
        self, position: Position, limit: Limit, *, progress: SearchProgress | None = None
    ) -> SearchResult:
        self.limits.append(limit)
        started = time.perf_counter()
        values = {move: -len(position.play(move).legal_moves()) for move in position.legal_moves()}
        best = max(values, key=lambda move: values[move])
        return SearchResult(
            move=best,
            score=values[best],
            unit=ScoreUnit.POINTS,
            principal_variation=(best,),
            depth=1,
            nodes=len(values),
            leaves=len(values),
            table_hits=0,
            seconds=time.perf_counter() - started,
            complete=True,
        )

    def stop(self) -> None:
        pass


class Thorough(OnePly):
    """Looks again and again until its time is up."""

    def search(
        self, position: Position, limit: Limit, *, progress: SearchProgress | None = None
    ) -> SearchResult:
        assert limit.seconds is not None
        started = time.perf_counter()
        while time.perf_counter() - started < limit.seconds:
            result = super().search(position, limit)
        return result


def test_plays_what_the_search_finds_and_keeps_count() -> None:
    search = OnePly()
    player = SearchPlayer(search)
    game = Game.from_moves(["f5"])
    move = player.choose(game, UNTIMED)
    assert player.last_result is not None
    assert move == player.last_result.move == search.search(game.position, Limit()).move
    assert player.nodes == 3
    player.choose(Game(), UNTIMED)
    assert player.nodes == 7
    assert player.seconds > 0


@pytest.mark.parametrize(
    ("player_limit", "clock", "expected"),
    [
        ({}, Clock(), Limit()),
        ({"depth": 4}, Clock(), Limit(depth=4)),
        ({"nodes": 500, "time": 0.5}, Clock(), Limit(nodes=500, seconds=0.5)),
        ({"depth": 4, "time": 0.5}, Clock(move_seconds=60), Limit(depth=4, seconds=0.5)),
        ({"time": 2.0}, Clock(move_seconds=1), Limit(seconds=0.87)),
        ({}, Clock(move_seconds=1), Limit(seconds=0.87)),
    ],
)
def test_the_limit_is_the_nearest_of_spec_and_clock(
    player_limit: dict[str, int], clock: Clock, expected: Limit
) -> None:
    search = OnePly()
    SearchPlayer(search, **player_limit).choose(Game(), clock)
    assert search.limits[0].depth == expected.depth
    assert search.limits[0].nodes == expected.nodes
    assert search.limits[0].seconds == pytest.approx(expected.seconds)


@pytest.mark.parametrize("increment", [0.0, 0.01])
def test_a_game_under_the_clock_is_never_lost_by_time(increment: float) -> None:
    # The player uses all that it thinks it has, at every one of about thirty moves.
    time_control = TimeControl(move_seconds=None, game_seconds=1.0, increment_seconds=increment)
    search = Thorough()
    record = play_game(
        SearchPlayer(search), make_player("random:seed=1"), time_control=time_control
    )
    assert record.result.reason is Reason.COUNTED
    assert record.black.seconds < 1.0 + increment * record.black.turns
    assert record.black.seconds > 0.1
    assert len(search.limits) > record.black.turns


def test_a_time_for_each_move_is_kept() -> None:
    start = Game()
    while len(start.moves()) < 52:
        start.play(start.position.legal_moves()[-1])
    record = play_game(
        SearchPlayer(Thorough()),
        make_player("random:seed=1"),
        start=start,
        time_control=TimeControl(move_seconds=0.2),
    )
    assert record.result.reason is Reason.COUNTED
    assert record.black.longest_seconds < 0.25
    assert record.black.longest_seconds + record.black.waited_seconds > 0.1
