"""`outflank convert`: convert games and positions between file formats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.options import JsonOption

LOST_OF_WTHOR = "theoretical scores and the numbers of players and tournaments"
"""What is lost when a WTHOR file is converted: no other format can store it."""


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="File in any format, or the text of a game.")
    ],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="File to write; - for standard output.")
    ],
    to: Annotated[
        str | None, typer.Option("--to", help="Output format; default: from the extension.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Convert games and positions, and report what the new format cannot hold."""
    import sys

    from outflank.cli.output import notices, print_json
    from outflank.formats import find_format, losses, read, write, write_file
    from outflank.formats.wthor import NAME_FILES, base_path, copy_base, format_wthor, read_base

    reading = read(source)
    chosen = find_format(to, target)
    is_copy = reading.format == chosen.name == "wthor"
    lost = [] if is_copy else losses(reading.games, chosen)
    if reading.format == "wthor" and not is_copy:
        lost.append(LOST_OF_WTHOR)
    files = [target]
    if str(target) == "-":
        copied = format_wthor(read_base(source.strip()).base) if is_copy else b""
        sys.stdout.buffer.write(copied or write(reading.games, chosen.name))
        sys.stdout.buffer.flush()
    elif is_copy:
        files = copy_base(source.strip(), target)
    else:
        write_file(target, reading.games, chosen.name)
        if chosen.name == "wthor":
            base = base_path(target)
            files = [*(base.with_suffix(suffix) for suffix, _ in NAME_FILES), base]
    if as_json and str(target) != "-":
        print_json(
            {
                "read": reading.format,
                "games": len(reading.games),
                "written": chosen.name,
                "file": str(target),
                "files": [str(file) for file in files],
                "lost": lost,
            }
        )
        return
    out = notices()
    beside = ", ".join(file.name for file in files[:-1])
    also = f", names in {beside}" if beside else ""
    out.print(f"Read {reading.description}; wrote {chosen.title}{also}.", markup=False)
    if lost:
        out.print(f"{chosen.title} cannot hold: {'; '.join(lost)}.", markup=False)
