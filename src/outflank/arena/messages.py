"""Messages between a match and its worker processes, pickled over pipes.

The match sends a `GameTask`. The worker answers with `Preparing` for each player, `Thinking` for
each turn, `Over` and finally `Done`; or with `Refused`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outflank.arena.openings import Opening
from outflank.play.seat import Forfeit
from outflank.play.statistics import SideStatistics
from outflank.play.time_control import TimeControl
from outflank.players.player import Player
from outflank.players.spec import PlayerSpec
from outflank.rules.game import BLACK, Colour, Game, Reason, Result
from outflank.rules.squares import Square, square_name


def name_of(player: PlayerSpec | Player) -> str:
    """The player's name in results: its spec, such as ``engine:level=5``, or an object's `name`."""
    return str(player) if isinstance(player, PlayerSpec) else player.name


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTask:
    """A game to play: its number from 1, players, random seeds, opening and time control.

    `first_is_black` says whether the first player of the match has Black. A player object, in
    contrast to a spec, can play only in the process of the match, and ignores the seed.
    """

    number: int
    first_is_black: bool
    black: PlayerSpec | Player
    white: PlayerSpec | Player
    black_seed: int
    white_seed: int
    opening: Opening
    time_control: TimeControl


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparing:
    """Message of a worker: it is about to make the player of this colour."""

    colour: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Thinking:
    """Message of a worker: the player of this colour is to move, and has `limit_seconds` for it.

    `moves` are those since the opening, `seconds` the time that each took.
    """

    colour: Colour
    moves: tuple[Square, ...]
    seconds: tuple[float, ...]
    limit_seconds: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Message of a worker: a player cannot be made, for example because its file is missing."""

    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchGame:
    """A finished game of a match, in much less memory than a `Game`: a match may have 10,000.

    `moves` are those since the opening without passes, `seconds` the time that each took. `detail`
    says why a side forfeited.
    """

    task: GameTask
    moves: tuple[Square, ...]
    seconds: tuple[float, ...]
    result: Result
    black: SideStatistics
    white: SideStatistics
    detail: str = ""

    @property
    def first_score(self) -> int:
        """Final disc difference for the first player of the match."""
        return self.result.score if self.task.first_is_black else -self.result.score

    @property
    def first(self) -> SideStatistics:
        """Times and node counts of the first player of the match."""
        return self.black if self.task.first_is_black else self.white

    @property
    def second(self) -> SideStatistics:
        """Times and node counts of the second player of the match."""
        return self.white if self.task.first_is_black else self.black

    def side(self, colour: Colour) -> SideStatistics:
        """Times and node counts of the side with this colour."""
        return self.black if colour is BLACK else self.white

    def as_dict(self) -> dict[str, Any]:
        """The game as a dictionary for JSON."""
        return {
            "number": self.task.number,
            "black": name_of(self.task.black),
            "white": name_of(self.task.white),
            "opening": str(self.task.opening),
            "moves": "".join(map(square_name, self.moves)),
            "score": self.result.score,
            "reason": self.result.reason.value,
            "detail": self.detail,
            "black_side": self.black.as_dict(),
            "white_side": self.white.as_dict(),
        }

    def game(self) -> Game:
        """The same game as a `Game`, with opening, moves, times, player names and result."""
        game = self.task.opening.game()
        for move, seconds in zip(self.moves, self.seconds, strict=True):
            game.play(move, seconds=seconds)
        game.tags |= {
            "black": name_of(self.task.black),
            "white": name_of(self.task.white),
            "round": str(self.task.number),
        }
        if game.result != self.result:
            game.declare(self.result)
        if self.result.reason is not Reason.COUNTED and self.result.winner is not None:
            forfeit = Forfeit(self.result.reason, self.detail)
            game.current.comment = f"{self.result.winner.other} loses: {forfeit}"
        return game


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """Message of a worker: the game is over. Its players have not been notified or closed yet."""

    game: MatchGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """Message of a worker: the players are closed and the task is finished.

    `is_reusable` is false if a player's call still hangs in a thread; then the worker must be
    replaced.
    """

    is_reusable: bool


Message = Preparing | Thinking | Refused | Over | Done
