"""What a player can say about its thinking, for programs that show it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias, runtime_checkable

from outflank.players.around import PlayerAround
from outflank.players.player import Clock, Player
from outflank.rules.game import Game
from outflank.rules.squares import Square


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """A line of play that a player considers, its first move being the one it speaks of.

    `score` is for the side to move: in discs where `is_in_discs` says so, else in points of the
    player's own. `depth` is in plies, `nodes` and `seconds` are of this search so far, `is_exact`
    says that the score is proved. `leaves` and `table_hits` are 0 where they are not counted.
    `is_from_book` says that it comes from an opening book, without a search.
    """

    line: tuple[Square, ...]
    score: float
    is_in_discs: bool
    depth: int
    nodes: int
    seconds: float
    is_exact: bool = False
    leaves: int = 0
    table_hits: int = 0
    is_from_book: bool = False


def reply_to(move: Square, reply: Thought) -> Thought:
    """What the best `reply` to `move` says about `move` itself, seen by the side that plays it."""
    return replace(reply, line=(move, *reply.line), score=-reply.score, depth=reply.depth + 1)


def end_of_game(move: Square, score_discs: int) -> Thought:
    """What there is to think of a move that ends the game."""
    return Thought(
        line=(move,),
        score=score_discs,
        is_in_discs=True,
        depth=1,
        nodes=1,
        seconds=0.0,
        is_exact=True,
    )


def preference(thought: Thought) -> tuple[int, float]:
    """A key to sort thoughts by: a game that is won is better than any points, one lost worse."""
    decided = (thought.score > 0) - (thought.score < 0) if thought.is_in_discs else 0
    return decided, thought.score


ThoughtListener: TypeAlias = Callable[[Thought], None]
"""Told what a player thinks while it thinks, from whichever thread does the thinking."""


@runtime_checkable
class Thinker(Protocol):
    """What a player may offer beyond `Player`: it can be watched, hurried and asked for more.

    `thinker_of` finds out whether it does.
    """

    @abstractmethod
    def listen(self, listener: ThoughtListener | None) -> None:
        """Tell `listener` of all thoughts from now on, or nobody."""

    @abstractmethod
    def stop(self) -> None:
        """End the thinking under way, from another thread; `choose` then returns what it has.

        A call that comes before the thinking has begun may be lost: repeat it until it has ended.
        """

    @abstractmethod
    def set_depth(self, depth: int) -> None:
        """Search so many plies at most from now on; 1 or more."""

    @abstractmethod
    def hints(self, game: Game, clock: Clock, count: int) -> list[Thought]:
        """The `count` best moves at the cursor of `game`, best first; fewer if there are fewer."""


def thinker_of(player: Player) -> Thinker | None:
    """The player itself, or the first one within that is a `Thinker`."""
    while not isinstance(player, Thinker) and isinstance(player, PlayerAround):
        player = player.player
    return player if isinstance(player, Thinker) else None
