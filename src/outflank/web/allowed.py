"""Which players a visitor may have: all that neither run commands, nor read files, nor take all."""

from __future__ import annotations

from dataclasses import replace

from outflank.errors import OutflankError
from outflank.jobs.processes import default_workers
from outflank.players.kind import PlayerKind
from outflank.players.options import Option, format_value
from outflank.players.registry import all_players
from outflank.players.spec import PlayerSpec, parse_spec

LONGEST_SPEC = 300
"""Characters; far more than all options of a player take."""

MOST_SECONDS = 30.0
"""A move."""

MOST_PLAIN_SECONDS = 2.0
"""A move of a search in plain Python, which slows the pages of all visitors down meanwhile."""

MOST_NODES = 1_000_000_000

COMPILED_OPTIONS = ("mobility_factor", "stability_factor")
"""Each value is compiled anew, for half a second, and stays in the memory of its process."""


def web_kinds() -> tuple[PlayerKind, ...]:
    """The players that a visitor may have, people left out."""
    return tuple(
        kind for kind in all_players() if not kind.takes_argument and not kind.is_interactive
    )


def web_options(kind: PlayerKind, *, is_apart: bool = False) -> tuple[Option, ...]:
    """The options that a visitor may give to a player, with the values that are allowed.

    With `is_apart` the player has a process of its own, which ends with its work.
    """
    options = (
        replace(option, choices=("on", "off")) if option.name == "book" else option
        for option in kind.all_options
    )
    return tuple(
        option
        for option in options
        if not _is_kept_from_visitors(option) and (is_apart or option.name not in COMPILED_OPTIONS)
    )


def most_seconds(spec: PlayerSpec) -> float:
    """The longest that a player may think about a move."""
    return MOST_PLAIN_SECONDS if spec.name == "plain" else MOST_SECONDS


def web_player(text: str | PlayerSpec, *, is_apart: bool = False) -> PlayerSpec:
    """The player that `text` describes, if a visitor may have it; `is_apart` as above."""
    if isinstance(text, str) and len(text) > LONGEST_SPEC:
        raise OutflankError(f"a player of {len(text)} characters; give {LONGEST_SPEC} at most")
    spec = parse_spec(text) if isinstance(text, str) else text
    if spec.kind not in web_kinds():
        known = ", ".join(kind.name for kind in web_kinds())
        raise OutflankError(f"{spec.name} cannot play here; players: {known}")
    allowed = {option.name: option for option in web_options(spec.kind, is_apart=is_apart)}
    highest = {"time": most_seconds(spec), "nodes": MOST_NODES, "threads": default_workers()}
    for name, value in spec.given:
        if name not in allowed:
            raise OutflankError(f"{spec.name}: {name} cannot be chosen here; leave it out")
        allowed[name].read(format_value(value))
    for name, value in spec.values.items():
        if name in highest and isinstance(value, int | float) and value > highest[name]:
            raise OutflankError(
                f"{spec.name}: {name}={value} is too much here; give at most {highest[name]:g}"
            )
    return spec


def _is_kept_from_visitors(option: Option) -> bool:
    # A free text names a file. Tables are the server's own. Pondering would take turns from
    # others.
    is_file = option.type is str and not option.choices
    return is_file or option.name in ("table_mb", "ponder")
