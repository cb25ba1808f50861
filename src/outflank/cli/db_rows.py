"""Print games of the library as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from outflank.library import GameRow


def print_rows(
    out: Console, rows: Sequence[GameRow], language: str, boards: Sequence[Text] | None = None
) -> None:
    """Print one row per game; `boards`, if given, has the final board of each game.

    `language` is the code of the language of opening names.
    """
    if not out.is_terminal:
        out.width = max(out.width, 160)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("id", justify="right", no_wrap=True)
    table.add_column("date", no_wrap=True)
    table.add_column("Black")
    table.add_column("White")
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("opening")
    table.add_column("event")
    table.add_column("folder")
    if boards is not None:
        table.add_column("board", no_wrap=True)
    for number, row in enumerate(rows):
        cells = [
            Text(str(row.id)),
            Text(row.date),
            Text(row.black or "?"),
            Text(row.white or "?"),
            Text(score_text(row)),
            Text(row.opening_name(language)),
            Text(row.event),
            Text(row.folder),
        ]
        table.add_row(*cells, *([boards[number]] if boards is not None else []))
    out.print(table)


def score_text(row: GameRow) -> str:
    """The discs of Black and White, such as ``38-26``; empty if the game has no result."""
    if row.result is None:
        return ""
    black = (64 + row.result.score) // 2
    return f"{black}-{64 - black}"
