"""Writing games in any format, to bytes or to a file that is never seen half-written."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from outflank.errors import FormatError
from outflank.formats.catalogue import Format, find_format, format_named
from outflank.formats.wording import reason_of
from outflank.rules.game import Game


def write(games: Iterable[Game], format_name: str) -> bytes:
    """`games` in the format of this name, as far as it can hold them (`losses` says how far)."""
    return _write(list(games), format_named(format_name))


def write_file(path: str | Path, games: Iterable[Game], format_name: str | None = None) -> None:
    """Write `games` to the file at `path`, in the format that it ends in unless one is named.

    The file is written beside its place and then moved there, so an error leaves what was there
    before as it was.
    """
    path = Path(path)
    format = find_format(format_name, path)
    games = list(games)
    try:
        if format.write_beside is not None:
            format.write_beside(path, games)
        else:
            _replace(path, _write(games, format))
    except FormatError as error:
        raise error.located(source=str(path)) from error
    except (OSError, ValueError) as error:
        raise FormatError(
            f"cannot be written: {reason_of(error)}; check the folder and its permissions",
            source=str(path),
        ) from error


def _write(games: list[Game], format: Format) -> bytes:
    if not games:
        raise FormatError("there is no game to write; give at least one")
    return format.write(games)


def _replace(path: Path, data: bytes) -> None:
    # A link keeps its place and its target is replaced.
    path = path.resolve()
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        with suppress(OSError):
            temporary.unlink()
