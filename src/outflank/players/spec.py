"""Player specs: one string for a player on the command line, in files, the web app and Python.

``name`` or ``name:option=value,option=value``, such as ``evaporation:until=40,random_first=2``.
Booleans are written on or off. For players with an argument everything after the colon is the
argument, such as ``python:my_player.py:MyPlayer``.
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
    """A player's name with the options given, or its argument; made by `parse_spec`."""

    name: str
    given: tuple[tuple[str, Value], ...] = ()
    argument: str = ""

    @property
    def kind(self) -> PlayerKind:
        """Its entry in the registry."""
        return find_kind(self.name)

    @property
    def values(self) -> dict[str, Value]:
        """Every option with its value, given or default."""
        defaults = {option.name: option.default for option in self.kind.all_options}
        return defaults | dict(self.given)

    def __str__(self) -> str:
        """The spec as text, which `parse_spec` parses to an equal spec."""
        options = ",".join(f"{name}={format_value(value)}" for name, value in self.given)
        rest = self.argument or options
        return f"{self.name}:{rest}" if rest else self.name


def parse_spec(text: str) -> PlayerSpec:
    """Parse a player spec."""
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
    """`spec` with options changed, such as ``"depth=8"``; a whole spec in `changes` replaces it."""
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
