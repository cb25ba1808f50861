"""`outflank db stats`: counts of library games, and mean losses of moves from reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.cli.db_options import LanguageOption, LibraryOption, open_library, selecting
from outflank.cli.options import JsonOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from outflank.library import Selection
    from outflank.library.statistics import CountRow, LossRow


@selecting
def stats(
    selection: Selection,
    language: LanguageOption = "en",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count matching games by year, opening, player and result; show mean losses from reviews."""
    from outflank.cli.output import console, print_json

    with open_library(library) as opened:
        statistics = opened.statistics(selection, language=language)
    if as_json:
        print_json(statistics.as_dict())
        return
    out = console()
    _print_counts(out, "games", [statistics.totals])
    if not statistics.totals.games:
        return
    _print_counts(out, "year", statistics.years)
    _print_counts(out, "opening", statistics.openings)
    _print_counts(out, "player", statistics.players)
    _print_losses(out, "player", statistics.loss_by_player)
    _print_losses(out, "folder", statistics.loss_by_folder)
    _print_losses(out, "colour", statistics.loss_by_colour)
    _print_losses(out, "stage", statistics.loss_by_stage)
    if not statistics.loss_by_colour:
        out.print("No game is reviewed; run outflank db review.", style="dim")


def _print_counts(out: Console, heading: str, rows: Sequence[CountRow]) -> None:
    _print_table(
        out,
        (heading, "games", "Black won", "draws", "White won"),
        [
            (row.name, f"{row.games:,}", *map(str, (row.black_wins, row.draws, row.white_wins)))
            for row in rows
        ],
    )


def _print_losses(out: Console, heading: str, rows: Sequence[LossRow]) -> None:
    _print_table(
        out,
        (heading, "games", "moves", "mean loss"),
        [(row.name, str(row.games), str(row.moves), f"{row.mean_loss:.2f}") for row in rows],
    )


def _print_table(out: Console, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.table import Table
    from rich.text import Text

    if not rows:
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(cell or "–") for cell in row))
    out.print(table)
    out.print()
