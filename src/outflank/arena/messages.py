"""Messages between a match and its worker processes, pickled over pipes."""

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
    """The name of a player in records: its spec, or the name of an object."""
    return str(player) if isinstance(player, PlayerSpec) else player.name


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTask:
    """A game to play: players, seeds, opening and time control.

    A player object, in contrast to a spec, plays only in this process and ignores the seed.
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
    """The player of this colour is being made."""

    colour: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Thinking:
    """The player of this colour is to move, after `moves` since the opening."""

    colour: Colour
    moves: tuple[Square, ...]
    seconds: tuple[float, ...]
    limit_seconds: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A player cannot be made in any game, for example because its file is missing."""

    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchGame:
    """A finished game of a match; `moves` and their `seconds` are those since the opening.

    Much smaller than a `Game`: a match may have 10,000 of them.
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
        """Disc difference for the first player of the match."""
        return self.result.score if self.task.first_is_black else -self.result.score

    @property
    def first(self) -> SideStatistics:
        """Statistics of the first player of the match."""
        return self.black if self.task.first_is_black else self.white

    @property
    def second(self) -> SideStatistics:
        """Statistics of the second player of the match."""
        return self.white if self.task.first_is_black else self.black

    def side(self, colour: Colour) -> SideStatistics:
        """Statistics of one side."""
        return self.black if colour is BLACK else self.white

    def as_dict(self) -> dict[str, Any]:
        """The game in types that JSON knows."""
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
        """The game with all its moves and notes."""
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
    """The game is over; the players are not notified and closed yet."""

    game: MatchGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """The process is ready for the next game, unless a stuck thread makes it unusable."""

    is_reusable: bool


Message = Preparing | Thinking | Refused | Over | Done
