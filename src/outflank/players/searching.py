"""A player for every algorithm that has a method `search(position, limit)`."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from outflank.players.around import PlayerAround
from outflank.players.player import Clock, Player
from outflank.players.thinking import Thought, ThoughtListener, end_of_game, preference, reply_to
from outflank.players.timing import search_limit
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.chance import Chance
from outflank.search.limit import Limit
from outflank.search.result import ScoreUnit, SearchProgress, SearchResult


class Search(Protocol):
    """A search algorithm: one of `outflank.classics`, or the engine."""

    def search(
        self, position: Position, limit: Limit, *, progress: SearchProgress | None = None
    ) -> SearchResult:
        """Find the best move of `position` within `limit`. Requires that the game is not over.

        `progress` is called with the result of every completed iteration.
        """

    def stop(self) -> None:
        """Stop the running search from another thread; it returns its best result so far."""


class SearchPlayer(Player):
    """Plays the move that `search` finds within the player's own limit and the clock.

    It is a `Thinker`. `depth` is in plies, `time` in seconds per move. The attributes `nodes` and
    `seconds` are totals over all searches; `last_result` is the latest result.
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
        self._listener: ThoughtListener | None = None
        self._is_stopped = False

    def choose(self, game: Game, clock: Clock) -> Square:
        """Search, and choose the best move found."""
        return self._think(game.position, self._limit_under(clock, game.position)).line[0]

    def listen(self, listener: ThoughtListener | None) -> None:
        """Report the result of every iteration and every search to `listener`;
        None ends the reports.
        """
        self._listener = listener

    def stop(self) -> None:
        """Stop the running search from another thread."""
        self._is_stopped = True
        self.search.stop()

    def set_depth(self, depth: int) -> None:
        """Set the maximum depth of searches in plies; the other limits do not change."""
        self.limit = replace(self.limit, depth=depth)

    def hints(self, game: Game, clock: Clock, count: int) -> list[Thought]:
        """The `count` best moves, found by one search after each legal move.

        The limit is divided among these searches.
        """
        position = game.position
        moves = position.legal_moves()
        limit = shared_out(self._limit_under(clock, position), len(moves))
        self._is_stopped = False
        thoughts: list[Thought] = []
        for move in moves:
            if not self._is_stopped:
                thoughts.append(self._think_after(move, position.play(move), limit))
        return sorted(thoughts, key=preference, reverse=True)[:count]

    def game_over(self, game: Game) -> None:
        """Change the random numbers of the search, if it uses any, for the next game."""
        chance = getattr(self.search, "chance", None)
        if isinstance(chance, Chance):
            chance.next_game()

    def _think_after(self, move: Square, position: Position, limit: Limit) -> Thought:
        if position.is_over():
            return end_of_game(move, -position.score())
        return self._think(position, limit, last_move=move)

    def _think(self, position: Position, limit: Limit, last_move: Square | None = None) -> Thought:
        """Search `position` and return a thought about its best move.

        If `last_move`, the move that led to `position`, is given, the thought is about that move.
        """

        def thought(result: SearchResult) -> Thought:
            return (
                thought_of(result) if last_move is None else reply_to(last_move, thought_of(result))
            )

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
        return search_limit(self.limit, clock, position)


def thought_of(result: SearchResult) -> Thought:
    """Convert a search result to a `Thought`."""
    return Thought(
        line=result.principal_variation,
        score=result.score,
        is_in_discs=result.unit is ScoreUnit.DISCS,
        depth=result.depth,
        nodes=result.nodes,
        seconds=result.seconds,
        is_exact=result.is_exact,
        leaves=result.leaves,
        table_hits=result.table_hits,
        is_from_book=result.is_from_book,
    )


def latest_result(player: Player) -> SearchResult | None:
    """The last result of a player's search or opening book; None if there is none.

    If the player is a wrapper, results of the wrapped player count too.
    """
    while isinstance(player, PlayerAround):
        answered = getattr(player, "last_result", None)
        if isinstance(answered, SearchResult):
            return answered
        player = player.player
    return player.last_result if isinstance(player, SearchPlayer) else None


def shared_out(limit: Limit, moves: int) -> Limit:
    """The limit of one of `moves` searches that share `limit`, each of which starts after a move.

    Nodes and seconds are divided; the depth is one ply less, because the move has been made.
    """
    return replace(
        limit,
        depth=None if limit.depth is None else max(limit.depth - 1, 1),
        nodes=None if limit.nodes is None else max(limit.nodes // moves, 1),
        seconds=None if limit.seconds is None else limit.seconds / moves,
    )
