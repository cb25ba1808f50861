"""The page of all commands, generated from the help texts of the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

INTRODUCTION = """# Command line

Every command with its arguments and options, from its own `--help`. Results are also printed as
JSON with `--json` where that option is listed. Exit codes: 0 done, 2 an error of the user (one line
on standard error), 130 interrupted by Ctrl-C.

A `POSITION` or `GAME` is anything that Outflank reads: a transcript (`f5d6c3`), a board of 64
squares, a file in any [format](../formats.md), or `start`. A `SPEC` is a player: see
`outflank players`.
"""


def page() -> str:
    """The reference of all commands as Markdown."""
    return INTRODUCTION + "".join(_section(path, command) for path, command in commands())


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with its full name, such as ``outflank db import``."""
    from typer.main import get_command

    from outflank.cli.main import app

    def walk(path: str, command: Any) -> Iterator[tuple[str, Any]]:
        if hasattr(command, "commands"):
            for name, child in command.commands.items():
                yield from walk(f"{path} {name}", child)
        else:
            yield path, command

    yield from walk("outflank", get_command(app))


def _section(path: str, command: Any) -> str:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option"]
    usage = " ".join(
        [path, *(_metavar(each) for each in arguments), *(["[OPTIONS]"] * bool(options))]
    )
    parts = [f"\n## {path}\n", f"{_text(command.help)}\n", f"```text\n{usage}\n```\n"]
    if arguments:
        parts.append(_table("argument", [(_metavar(each), each) for each in arguments]))
    if options:
        parts.append(_table("option", [(_names(each), each) for each in options]))
    return "\n".join(parts)


def _table(title: str, rows: list[tuple[str, Any]]) -> str:
    lines = [f"| {title} | meaning | default |", "|---|---|---|"]
    for name, parameter in rows:
        cells = (f"`{name}`", _text(parameter.help or ""), _default(parameter))
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _metavar(parameter: Any) -> str:
    name = parameter.metavar or parameter.name.upper()
    name = f"{name}..." if parameter.nargs == -1 and not name.endswith("...") else name
    return name if parameter.required or name.startswith("[") else f"[{name}]"


def _names(parameter: Any) -> str:
    names = ", ".join([*parameter.opts, *parameter.secondary_opts])
    if parameter.is_flag:
        return names
    kind = parameter.metavar or (
        "NUMBER" if isinstance(parameter.default, int | float) else "VALUE"
    )
    return f"{names} {kind}"


def _default(parameter: Any) -> str:
    default = parameter.default
    shown = getattr(default, "value", default)
    if parameter.required:
        return "required"
    is_plain = isinstance(shown, int | float | str) and not isinstance(shown, bool)
    return f"`{shown}`" if is_plain and shown != "" else ""


def _text(text: str | None) -> str:
    """A help text as Markdown: paragraphs kept, lines joined, typer's markers gone."""
    paragraphs = re.split(r"\n\s*\n", (text or "").replace("\b", "").strip())
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
