"""`outflank players`: list all players and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outflank.cli.options import JsonOption

if TYPE_CHECKING:
    from outflank.players.options import Option


def players(as_json: JsonOption = False) -> None:
    """List all players and their options."""
    from outflank.cli.output import console, print_json
    from outflank.players.options import COMMON_OPTIONS
    from outflank.players.registry import all_players

    if as_json:
        for kind in all_players():
            print_json(
                {
                    "name": kind.name,
                    "help": kind.help,
                    "takes_argument": kind.takes_argument,
                    "options": [_as_dict(option) for option in kind.all_options],
                }
            )
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table("player", "option", "default", "meaning", box=None, header_style="dim")
    for kind in all_players():
        table.add_row(f"[bold green]{kind.name}", "", "", escape(kind.help))
        for option in kind.options:
            _add_option(table, option)
    table.add_row("", "", "", "")
    without = [kind.name for kind in all_players() if COMMON_OPTIONS[0] not in kind.all_options]
    table.add_row("[bold]every player", "", "", f"has these too, except {', '.join(without)}")
    for option in COMMON_OPTIONS:
        _add_option(table, option)
    out = console()
    out.print(table)
    out.print("\nWrite a player as name:option=value,option=value, such as evaporation:until=40.")


def _add_option(table: Any, option: Option) -> None:
    from rich.text import Text

    from outflank.players.options import format_value

    meaning = f"{option.help} ({option.allowed})"
    table.add_row("", option.name, Text(format_value(option.default)), Text(meaning))


def _as_dict(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "type": option.type.__name__,
        "default": option.default,
        "help": option.help,
        "choices": list(option.choices),
        "minimum": option.minimum,
        "maximum": option.maximum,
    }
