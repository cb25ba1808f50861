"""Write games in any format, to bytes or to a file, which is replaced atomically."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from outflank.errors import FormatError
from outflank.files import write_bytes
from outflank.formats.catalogue import Format, find_format, format_named
from outflank.rules.game import Game


def write(games: Game | Iterable[Game], format_name: str) -> bytes:
    """Write one or several games in the format called `format_name`; return the bytes.

    What the format cannot store is left out; `losses` lists it.
    """
    return _write(_sequence(games), format_named(format_name))


def write_file(
    path: str | Path, games: Game | Iterable[Game], format_name: str | None = None
) -> None:
    """Write one or several games to a file.

    If `format_name` is None, the extension of the file decides the format. After an error, an
    existing file is unchanged.
    """
    path = Path(path)
    format = find_format(format_name, path)
    games = _sequence(games)
    try:
        if format.write_beside is not None:
            format.write_beside(path, games)
        else:
            write_bytes(path, _write(games, format))
    except FormatError as error:
        raise error.located(source=str(path)) from error


def _sequence(games: Game | Iterable[Game]) -> Sequence[Game]:
    if isinstance(games, Game):
        return (games,)
    return games if isinstance(games, Sequence) else tuple(games)


def _write(games: Sequence[Game], format: Format) -> bytes:
    if not games:
        raise FormatError("there is no game to write; give at least one")
    return format.write(games)
