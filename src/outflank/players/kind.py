"""Registry entry of a player: its name, options and factory."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.errors import OutflankError
from outflank.formats.wording import excerpt
from outflank.players.options import COMMON_OPTIONS, Option, did_you_mean


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerKind:
    """One entry of the registry.

    `factory` is ``"module:function"``; the function takes all options of the player and ``seed`` as
    keywords and returns a `Player`. With `takes_argument` the spec is ``name:argument``, and the
    function takes ``argument`` (a command or a file) instead of options: such players run code, so
    never accept their specs from untrusted users. `is_compiled` players need the kernels;
    `is_interactive` players need a person at the terminal; `takes_engine` players take a shared
    `Engine`, or None, as ``engine``.
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
        """Its own options and the common ones, which players with an argument and people lack."""
        if self.takes_argument or self.is_interactive:
            return self.options
        own = {option.name for option in self.options}
        return (*self.options, *(option for option in COMMON_OPTIONS if option.name not in own))

    @property
    def factory_options(self) -> tuple[Option, ...]:
        """The options passed to its factory: all but the common ones."""
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
