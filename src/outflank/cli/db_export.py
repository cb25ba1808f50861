"""`outflank db export`: write games of the library to a file in any format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from outflank.cli.db_options import LibraryOption, open_library, selecting
from outflank.cli.options import JsonOption

if TYPE_CHECKING:
    from outflank.library import Selection


@selecting
def export(
    selection: Selection,
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="File to write.")],
    format: Annotated[
        str | None, typer.Option(help="File format; default: from the extension.")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write matching games to a file, and report what its format cannot hold."""
    from outflank.cli.output import console, print_json
    from outflank.errors import OutflankError
    from outflank.formats import find_format, losses, write_file

    chosen = find_format(format, to)
    with open_library(library) as opened:
        games = list(opened.games(selection, order="oldest"))
    if not games:
        raise OutflankError("no game matches; there is nothing to export")
    write_file(to, games, chosen.name)
    lost = losses(games, chosen)
    if as_json:
        print_json({"games": len(games), "file": str(to), "format": chosen.name, "lost": lost})
        return
    out = console()
    out.print(f"{len(games):,} games written to {to} ({chosen.title}).", markup=False)
    if lost:
        out.print(f"{chosen.title} cannot hold: {'; '.join(lost)}.", markup=False)
