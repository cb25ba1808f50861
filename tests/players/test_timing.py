"""The one policy that turns a clock into a limit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.players.player import Clock
from outflank.players.timing import (
    DEFAULT_SECONDS,
    FORCED,
    SHORTEST_SECONDS,
    engine_limit,
    search_limit,
)
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.search.limit import Limit
from tests.positions import random_play_positions

START = Position.start()
SECONDS = st.floats(min_value=0.0, max_value=10_000)
OWN_LIMITS = [Limit(), Limit(seconds=2.0), Limit(depth=4), Limit(level=12), Limit(nodes=100)]


def positions() -> list[Position]:
    games = [Game(Position(*board)) for board in random_play_positions(seed=4, games=2)]
    return [game.position for game in games if not game.is_over()]


POSITIONS = positions()
ONLY_MOVES = [position for position in POSITIONS if len(position.legal_moves()) == 1]


@given(
    st.sampled_from(OWN_LIMITS),
    st.none() | SECONDS,
    st.none() | SECONDS,
    SECONDS,
    st.sampled_from(POSITIONS),
)
def test_no_player_is_given_more_than_its_clock_has(
    own: Limit, move: float | None, game: float | None, increment: float, position: Position
) -> None:
    clock = Clock(move_seconds=move, game_seconds=game, increment_seconds=increment)
    for policy in (search_limit, engine_limit):
        limit = policy(own, clock, position)
        if clock.seconds is None:
            assert limit.seconds in (own.seconds, DEFAULT_SECONDS)
            continue
        assert limit.seconds is not None
        assert 0 < limit.seconds <= max(clock.seconds, SHORTEST_SECONDS)
        assert own.seconds is None or limit.seconds <= own.seconds
        assert limit.aim_seconds is None or limit.aim_seconds <= limit.seconds


@pytest.mark.parametrize("policy", [search_limit, engine_limit])
@pytest.mark.parametrize("own", OWN_LIMITS)
def test_an_only_move_is_not_searched_for_long(policy: object, own: Limit) -> None:
    assert ONLY_MOVES
    assert FORCED.nodes is not None
    assert callable(policy)
    for position in ONLY_MOVES:
        limit = policy(own, Clock(game_seconds=600), position)
        assert limit.level is None
        assert limit.nodes <= FORCED.nodes
        assert limit.depth <= (own.depth or FORCED.depth)


def test_the_time_of_a_game_is_shared_out() -> None:
    clock = Clock(game_seconds=320.0)
    # Thirty moves to come and two in reserve, less a tenth and 30 ms.
    assert search_limit(Limit(), clock, START).seconds == pytest.approx(320 / 32 * 0.9 - 0.03)
    paced = engine_limit(Limit(), clock, START)
    assert paced.aim_seconds is not None
    assert paced.seconds is not None
    assert paced.aim_seconds < paced.seconds < 320 / 2
    # A time of its own is kept to the end, as the user said.
    assert engine_limit(Limit(seconds=2.0), clock, START) == Limit(seconds=2.0)
    # A server's limit for a move holds within the time of the game.
    capped = engine_limit(Limit(), clock.at_most(3.0), START)
    assert capped.seconds == pytest.approx(3.0 * 0.9 - 0.03)


def test_an_engine_without_any_limit_thinks_for_a_second() -> None:
    assert engine_limit(Limit(), Clock(), START).seconds == DEFAULT_SECONDS
    assert engine_limit(Limit(), Clock(move_seconds=60), START).seconds == DEFAULT_SECONDS
    assert engine_limit(Limit(level=8), Clock(), START) == Limit(level=8)


def test_a_clock_can_be_capped() -> None:
    clock = Clock(move_seconds=5.0, game_seconds=60.0, increment_seconds=1.0)
    assert clock.at_most(30.0) == clock
    assert clock.at_most(2.0) == Clock(move_seconds=2, game_seconds=60, increment_seconds=1)
    assert Clock().at_most(2.0) == Clock(move_seconds=2.0)
