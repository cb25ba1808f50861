"""Elo ratings of players from the games of an experiment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from outflank.arena.pool_ratings import Rating, rate_pool
from outflank.experiments.games import Played


def rate(
    players: Sequence[str], meetings: Mapping[tuple[str, str], Played], anchor: str | None = None
) -> dict[str, Rating]:
    """Rate players by their games; `players` and the keys of `meetings` are player specs.

    The player `anchor` has 0 Elo; if it is None, the mean of all players is 0.
    """
    numbers = {player: number for number, player in enumerate(players)}
    pairs = {
        (numbers[first], numbers[second]): played.pairs()
        for (first, second), played in meetings.items()
    }
    found = rate_pool(len(players), pairs, None if anchor is None else numbers[anchor])
    return dict(zip(players, found, strict=True))
