"""Players that search: one adapter for every algorithm with `search(position, limit)`."""

from __future__ import annotations

from typing import Protocol

from outflank.players.player import Clock, Player
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.limit import Limit
from outflank.search.result import SearchResult

MARGIN_SECONDS = 0.03
"""What a search may overrun its limit by, with the way to the referee and back."""

MARGIN_SHARE = 0.1
"""The share of a move's time that is kept back as well: a busy machine is late by more."""

MOVES_IN_RESERVE = 2
"""A game's time is shared out as if there were so many more moves to come than there can be."""

SHORTEST_SECONDS = 0.001
"""A search must be given some time, even where there is none left."""


class Search(Protocol):
    """Any algorithm of `outflank.classics`, or the engine."""

    def search(self, position: Position, limit: Limit) -> SearchResult:
        """The best move of a position that has one, within the limit."""


class SearchPlayer(Player):
    """Plays what a search finds, within its own limit and the clock's.

    `nodes` and `seconds` add up over all searches so far; `last_result` is the latest.
    """

    def __init__(
        self,
        search: Search,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
    ) -> None:
        self.search = search
        self.limit = Limit(depth=depth, nodes=nodes, seconds=time)
        self.nodes = 0
        self.seconds = 0.0
        self.last_result: SearchResult | None = None

    def choose(self, game: Game, clock: Clock) -> Square:
        """The move that the search found."""
        result = self.search.search(game.position, self._limit_under(clock, game.position))
        self.nodes += result.nodes
        self.seconds += result.seconds
        self.last_result = result
        return result.move

    def _limit_under(self, clock: Clock, position: Position) -> Limit:
        budgets = (self.limit.seconds, budget_seconds(clock, position.empty_count))
        seconds = min((budget for budget in budgets if budget is not None), default=None)
        return Limit(depth=self.limit.depth, nodes=self.limit.nodes, seconds=seconds)


def budget_seconds(clock: Clock, empty_count: int) -> float | None:
    """How long to think about one move so as never to be late, or None without a limit."""
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
    return seconds * (1 - MARGIN_SHARE) - MARGIN_SECONDS
