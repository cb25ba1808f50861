"""Tournament plans, read from TOML files and validated.

::

    name = "Sunday cup"
    system = "round-robin"     # or "gauntlet", "swiss"
    pairs = 5                  # openings of every encounter, each played twice
    openings = "xot"           # as in outflank match
    seed = 1
    anchor = "random"          # has 0 Elo; default: the mean of all players is 0
    think_seconds = 0.02       # time per move of searching players without their own limit
    move_seconds = 5.0         # exceeding it loses; also game_seconds, increment_seconds
    challengers = ["me"]       # gauntlet: these meet all others
    rounds = 5                 # swiss

    [players]
    random = "random"
    me = "engine"
"""

from __future__ import annotations

import enum
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank.arena.match import match_player
from outflank.arena.openings import BALANCED_OPENINGS
from outflank.bounded import MEGABYTE, read_bounded
from outflank.errors import FormatError, OutflankError
from outflank.formats.wording import excerpt, shown
from outflank.play.time_control import TimeControl
from outflank.players.options import did_you_mean
from outflank.players.spec import PlayerSpec, parse_spec

MOST_BYTES = 1 * MEGABYTE
"""Maximum size of a plan file in bytes."""

MOST_PLAYERS = 200
MOST_PAIRS = 100_000
MOST_DEPTH = 64
LIMITS = {"time", "depth", "nodes", "level"}
"""Player options that limit a search; if one is given, ``think_seconds`` does not apply."""


class System(enum.Enum):
    """The pairing systems of tournaments."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player of a tournament: its name in tables, and its spec, such as ``engine:level=5``."""

    name: str
    spec: PlayerSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The settings of a tournament. `anchor` and `challengers` are player numbers.

    Players are numbered from 0 in the order of the file. `pairs` is the number of openings per
    encounter, each played twice. The anchor is the player whose rating is 0.
    """

    name: str
    system: System
    entrants: tuple[Entrant, ...]
    pairs: int
    openings: str
    seed: int
    time_control: TimeControl
    anchor: int | None = None
    challengers: tuple[int, ...] = ()
    rounds: int = 1

    def as_dict(self) -> dict[str, Any]:
        """All settings that determine the games, as a dictionary for JSON that `plan_of` reads."""
        return {
            "name": self.name,
            "system": self.system.value,
            "players": {entrant.name: str(entrant.spec) for entrant in self.entrants},
            "pairs": self.pairs,
            "openings": self.openings,
            "seed": self.seed,
            **self.time_control.as_dict(),
            "anchor": None if self.anchor is None else self.entrants[self.anchor].name,
            "challengers": [self.entrants[player].name for player in self.challengers],
            "rounds": self.rounds,
        }


def read_plan(path: Path) -> Plan:
    """Read and validate the TOML file at `path`; its name is the default name of the tournament."""
    try:
        return parse_plan(read_bounded(path, MOST_BYTES), name=path.stem)
    except FormatError as error:
        raise error.located(source=str(path)) from None
    except OutflankError as error:
        raise FormatError(str(error), source=str(path)) from None


def parse_plan(data: bytes, *, name: str = "tournament") -> Plan:
    """Parse and validate the bytes of a TOML file; `name` is the tournament's default name."""
    try:
        content = tomllib.loads(data.decode())
    except RecursionError:
        raise FormatError("is not TOML: its brackets are nested too deep") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"is not TOML: {error}") from None
    return plan_of(content, name=name)


def plan_of(content: Mapping[str, Any], *, name: str = "tournament") -> Plan:
    """Make a plan from the keys of a TOML file; `name` is the default name of the tournament."""
    keys = _Keys(content)
    think_seconds = keys.seconds("think_seconds")
    entrants = _entrants(keys, think_seconds)
    names = [entrant.name for entrant in entrants]
    system = keys.choice("system", [system.value for system in System], System.ROUND_ROBIN.value)
    anchor = keys.text("anchor", "")
    plan = Plan(
        name=keys.text("name", name),
        system=System(system),
        entrants=entrants,
        pairs=keys.number("pairs", 1, 1, MOST_PAIRS),
        openings=keys.text("openings", BALANCED_OPENINGS),
        seed=keys.number("seed", 1, 0, 2**63),
        time_control=_time_control(keys),
        anchor=_index(anchor, names, "anchor") if anchor else None,
        challengers=tuple(
            _index(challenger, names, "challengers") for challenger in keys.texts("challengers")
        ),
        rounds=keys.number("rounds", _default_rounds(system, len(names)), 1, 1_000),
    )
    keys.refuse_others()
    if (plan.system is System.GAUNTLET) != bool(plan.challengers):
        raise FormatError(
            f"system = {system!r} with {len(plan.challengers)} challengers is invalid; "
            "a gauntlet needs challengers, other systems have none"
        )
    different = len(set(plan.challengers))
    if different < len(plan.challengers) or different == len(names):
        raise FormatError("challengers must be different players, and not all players")
    if plan.system is not System.SWISS and plan.rounds != 1:
        raise FormatError(f"rounds = {plan.rounds} is for system = 'swiss'; use pairs instead")
    return plan


def _default_rounds(system: str, players: int) -> int:
    """Default number of rounds: in a Swiss tournament, enough to leave one player undefeated."""
    return math.ceil(math.log2(players)) if system == System.SWISS.value else 1


def _entrants(keys: _Keys, think_seconds: float | None) -> tuple[Entrant, ...]:
    players = keys.table("players")
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise FormatError(
            f"[players] has {len(players)} players; name 2 to {MOST_PLAYERS}, "
            'each a line such as: greedy = "greedy"'
        )
    entrants = []
    for name, text in players.items():
        if not isinstance(text, str):
            raise FormatError(
                f"players.{excerpt(name)[1:-1]} = {shown(text)} is not a player; "
                "write its spec in quotes"
            )
        try:
            spec = match_player(parse_spec(text))
        except OutflankError as error:
            raise FormatError(f"players.{excerpt(name)[1:-1]} = {excerpt(text)}: {error}") from None
        entrants.append(Entrant(name=name, spec=_limited(spec, think_seconds)))
    return tuple(entrants)


def _limited(spec: PlayerSpec, think_seconds: float | None) -> PlayerSpec:
    """Add the option ``time=<think_seconds>`` to a player, unless it already has a search limit."""
    options = {option.name: option for option in spec.kind.options}
    given = {name for name, _ in spec.given}
    if think_seconds is None or "time" not in options or given & LIMITS:
        return spec
    limits = f"time={think_seconds}"
    if "depth" in options and options["depth"].default is not None:
        # Otherwise its default depth would end searches early.
        limits += f",depth={MOST_DEPTH}"
    return parse_spec(f"{spec}{',' if spec.given else ':'}{limits}")


def _time_control(keys: _Keys) -> TimeControl:
    move, game = keys.seconds("move_seconds"), keys.seconds("game_seconds")
    increment = keys.seconds("increment_seconds", least=0.0) or 0.0
    if move is None and game is None:
        return TimeControl(increment_seconds=increment)
    return TimeControl(move_seconds=move, game_seconds=game, increment_seconds=increment)


def _index(name: str, names: list[str], key: str) -> int:
    if name not in names:
        raise FormatError(
            f"{key}: {excerpt(name)} is not one of the players{did_you_mean(name, names)}"
        )
    return names.index(name)


class _Keys:
    """Takes keys out of a TOML table and checks their types; a wrong value raises `FormatError`."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self._left = dict(content)
        self._known: list[str] = []

    def text(self, key: str, default: str) -> str:
        """The value of `key`, which must be a non-empty string; `default` if missing."""
        value = self._take(key, default)
        if not isinstance(value, str) or (not value.strip() and value != default):
            raise FormatError(f"{key} = {shown(value)} is not a text; write it in quotes")
        return value

    def choice(self, key: str, choices: list[str], default: str) -> str:
        """The value of `key`, which must be one of `choices`; `default` if missing."""
        value = self._take(key, default)
        if value not in choices:
            raise FormatError(f"{key} = {shown(value)} is not one of {', '.join(choices)}")
        return str(value)

    def number(self, key: str, default: int, least: int, most: int) -> int:
        """The value of `key`, an integer from `least` to `most`; `default` if missing."""
        value = self._take(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise FormatError(
                f"{key} = {shown(value)} is not a whole number from {least} to {most}"
            )
        return value

    def seconds(self, key: str, least: float = 0.001) -> float | None:
        """The value of `key`, a time of at least `least` seconds; None if missing."""
        value = self._take(key, None)
        if value is None:
            return None
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not least <= value < math.inf:
            raise FormatError(
                f"{key} = {shown(value)} is not a time; give {least:g} seconds or more"
            )
        return float(value)

    def texts(self, key: str) -> list[str]:
        """The value of `key`, which must be a list of strings; an empty list if missing."""
        value = self._take(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise FormatError(f'{key} = {shown(value)} is not a list; write ["one", "two"]')
        return value

    def table(self, key: str) -> dict[str, Any]:
        """The value of `key`, which must be a TOML table; an empty one if missing."""
        value = self._take(key, {})
        if not isinstance(value, dict):
            raise FormatError(
                f"{key} = {shown(value)} is not a table; write [{key}] and a line for each"
            )
        return value

    def refuse_others(self) -> None:
        """Raise `FormatError` if the table has keys that no method has taken."""
        for key in self._left:
            raise FormatError(f"there is no key {excerpt(key)}{did_you_mean(key, self._known)}")

    def _take(self, key: str, default: Any) -> Any:
        self._known.append(key)
        return self._left.pop(key, default)
