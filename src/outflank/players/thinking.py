"""Thoughts: what a player reports while it searches, for programs that show it."""

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
    """A player's opinion on the first move of `line`, which is its principal variation.

    `score` is for the side to move: in discs if `is_in_discs`, else in the player's own points.
    `depth` is in plies; `nodes` and `seconds` are totals of this search so far. `is_exact` means
    that the score is proved. `leaves` and `table_hits` are 0 if they are not counted.
    `is_from_book` means that the thought comes from an opening book, without a search.
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
    """The thought about `move`, given `reply`, the thought about the best reply to it."""
    return replace(reply, line=(move, *reply.line), score=-reply.score, depth=reply.depth + 1)


def end_of_game(move: Square, score_discs: int) -> Thought:
    """The thought about a move that ends the game with `score_discs` for the side that makes it."""
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
    """Sort key for thoughts: won games rank above all scores in points,
    and lost games below them.
    """
    decided = (thought.score > 0) - (thought.score < 0) if thought.is_in_discs else 0
    return decided, thought.score


ThoughtListener: TypeAlias = Callable[[Thought], None]
"""A callback that receives thoughts during a search; it is called in the searching thread."""


@runtime_checkable
class Thinker(Protocol):
    """Optional interface of a `Player`: watch a search, stop it, ask for several moves.

    `thinker_of` finds it, also inside wrappers.
    """

    @abstractmethod
    def listen(self, listener: ThoughtListener | None) -> None:
        """Report all thoughts to `listener` from now on; None ends the reports."""

    @abstractmethod
    def stop(self) -> None:
        """Stop the running search from another thread; `choose` then returns its best move so far.

        A call before the search has begun may be lost: repeat it until `choose` returns.
        """

    @abstractmethod
    def set_depth(self, depth: int) -> None:
        """Set the maximum depth in plies, 1 or more."""

    @abstractmethod
    def hints(self, game: Game, clock: Clock, count: int) -> list[Thought]:
        """The `count` best moves at the cursor of `game`, best first;
        fewer if there are not as many.
        """


def thinker_of(player: Player) -> Thinker | None:
    """The player itself if it is a `Thinker`,
    else the first `Thinker` inside its wrappers, or None.
    """
    while not isinstance(player, Thinker) and isinstance(player, PlayerAround):
        player = player.player
    return player if isinstance(player, Thinker) else None
