"""`outflank db search`: find library games by text, fields and positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from outflank.cli.db_options import LanguageOption, LibraryOption, open_library, selecting
from outflank.cli.options import JsonOption

if TYPE_CHECKING:
    from rich.text import Text

    from outflank.library import GameRow, Library, Selection


@selecting
def search(
    selection: Selection,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="Maximum number of rows.")] = 20,
    skip: Annotated[int, typer.Option(min=0, help="Number of rows to skip.")] = 0,
    order: Annotated[
        str, typer.Option(help="Sort by date (newest first), oldest, changed, score or id.")
    ] = "date",
    boards: Annotated[bool, typer.Option("--boards", help="Show the final boards.")] = False,
    language: LanguageOption = "en",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """List matching games, newest first."""
    from outflank.cli.output import console, print_json

    with open_library(library) as opened:
        rows = opened.search(selection, order=order, limit=limit, offset=skip)
        count = opened.count(selection)
        pictures = _boards(opened, rows) if boards and not as_json else None
    if as_json:
        print_json({"count": count, "games": [row.as_dict(language) for row in rows]})
        return
    from outflank.cli.db_rows import print_rows

    out = console()
    if rows:
        print_rows(out, rows, language, pictures)
    shown = "" if count == len(rows) else f", {len(rows)} shown"
    out.print(f"{count:,} {'game' if count == 1 else 'games'}{shown}.", style="dim")


def _boards(library: Library, rows: list[GameRow]) -> list[Text]:
    from outflank.cli.board_view import board_text
    from outflank.cli.output import console

    out = console()
    return [board_text(library.game(row.id), out) for row in rows]
