"""Worker process for imports and exports: ``python -m outflank.web.library_worker``.

Standard input: one line of JSON with the task, then the content of the files that this line lists,
in the same order. Output of an import: lines of JSON ``{"share": …, "games": …}`` for progress,
then ``{"report": …}``. Output of an export: one line ``{"lost": […]}`` with what the format cannot
store, then the bytes of the file. Both print ``{"error": …}`` on failure.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any, BinaryIO

from outflank.errors import OutflankError
from outflank.formats import format_named, losses, write
from outflank.library.importing import Advance, NameFiles
from outflank.library.library import Library
from outflank.library.selection import Selection
from outflank.web.file_worker import bound_this_process
from outflank.web.limits import Limits

BATCH_GAMES = 512
"""Games per transaction of an import; other visitors cannot save until it ends."""

NAME_EXTENSIONS = {".jou": "players", ".trn": "tournaments"}
"""Extensions of the files that hold the names of a WTHOR base, and what they name."""


def main() -> None:
    """Run the task described in the first line of standard input, then exit."""
    wanted = json.loads(sys.stdin.buffer.readline())
    bound_this_process(Limits(**wanted["limits"]), wanted["seconds"])
    try:
        with Library(wanted["library"]) as library:
            if wanted["task"] == "import":
                _import(library, wanted, sys.stdin.buffer)
            else:
                _export(library, wanted)
    except OutflankError as error:
        _say(error=_without_path(str(error), wanted["library"]))
    except (MemoryError, RecursionError):
        _say(error="this takes too much memory; give fewer games")


def _say(**values: Any) -> None:
    print(json.dumps(values), flush=True)


def _without_path(line: str, path: str) -> str:
    """Replace the library's path on the server in an error message, which visitors will see."""
    return line.replace(path, "the library")


# Import


def _import(library: Library, wanted: dict[str, Any], stream: BinaryIO) -> None:
    bounds = Limits(**wanted["limits"])
    room = room_for(library, wanted["owner"], bounds)
    with tempfile.TemporaryDirectory() as folder:
        files = [_write(Path(folder), name, stream.read(size)) for name, size in wanted["files"]]
        *name_files, games = files
        names = {NAME_EXTENSIONS[file.suffix.lower()]: file for file in name_files}

        def told(advance: Advance) -> None:
            _say(share=advance.done_bytes / max(advance.total_bytes, 1), games=advance.games)

        report = library.import_paths(
            [games],
            folder=wanted["folder"],
            owner=wanted["owner"],
            names=NameFiles(**names),
            most_games=room,
            batch_games=BATCH_GAMES,
            progress=told,
        )
        values = report.as_dict()
        values["problems"] = [line.replace(f"{folder}/", "") for line in report.problems]
    _say(report=values)


def room_for(library: Library, owner: str, bounds: Limits) -> int:
    """How many more games a visitor may import; raises if the visitor's games are too large."""
    usage = library.owned_by(owner).usage()
    if usage.bytes >= bounds.imported_bytes:
        raise OutflankError(
            f"your games take {usage.bytes:,} bytes, and {bounds.imported_bytes:,} are allowed;"
            " delete some and empty the trash first"
        )
    of_all = bounds.visitors_games - library.visitors_games()
    return max(min(bounds.imported_games - usage.games, of_all), 0)


def _write(folder: Path, name: str, data: bytes) -> Path:
    """Write a visitor's file to `folder` under a sanitised form of its name; return its path."""
    plain = re.sub(r"[^\w.\- ]", "_", name)[-80:].lstrip(". ") or "games"
    file = folder / plain
    file.write_bytes(data)
    return file


# Export


def _export(library: Library, wanted: dict[str, Any]) -> None:
    games = list(library.games(Selection(ids=tuple(wanted["ids"]), owners=tuple(wanted["owners"]))))
    chosen = format_named(wanted["format"])
    data = write(games, chosen.name)
    _say(lost=losses(games, chosen))
    sys.stdout.buffer.write(data)


if __name__ == "__main__":
    main()
