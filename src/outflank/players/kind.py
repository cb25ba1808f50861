"""What the registry says about a player: its name, its options and where it is made."""

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
    the kernels; `is_interactive` ones need a person at the terminal; `takes_engine` ones get the
    `Engine` that they share with others, or None, as ``engine``.
    """

    name: str
    help: str
    factory: str
    options: tuple[Option, ...] = ()
    takes_argument: bool = False
    is_compiled: bool = False
    is_interactive: bool = False
    takes_engine: bool = False

    @property
    def all_options(self) -> tuple[Option, ...]:
        """Its own options, and those that all players share whom a program can make move."""
        if self.takes_argument or self.is_interactive:
            return self.options
        own = {option.name for option in self.options}
        return (*self.options, *(option for option in COMMON_OPTIONS if option.name not in own))

    @property
    def factory_options(self) -> tuple[Option, ...]:
        """The options that its factory takes: all but those that every player has."""
        common = {option.name for option in COMMON_OPTIONS}
        return tuple(option for option in self.options if option.name not in common)

    def option(self, name: str) -> Option:
        """The option called `name`."""
        known = {option.name: option for option in self.all_options}
        if name not in known:
            raise OutflankError(
                f"{self.name} has no option {excerpt(name)}{did_you_mean(name, known)}"
                f" Its options: {', '.join(known)}"
            )
        return known[name]
