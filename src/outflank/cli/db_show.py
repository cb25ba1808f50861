"""`outflank db show`: show one game of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from outflank.cli.db_options import LanguageOption, LibraryOption, open_library
from outflank.cli.options import JsonOption

if TYPE_CHECKING:
    from outflank.engine.review import Review
    from outflank.library import GameRow


def show(
    game: Annotated[int, typer.Argument(metavar="ID", help="Id of the game in the library.")],
    language: LanguageOption = "en",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a game: final board, players, opening, moves, notes and review."""
    from rich.table import Table
    from rich.text import Text

    from outflank.cli.output import console, print_json

    with open_library(library) as opened:
        row = opened.row(game)
        record = opened.game(game)
        review = opened.review(game)
    facts = row.as_dict(language)
    if as_json:
        print_json(facts | {"tags": record.tags, "losses": _losses(review)})
        return
    from outflank.cli.board_view import board_view

    out = console()
    out.print(board_view(record, out))
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in _shown(row, facts, review).items():
        table.add_row(Text(name, style="dim"), Text(value))
    out.print(table)


def _shown(row: GameRow, facts: dict[str, Any], review: Review | None) -> dict[str, str]:
    shown = {
        "id": str(row.id),
        "Black": row.black,
        "White": row.white,
        "event": row.event,
        "date": row.date,
        "result": facts["result"] or "",
        "opening": facts["opening"] or "",
        "folder": row.folder,
        "labels": ", ".join(row.labels),
        "notes": row.notes,
        "moves": facts["moves"],
        "mean loss": ", ".join(
            f"{colour} {loss:.2f}" for colour, loss in (_losses(review) or {}).items()
        ),
        "trash": "in the trash" if row.is_deleted else "",
    }
    return {name: value for name, value in shown.items() if value}


def _losses(review: Review | None) -> dict[str, float] | None:
    if review is None:
        return None
    from outflank.rules.game import BLACK, WHITE

    return {
        colour.value: round(review.side(colour).mean_loss_discs, 4) for colour in (BLACK, WHITE)
    }
