"""Matches for visitors: limits, turns, stops, and what they give back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from outflank.errors import OutflankError
from outflank.web.matches import MOST_GAMES, Match, Matches, quick_player


def with_matches(test: Callable[[Matches], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        matches = Matches()
        try:
            await asyncio.wait_for(test(matches), 240)
        finally:
            matches.close()

    asyncio.run(run())


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.02)


def start(matches: Matches, visitor: str = "a", games: int = 2) -> Match:
    return matches.start(visitor, "greedy", "random", games=games, move_seconds=0.1)


def test_players_have_no_more_time_than_the_match_gives() -> None:
    assert str(quick_player("mcts", 0.1)) == "mcts:time=0.1"
    assert str(quick_player("mcts:time=0.05", 0.1)) == "mcts:time=0.05"
    assert quick_player("alphabeta:depth=4", 0.1).values["time"] == 0.1
    assert str(quick_player("greedy", 0.1)) == "greedy"
    with pytest.raises(OutflankError, match="cannot play here"):
        quick_player("gtp:rm -rf", 0.1)


@pytest.mark.parametrize(("games", "seconds"), [(0, 0.1), (MOST_GAMES + 1, 0.1), (2, 0), (2, 9)])
def test_matches_are_small(games: int, seconds: float) -> None:
    with pytest.raises(OutflankError):
        Matches().start("a", "greedy", "random", games=games, move_seconds=seconds)


def test_matches_are_played_one_after_the_other() -> None:
    async def play(matches: Matches) -> None:
        told: list[int] = []
        first = start(matches)
        first.watch(lambda: told.append(len(first.games)))
        second = start(matches, "b")
        assert (first.is_running, second.is_running) == (True, False)
        assert (matches.place(first), matches.place(second)) == (0, 1)
        with pytest.raises(OutflankError, match="stop it first"):
            start(matches)
        await until(lambda: second.is_over)
        assert first.is_over
        assert {1, 2} <= set(told)
        for match in (first, second):
            summary = match.summary()
            assert summary.tally.games == 2
            assert not match.problem
        assert start(matches) is matches.of("a")

    with_matches(play)


def test_a_match_is_stopped_within_a_game_and_makes_room() -> None:
    async def play(matches: Matches) -> None:
        long = matches.start("a", "plain", "plain", games=20, move_seconds=0.5)
        waiting, next_one = start(matches, "b"), start(matches, "c", games=1)
        matches.stop(waiting)
        assert waiting.is_over
        await asyncio.sleep(0.3)
        matches.stop(long)
        await until(lambda: long.is_over)
        assert len(long.games) < 20
        await until(lambda: next_one.is_over)
        assert len(next_one.games) == 1

    with_matches(play)
