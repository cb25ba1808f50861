"""`outflank db explore`: the moves that library games played in a position, with results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from outflank.cli.db_options import LanguageOption, LibraryOption, open_library, parse_range
from outflank.cli.options import JsonOption, PositionArgument

if TYPE_CHECKING:
    from rich.console import Console

    from outflank.library import Exploration
    from outflank.library.game_facts import Totals


def explore(
    position: PositionArgument = "start",
    player: Annotated[str, typer.Option(help="Only games of this player, on either side.")] = "",
    mover: Annotated[str, typer.Option(help="Only games with this player to move.")] = "",
    year: Annotated[
        str | None, typer.Option(metavar="YEAR[-YEAR]", help="Such as 1997, 1990-1999 or 1990-.")
    ] = None,
    min_rating: Annotated[
        float | None, typer.Option(help="Minimum rating of both players, in Elo.")
    ] = None,
    folder: Annotated[str | None, typer.Option(help="Only games of this folder tree.")] = None,
    language: LanguageOption = "en",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show which moves library games played in a position, with their results.

    Games that reach the position rotated, mirrored or by another move order count too.
    """
    from outflank.cli.output import console, print_json
    from outflank.formats import read
    from outflank.library import ExplorerFilter

    reading = read(position)
    first_year, last_year = parse_range(year, "-", "year")
    only = ExplorerFilter(
        player=player,
        mover=mover,
        first_year=first_year,
        last_year=last_year,
        least_rating=min_rating,
        folder=folder,
    )
    with open_library(library) as opened:
        found = opened.explore(reading.position, only)
    if as_json:
        print_json(found.as_dict(language))
        return
    from outflank.cli.board_view import board_view

    out = console()
    game = reading.games[0]
    game.go_to(reading.node)
    out.print(board_view(game, out))
    _print_moves(out, found, language)
    if found.games:
        from outflank.cli.db_rows import print_rows

        print_rows(out, found.games, language)


def _print_moves(out: Console, found: Exploration, language: str) -> None:
    from rich.table import Table
    from rich.text import Text

    from outflank.rules.squares import square_name

    if not out.is_terminal:
        out.width = max(out.width, 160)
    name = f"{found.opening.name(language)}: " if found.opening else ""
    out.print(f"{name}{found.totals.games:,} games", style="bold", markup=False)
    if not found.moves:
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("move", no_wrap=True)
    for heading in ("games", "Black", "draw", "White", "mean", "years", "engine"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("strongest players")
    table.add_column("opening")
    for move in found.moves:
        totals = move.totals
        table.add_row(
            square_name(move.move),
            f"{totals.games:,}",
            *_percentages(totals),
            "" if totals.mean_score is None else f"{totals.mean_score:+.1f}",
            f"{totals.first_year}–{totals.last_year}" if totals.last_year else "",
            "" if move.score is None else f"{move.score:+.1f}",
            Text(", ".join(_player_text(player) for player in move.strongest)),
            Text(move.opening.name(language) if move.opening else ""),
        )
    out.print(table)
    out.print(
        "Mean scores are in discs for Black, engine scores for the side to move.", style="dim"
    )


def _player_text(player: Any) -> str:
    rating = "" if player.rating is None else f" {player.rating:+.0f}"
    return f"{player.name}{rating} ({player.games})"


def _percentages(totals: Totals) -> list[str]:
    counts = (totals.black_wins, totals.draws, totals.white_wins)
    return [f"{100 * count / sum(counts):.0f} %" if sum(counts) else "" for count in counts]
