"""The time policy of every player: a clock and the player's own limit give the limit of a search.

Front ends pass on the clock of the game as it is; the only margins and shares are those given here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from outflank.engine.budget import budget_of_game
from outflank.players.player import Clock
from outflank.rules.position import Position
from outflank.search.limit import Limit

Number = TypeVar("Number", int, float)

MARGIN_SECONDS = 0.03
"""The most that a search overruns its limit, with the way to the referee and back."""

MARGIN_SHARE = 0.1
"""The share of a move's time that is kept back as well: a busy machine is late by more."""

MOVES_IN_RESERVE = 2
"""Moves added to those that can still come before the time of a game is divided by them."""

SHORTEST_SECONDS = 0.001
"""A search must be given some time, even where there is none left."""

DEFAULT_SECONDS = 1.0
"""A move of the engine, where neither its spec nor the clock of a game limits it."""

FORCED = Limit(depth=6, nodes=500, confidence=73)
"""The search of an only move: enough to show a score, and over at once in plain Python too."""


def search_limit(own: Limit, clock: Clock, position: Position) -> Limit:
    """The limit of one search by a player with the limit `own`.

    The time of a game is divided evenly among the moves to come. An only move is answered at once.
    """
    seconds = _least(own.seconds, _clock_seconds(clock, position.empty_count))
    if len(position.legal_moves()) > 1:
        return replace(own, seconds=seconds)
    depth, nodes = _least(own.depth, FORCED.depth), _least(own.nodes, FORCED.nodes)
    return replace(FORCED, depth=depth, nodes=nodes, seconds=seconds)


def engine_limit(own: Limit, clock: Clock, position: Position) -> Limit:
    """The limit of one search by the engine, which saves time on easy moves for hard ones.

    The time of a game is divided by `engine.budget`, unless the player has a time of its own.
    """
    limit = search_limit(own, clock, position)
    if len(position.legal_moves()) == 1:
        return limit
    if clock.game_seconds is None:
        default = DEFAULT_SECONDS if own == Limit() else None
        return replace(limit, seconds=_least(limit.seconds, default))
    if own.seconds is not None:
        return limit
    budget = budget_of_game(
        _less_margin(clock.game_seconds), clock.increment_seconds, position.empty_count
    )
    most = budget.most
    if clock.move_seconds is not None:
        most = min(most, _less_margin(clock.move_seconds))
    if most <= 0:
        return limit
    return replace(limit, seconds=most, aim_seconds=min(budget.aim, most))


def _clock_seconds(clock: Clock, empty_count: int) -> float | None:
    """The seconds that a clock leaves for one move, or None without a limit."""
    budgets = []
    if clock.move_seconds is not None:
        budgets.append(_less_margin(clock.move_seconds))
    if clock.game_seconds is not None:
        # The opponent fills about half of what is empty.
        moves_to_come = (empty_count + 1) // 2 + MOVES_IN_RESERVE
        share = clock.game_seconds / moves_to_come + clock.increment_seconds
        budgets.append(_less_margin(min(share, clock.game_seconds)))
    return max(min(budgets), SHORTEST_SECONDS) if budgets else None


def _less_margin(seconds: float) -> float:
    """What a search may use of `seconds`, so that its answer is never late."""
    return seconds * (1 - MARGIN_SHARE) - MARGIN_SECONDS


def _least(*limits: Number | None) -> Number | None:
    """The smallest limit, or None where no limit is given."""
    return min((limit for limit in limits if limit is not None), default=None)
