"""Player specs: strings that describe a player, on the command line, in files, on the web, in
Python.

A spec is ``name`` or ``name:option=value,option=value``, such as
``evaporation:until=40,random_first=2``. Booleans are written on or off. For players that take an
argument, everything after the colon is the argument, such as ``python:my_player.py:MyPlayer``.
"""

from __future__ import annotations

from dataclasses import dataclass

from outflank.errors import OutflankError
from outflank.formats.wording import excerpt
from outflank.players.kind import PlayerKind
from outflank.players.options import Value, format_value
from outflank.players.registry import find_kind


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A parsed spec: the name of the player, and the options that were given, or its argument.

    Use `parse_spec` to make one.
    """

    name: str
    given: tuple[tuple[str, Value], ...] = ()
    argument: str = ""

    @property
    def kind(self) -> PlayerKind:
        """The registry entry of this player."""
        return find_kind(self.name)

    @property
    def values(self) -> dict[str, Value]:
        """The value of every option, given or default, by name."""
        defaults = {option.name: option.default for option in self.kind.all_options}
        return defaults | dict(self.given)

    def __str__(self) -> str:
        """The spec as text; `parse_spec` reads it back as an equal spec."""
        options = ",".join(f"{name}={format_value(value)}" for name, value in self.given)
        rest = self.argument or options
        return f"{self.name}:{rest}" if rest else self.name


def parse_spec(text: str) -> PlayerSpec:
    """Parse a player spec; raises `OutflankError` for unknown names, options and values."""
    name, _, rest = text.partition(":")
    kind = find_kind(name.strip().lower())
    rest = rest.strip()
    if kind.takes_argument:
        if not rest:
            raise OutflankError(f"{kind.name} needs an argument after its colon: {kind.help}")
        return PlayerSpec(kind.name, argument=rest)
    given: dict[str, Value] = {}
    for part in rest.split(",") if rest else ():
        option_name, equals, value = (piece.strip() for piece in part.partition("="))
        option = kind.option(option_name)
        if not equals:
            raise OutflankError(
                f"{kind.name}: {option_name} needs a value: {option_name}=…, {option.allowed}"
            )
        if option_name in given:
            raise OutflankError(f"{option_name} is given twice in {excerpt(text)}; give it once")
        given[option_name] = _read(kind, option_name, value)
    # Registry order, so that equal players have equal specs.
    ordered = tuple(
        (option.name, given[option.name]) for option in kind.all_options if option.name in given
    )
    return PlayerSpec(kind.name, ordered)


def changed_spec(spec: str, changes: str) -> str:
    """Change options of `spec`: `changes` is a list of options, such as ``"depth=8"``.

    If `changes` is a whole spec, it replaces `spec`.
    """
    name, _, _ = changes.partition(":")
    if "=" not in name:
        return str(parse_spec(changes))
    before = parse_spec(spec)
    if before.kind.takes_argument:
        raise OutflankError(f"{before.name} has no options to change; name a player instead")
    after = parse_spec(f"{before.name}:{changes}")
    changed = PlayerSpec(before.name, tuple((dict(before.given) | dict(after.given)).items()))
    return str(parse_spec(str(changed)))


def _read(kind: PlayerKind, option_name: str, value: str) -> Value:
    try:
        return kind.option(option_name).read(value)
    except OutflankError as error:
        raise OutflankError(f"{kind.name}: {error}") from None
