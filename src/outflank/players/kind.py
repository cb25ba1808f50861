"""An entry in the registry of players: name, options and factory."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.errors import OutflankError
from outflank.formats.wording import excerpt
from outflank.players.options import COMMON_OPTIONS, Option, did_you_mean


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerKind:
    """One entry in the registry of players.

    `factory` is ``"module:function"``; the function takes all options of the player and ``seed`` as
    keywords and returns a `Player`. If `takes_argument`, the spec is ``name:argument`` and the
    function takes ``argument`` (a command or a file) in place of options: such players run code, so
    never accept their specs from untrusted users. `is_compiled` says that the player needs the
    kernels, `is_interactive` that it needs a person at the terminal, `takes_engine` that the
    function also takes ``engine``, a shared `Engine` or None.
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
        """The player's own options and the common ones.

        Players with an argument, and people, do not have the common options.
        """
        if self.takes_argument or self.is_interactive:
            return self.options
        own = {option.name for option in self.options}
        return (*self.options, *(option for option in COMMON_OPTIONS if option.name not in own))

    @property
    def factory_options(self) -> tuple[Option, ...]:
        """The options that are passed to the factory: all but the common ones."""
        common = {option.name for option in COMMON_OPTIONS}
        return tuple(option for option in self.options if option.name not in common)

    def option(self, name: str) -> Option:
        """The option called `name`; raises `OutflankError` if there is none."""
        known = {option.name: option for option in self.all_options}
        if name not in known:
            raise OutflankError(
                f"{self.name} has no option {excerpt(name)}{did_you_mean(name, known)}"
                f" Its options: {', '.join(known)}"
            )
        return known[name]
