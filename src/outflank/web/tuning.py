"""The tuning page's settings of report 000's player, and the match that measures them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from outflank.errors import OutflankError
from outflank.players.options import Option, Value, format_value
from outflank.players.registry import find_kind
from outflank.web.matches import Match, Matches

PLAYER = "alphabeta"
"""The player to tune; its default options are the final configuration of report 000."""

SWITCHES = ("history", "corners", "weights", "mobility")
CHOICES = ("avoid", "stability", "evaporation")
"""Options of the player with more than two values to choose from."""


@dataclass(frozen=True, slots=True)
class Range:
    """The range of a slider on the page and its initial value."""

    least: int
    most: int
    step: int
    default: int


FACTORS = {
    "mobility_factor": Range(0, 200, 10, 50),
    "stability_factor": Range(0, 200, 10, 50),
    "width": Range(2, 64, 2, 64),
}
"""Options with a slider: two factors of the evaluation, and how many moves are searched."""

DEPTHS = Range(1, 5, 1, 4)
GAMES = Range(20, 200, 20, 100)
"""Number of games of the match.

200 games take seconds at depth 4, and minutes if each move takes `MOVE_SECONDS`.
"""

MOVE_SECONDS = 0.05


def option(name: str) -> Option:
    """The option of the tuned player with this name."""
    return find_kind(PLAYER).option(name)


@dataclass(slots=True)
class Tuning:
    """The settings to try: search depth, and options whose value differs from the report's."""

    depth: int = DEPTHS.default
    changed: dict[str, Value] = field(default_factory=dict)

    def set(self, name: str, value: Value) -> None:
        """Set an option of the player.

        An option with the report's value is not kept in `changed`.
        """
        if name not in (*SWITCHES, *CHOICES, *FACTORS):
            raise OutflankError(f"{name} cannot be tuned here")
        if value == option(name).default:
            self.changed.pop(name, None)
        else:
            self.changed[name] = option(name).read(format_value(value))

    @property
    def spec(self) -> str:
        """Player spec with the settings to try."""
        return _spec({"depth": self.depth, **self.changed})

    @property
    def report_spec(self) -> str:
        """Player spec with the report's settings at the same depth."""
        return _spec({"depth": self.depth})

    def command(self, games: int) -> str:
        """The `outflank match` command line that plays the same match."""
        return f"outflank match {self.spec} {self.report_spec} --games {games}"

    def start(self, matches: Matches, visitor: str, games: int) -> Match:
        """Start a match between the settings to try and the report's settings."""
        if not self.changed:
            raise OutflankError("these are the report's own settings; change one")
        if not DEPTHS.least <= self.depth <= DEPTHS.most:
            raise OutflankError(
                f"depth {self.depth} is out of range; give {DEPTHS.least} to {DEPTHS.most}"
            )
        return matches.start(
            visitor,
            self.spec,
            self.report_spec,
            games=games,
            move_seconds=MOVE_SECONDS,
            most_games=GAMES.most,
        )


def _spec(options: Mapping[str, Value]) -> str:
    given = ",".join(f"{name}={format_value(value)}" for name, value in options.items())
    return f"{PLAYER}:{given}"
