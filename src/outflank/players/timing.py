"""Time management of all players: compute the limit of a search from the clock and the player's own
limit.

Front ends pass the game clock unchanged; safety margins are subtracted only here.
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
"""Seconds subtracted from the time of a move, because a search may overrun by this much, and for
the communication with the referee.
"""

MARGIN_SHARE = 0.1
"""Share of the time of a move that is also subtracted, as a reserve on busy machines."""

MOVES_IN_RESERVE = 2
"""The time left is divided by the number of remaining moves plus this."""

SHORTEST_SECONDS = 0.001
"""A search gets at least this many seconds, even if no time is left."""

DEFAULT_SECONDS = 1.0
"""Seconds per move of the engine if neither its spec nor a game clock sets a limit."""

FORCED = Limit(depth=6, nodes=500, confidence=73)
"""The limit if there is only one legal move:
enough for a score to show, and instant even in pure Python.
"""


def search_limit(own: Limit, clock: Clock, position: Position) -> Limit:
    """The limit of one search of a player whose own limit is `own`.

    The time left for the game is divided evenly among the remaining moves. If there is only one
    legal move, the limit is `FORCED`.
    """
    seconds = _least(own.seconds, _clock_seconds(clock, position.empty_count))
    if len(position.legal_moves()) > 1:
        return replace(own, seconds=seconds)
    depth, nodes = _least(own.depth, FORCED.depth), _least(own.nodes, FORCED.nodes)
    return replace(FORCED, depth=depth, nodes=nodes, seconds=seconds)


def engine_limit(own: Limit, clock: Clock, position: Position) -> Limit:
    """The limit of one engine search, which saves time on easy moves for difficult ones.

    The time left for the game is divided by `engine.budget`, unless `own` has a time per move.
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
    """Seconds for one move according to the clock; None if it has no limit."""
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
    """The smallest of the limits that are not None; None if all are."""
    return min((limit for limit in limits if limit is not None), default=None)
