"""`outflank convert`: from any format into any other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.options import JsonOption


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="A file in any format, or the text of a game.")
    ],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="The file to write; - for standard output.")
    ],
    to: Annotated[
        str | None, typer.Option("--to", help="Its format, where the name does not tell.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Convert games and positions, and say what the new format cannot hold."""
    import sys

    from outflank.cli.output import notices, print_json
    from outflank.formats import find_format, losses, read, write, write_file

    reading = read(source)
    chosen = find_format(to, target)
    lost = losses(reading.games, chosen)
    if str(target) == "-":
        sys.stdout.buffer.write(write(reading.games, chosen.name))
    else:
        write_file(target, reading.games, chosen.name)
    if as_json and str(target) != "-":
        print_json(
            {
                "read": reading.format,
                "games": len(reading.games),
                "written": chosen.name,
                "file": str(target),
                "lost": lost,
            }
        )
        return
    out = notices()
    out.print(f"Read {reading.description}; wrote {chosen.title}.", markup=False)
    if lost:
        out.print(f"{chosen.title} cannot hold: {'; '.join(lost)}.", markup=False)
