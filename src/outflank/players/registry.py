"""Every player there is, by name.

A player is registered with the path of its factory, which is imported when the player is made: the
list of players costs nothing to show, and what is compiled is loaded only for those who need it.
"""

from __future__ import annotations

from dataclasses import dataclass

from outflank.errors import OutflankError
from outflank.formats.wording import excerpt
from outflank.players.options import COMMON_OPTIONS, Option, did_you_mean


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerKind:
    """One entry of the registry.

    `factory` is ``"module:function"``; the function gets every option of the player and ``seed`` as
    keywords and returns a `Player`. With `takes_argument`, the spec is the name, a colon and one
    text (a command, a file) that the function gets as ``argument`` instead of options: such players
    run what the spec says, so a spec from a stranger must not be one. `is_compiled` players need
    the kernels; `is_interactive` ones need a person at the terminal.
    """

    name: str
    help: str
    factory: str
    options: tuple[Option, ...] = ()
    takes_argument: bool = False
    is_compiled: bool = False
    is_interactive: bool = False

    @property
    def all_options(self) -> tuple[Option, ...]:
        """Its own options, and those that all players share whom a program can make move."""
        if self.takes_argument or self.is_interactive:
            return self.options
        return (*self.options, *COMMON_OPTIONS)

    def option(self, name: str) -> Option:
        """The option called `name`."""
        known = {option.name: option for option in self.all_options}
        if name not in known:
            raise OutflankError(
                f"{self.name} has no option {excerpt(name)}{did_you_mean(name, known)}"
                f" Its options: {', '.join(known)}"
            )
        return known[name]


_STRATEGIES = "outflank.players.strategies"

_PLAYERS: tuple[PlayerKind, ...] = (
    PlayerKind(
        name="human",
        help="a person at the terminal",
        factory="outflank.players.human:make_human",
        is_interactive=True,
    ),
    PlayerKind(
        name="random",
        help="any legal move",
        factory=f"{_STRATEGIES}:make_random",
    ),
    PlayerKind(
        name="greedy",
        help="the most discs",
        factory=f"{_STRATEGIES}:make_greedy",
    ),
    PlayerKind(
        name="corner-greedy",
        help="a corner, else the most discs",
        factory=f"{_STRATEGIES}:make_corner_greedy",
    ),
    PlayerKind(
        name="stable-disc",
        help="the most discs that never turn again",
        factory=f"{_STRATEGIES}:make_stable_disc",
    ),
    PlayerKind(
        name="roxanne",
        help="the best square by the Roxanne table",
        factory=f"{_STRATEGIES}:make_roxanne",
    ),
    PlayerKind(
        name="mobility",
        help="leaves the opponent the fewest moves",
        factory=f"{_STRATEGIES}:make_mobility",
    ),
    PlayerKind(
        name="evaporation",
        help="few discs early, many late",
        factory=f"{_STRATEGIES}:make_evaporation",
        options=(
            # Against random 62 % at 16 (the figure of report 000), 52 % at 32, 49 % at 48.
            Option(
                "until",
                int,
                16,
                "discs on the board from which it takes many",
                minimum=0,
                maximum=64,
            ),
        ),
    ),
    PlayerKind(
        name="parity",
        help="squares in rows and columns with an odd number of empties",
        factory=f"{_STRATEGIES}:make_parity",
    ),
    PlayerKind(
        name="python",
        help="your own: python:FILE.py:NAME, a class or function that gives a Player",
        factory="outflank.players.own:make_own",
        takes_argument=True,
    ),
)


def all_players() -> tuple[PlayerKind, ...]:
    """Every player, in the order of the list that people see."""
    return _PLAYERS


def find_kind(name: str) -> PlayerKind:
    """The player called `name`."""
    known = {kind.name: kind for kind in _PLAYERS}
    if name not in known:
        raise OutflankError(
            f"there is no player {excerpt(name)}{did_you_mean(name, known)}"
            f" Players: {', '.join(known)}"
        )
    return known[name]
