"""Players that search: one adapter for every algorithm with `search(position, limit)`."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from outflank.players.player import Clock, Player
from outflank.players.thinking import Thought, ThoughtListener, end_of_game, preference, reply_to
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.limit import Limit
from outflank.search.result import SearchProgress, SearchResult

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

    def search(
        self, position: Position, limit: Limit, *, progress: SearchProgress | None = None
    ) -> SearchResult:
        """The best move of a position that has one, within the limit."""

    def stop(self) -> None:
        """End the running search from another thread; it returns what it has."""


class SearchPlayer(Player):
    """Plays what a search finds, within its own limit and the clock's; it is a `Thinker`.

    `nodes` and `seconds` add up over all searches so far; `last_result` is the latest.
    """

    def __init__(
        self,
        search: Search,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        confidence: int | None = None,
        level: int | None = None,
    ) -> None:
        self.search = search
        self.limit = Limit(
            depth=depth, nodes=nodes, seconds=time, confidence=confidence, level=level
        )
        self.nodes = 0
        self.seconds = 0.0
        self.last_result: SearchResult | None = None
        self._listener: ThoughtListener | None = None
        self._is_stopped = False

    def choose(self, game: Game, clock: Clock) -> Square:
        """The move that the search found."""
        return self._think(game.position, self._limit_under(clock, game.position)).line[0]

    def listen(self, listener: ThoughtListener | None) -> None:
        """Tell `listener` of every step of a search, and of its end."""
        self._listener = listener

    def stop(self) -> None:
        """End the search under way, from another thread."""
        self._is_stopped = True
        self.search.stop()

    def set_depth(self, depth: int) -> None:
        """Search so many plies at most from now on; the other limits stay."""
        self.limit = replace(self.limit, depth=depth)

    def hints(self, game: Game, clock: Clock, count: int) -> list[Thought]:
        """The best moves, found by a search behind every move for its share of the time."""
        position = game.position
        moves = position.legal_moves()
        limit = shared_out(self._limit_under(clock, position), len(moves))
        self._is_stopped = False
        thoughts: list[Thought] = []
        for move in moves:
            if not self._is_stopped:
                thoughts.append(self._think_behind(move, position.play(move), limit))
        return sorted(thoughts, key=preference, reverse=True)[:count]

    def _think_behind(self, move: Square, position: Position, limit: Limit) -> Thought:
        if position.is_over():
            return end_of_game(move, -position.score())
        return self._think(position, limit, behind=move)

    def _think(self, position: Position, limit: Limit, behind: Square | None = None) -> Thought:
        """What a search of `position` says, about the move `behind` which it lies if given."""

        def thought(result: SearchResult) -> Thought:
            return thought_of(result) if behind is None else reply_to(behind, thought_of(result))

        def tell(result: SearchResult) -> None:
            if self._listener is not None:
                self._listener(thought(result))

        result = self.search.search(position, limit, progress=tell)
        self.nodes += result.nodes
        self.seconds += result.seconds
        self.last_result = result
        tell(result)
        return thought(result)

    def _limit_under(self, clock: Clock, position: Position) -> Limit:
        budgets = (self.limit.seconds, budget_seconds(clock, position.empty_count))
        seconds = min((budget for budget in budgets if budget is not None), default=None)
        return replace(self.limit, seconds=seconds)


def thought_of(result: SearchResult) -> Thought:
    """What a search has found, as a thought."""
    return Thought(
        line=result.principal_variation,
        score=result.score if result.score_discs is None else result.score_discs,
        is_in_discs=result.score_discs is not None,
        depth=result.depth,
        nodes=result.nodes,
        seconds=result.seconds,
        is_exact=result.is_exact,
    )


def shared_out(limit: Limit, moves: int) -> Limit:
    """The limit for each of so many searches, one ply further on, that together keep `limit`."""
    return replace(
        limit,
        depth=None if limit.depth is None else max(limit.depth - 1, 1),
        nodes=None if limit.nodes is None else max(limit.nodes // moves, 1),
        seconds=None if limit.seconds is None else limit.seconds / moves,
    )


def budget_seconds(clock: Clock, empty_count: int) -> float | None:
    """How long to think about one move so as never to be late, or None without a limit."""
    budgets = []
    if clock.move_seconds is not None:
        budgets.append(less_margin(clock.move_seconds))
    if clock.game_seconds is not None:
        # The opponent fills about half of what is empty.
        moves_to_come = (empty_count + 1) // 2 + MOVES_IN_RESERVE
        share = clock.game_seconds / moves_to_come + clock.increment_seconds
        budgets.append(less_margin(min(share, clock.game_seconds)))
    return max(min(budgets), SHORTEST_SECONDS) if budgets else None


def less_margin(seconds: float) -> float:
    """What a search may use of so much time, so that its answer is never late."""
    return seconds * (1 - MARGIN_SHARE) - MARGIN_SECONDS
