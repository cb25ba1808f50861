"""`outflank book show` and `outflank book stats`: moves and statistics of an opening book."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.book_options import BookArgument, opened
from outflank.cli.options import JsonOption, PositionArgument


def show(
    position: PositionArgument = "start",
    book: Annotated[
        Path | None,
        typer.Option("--book", metavar="FILE", help="Book file; default: the shipped book."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show a book's moves for a position, best first; rotated and mirrored positions count too."""
    from outflank.cli.output import console, print_json
    from outflank.engine.book.statistics import best_line
    from outflank.formats import read
    from outflank.formats.boards import node_as_dict

    found = opened(book)
    node = read(position).node
    entry = found.find(node.position)
    if as_json:
        print_json(node_as_dict(node) | {"book": entry.as_dict() if entry else None})
        return
    out = console()
    if entry is None:
        out.print("This position is not in the book.")
        return
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("move", no_wrap=True)
    for heading in ("score", "depth", "confidence"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("line of the book")
    for move in entry.moves:
        after = node.position.play(move.move)
        line = "".join(map(str, best_line(found, after))) if move.is_linked else ""
        table.add_row(
            str(move.move), f"{move.score:+.2f}", str(move.depth), f"{move.confidence} %", line
        )
    out.print(table)


def stats(book: BookArgument = None, as_json: JsonOption = False) -> None:
    """Show the size, build settings and best line of a book."""
    from outflank.cli.output import console, print_json
    from outflank.engine.book.statistics import statistics_of

    figures = statistics_of(opened(book))
    if as_json:
        print_json(figures.as_dict())
        return
    out = console()
    out.print(
        f"{figures.positions:,} positions with {figures.moves:,} moves, {figures.links:,} of them "
        "links to other positions.",
        markup=False,
    )
    if figures.score is not None:
        line = "".join(map(str, figures.line))
        out.print(
            f"Start position: {figures.score:+.2f} at {figures.depth} plies: {line}",
            markup=False,
            soft_wrap=True,
        )
    by_plies = ", ".join(f"{plies}: {count:,}" for plies, count in figures.by_plies.items())
    out.print(f"Positions by moves played: {by_plies}", markup=False, soft_wrap=True)
    for name, value in figures.card.items():
        if isinstance(value, dict):
            value = ", ".join(f"{key} {part}" for key, part in value.items())
        out.print(f"{name}: {value}", markup=False, soft_wrap=True)
