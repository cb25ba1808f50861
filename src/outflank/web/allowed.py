"""Which players a visitor of the web app may use.

Excluded are players that run commands or read files of the server, and options with which one
visitor could take the processor or memory from the others.
"""

from __future__ import annotations

from dataclasses import replace

from outflank.errors import OutflankError
from outflank.jobs.processes import default_workers
from outflank.players.kind import PlayerKind
from outflank.players.options import Option, format_value
from outflank.players.registry import all_players
from outflank.players.spec import PlayerSpec, parse_spec

LONGEST_SPEC = 300
"""Longest accepted player spec (such as ``engine:level=8``), in characters.

All options of a player together take far less.
"""

MOST_SECONDS = 30.0
"""Largest thinking time per move that a visitor may give a player, in seconds."""

MOST_PLAIN_SECONDS = 2.0
"""The same for the player ``plain``, whose search in pure Python slows everyone's pages."""

MOST_NODES = 1_000_000_000

COMPILED_OPTIONS = ("mobility_factor", "stability_factor")
"""Options whose values are compiled into kernels.

Each new value costs half a second of compilation and stays in the memory of the process, so they
are allowed only for players that run in a process of their own.
"""


def web_kinds() -> tuple[PlayerKind, ...]:
    """The kinds of players that a visitor may use, except humans."""
    return tuple(
        kind for kind in all_players() if not kind.takes_argument and not kind.is_interactive
    )


def web_options(kind: PlayerKind, *, is_apart: bool = False) -> tuple[Option, ...]:
    """The options of `kind` that a visitor may set, with their allowed values.

    `is_apart` is True if the player runs in a process of its own that ends with the match; then
    `COMPILED_OPTIONS` are allowed too.
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
    """The longest time in seconds that a visitor may let this player think about one move."""
    return MOST_PLAIN_SECONDS if spec.name == "plain" else MOST_SECONDS


def web_player(text: str | PlayerSpec, *, is_apart: bool = False) -> PlayerSpec:
    """Parse a player spec; raise `OutflankError` if a visitor may not use it.

    `is_apart` has the same meaning as in `web_options`.
    """
    if isinstance(text, str) and len(text) > LONGEST_SPEC:
        raise OutflankError(f"the player has {len(text)} characters; give at most {LONGEST_SPEC}")
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
    # Free text names a file, the server sizes the tables, and pondering would starve others.
    is_file = option.type is str and not option.choices
    return is_file or option.name in ("table_mb", "ponder")
