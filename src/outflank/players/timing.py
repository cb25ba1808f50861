"""Time management of all players: the search limit from a clock and the player's own limit.

Front ends pass the game clock unchanged; safety margins are applied only here.
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
"""Maximum overrun of a search, including the communication with the referee."""

MARGIN_SHARE = 0.1
"""Share of a move's time kept in addition as a reserve, for busy machines."""

MOVES_IN_RESERVE = 2
"""Added to the number of remaining moves that the game time is divided by."""

SHORTEST_SECONDS = 0.001
"""Minimum time of a search, even with no time left."""

DEFAULT_SECONDS = 1.0
"""Time per engine move without a limit in its spec or a game clock."""

FORCED = Limit(depth=6, nodes=500, confidence=73)
"""Limit for a forced move: enough to show a score, and instant even in pure Python."""


def search_limit(own: Limit, clock: Clock, position: Position) -> Limit:
    """The limit of one search by a player with the limit `own`.

    The game time is divided evenly among the remaining moves. Forced moves get the limit `FORCED`.
    """
    seconds = _least(own.seconds, _clock_seconds(clock, position.empty_count))
    if len(position.legal_moves()) > 1:
        return replace(own, seconds=seconds)
    depth, nodes = _least(own.depth, FORCED.depth), _least(own.nodes, FORCED.nodes)
    return replace(FORCED, depth=depth, nodes=nodes, seconds=seconds)


def engine_limit(own: Limit, clock: Clock, position: Position) -> Limit:
    """The limit of one engine search, which saves time on easy moves for hard ones.

    The game time is divided by `engine.budget`, unless `own` has a time.
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
    """Seconds for one move by the clock, or None without a limit."""
    budgets = []
    if clock.move_seconds is not None:
        budgets.append(_less_margin(clock.move_seconds))
    if clock.game_seconds is not None:
        # The opponent fills about half of the empty squares.
        moves_to_come = (empty_count + 1) // 2 + MOVES_IN_RESERVE
        share = clock.game_seconds / moves_to_come + clock.increment_seconds
        budgets.append(_less_margin(min(share, clock.game_seconds)))
    return max(min(budgets), SHORTEST_SECONDS) if budgets else None


def _less_margin(seconds: float) -> float:
    """`seconds` minus the safety margins."""
    return seconds * (1 - MARGIN_SHARE) - MARGIN_SECONDS


def _least(*limits: Number | None) -> Number | None:
    """The smallest limit, or None without any."""
    return min((limit for limit in limits if limit is not None), default=None)
