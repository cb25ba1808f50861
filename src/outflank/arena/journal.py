"""The journal of a tournament or match: one line of JSON per finished game, synced to disk.

The first line is the heading with the settings. A killed program leaves at worst a partial last
line, which the next run truncates; all other games are complete.
"""

from __future__ import annotations

import json
import os
from io import FileIO
from pathlib import Path
from typing import Any

from outflank.bounded import MEGABYTE, read_bounded
from outflank.errors import FormatError, OutflankError
from outflank.files import make_folder, unwritable_is_an_error
from outflank.formats.wording import shown

MOST_BYTES = 1024 * MEGABYTE
"""Maximum size of a journal in bytes: enough for two million games of 500 bytes."""

NOT_OURS = "this was not written by Outflank; repair it or delete the folder"

try:
    import fcntl
except ImportError:  # Windows: simultaneous runs are not detected
    fcntl = None  # type: ignore[assignment]


class Journal:
    """An append-only file of JSON lines, opened or created at `path`.

    `heading` is its first line; a file with another heading is refused. `entries` are the other
    lines found on opening. Only one process at a time may have the file open.
    """

    def __init__(self, path: Path, heading: dict[str, Any]) -> None:
        self._path = path
        self._file = _open(path)
        try:
            lines, end = _complete_lines(read_bounded(path, MOST_BYTES))
            found, self.entries = _parsed(lines, path)
            if found is not None and found != heading:
                raise OutflankError(
                    f"{path} has games with other settings: {_difference(found, heading)}; "
                    "choose another folder, or delete this one"
                )
            self._file.seek(end)
            self._file.truncate()
            if found is None:
                self.append(heading)
        except BaseException:
            self._file.close()
            raise

    def append(self, entry: dict[str, Any]) -> None:
        """Write one entry and wait until it is on disk; an error leaves the file unchanged."""
        rest = memoryview(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
        end = self._file.seek(0, os.SEEK_END)
        with unwritable_is_an_error(self._path):
            try:
                while rest:  # a nearly full disk may write only a part
                    rest = rest[self._file.write(rest) :]
                os.fsync(self._file.fileno())
            except OSError:
                self._file.truncate(end)
                raise

    def close(self) -> None:
        """Close the file and release its lock."""
        self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def read_journal(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the heading and all complete entries, even while another process appends more."""
    lines, _ = _complete_lines(read_bounded(path, MOST_BYTES))
    heading, entries = _parsed(lines, path)
    if heading is None:
        raise FormatError("is empty; no game was started here", source=str(path))
    return heading, entries


def _open(path: Path) -> FileIO:
    make_folder(path.parent)
    if path.exists() and not path.is_file():
        raise OutflankError(f"{path} is not a regular file; choose another folder")
    with unwritable_is_an_error(path):
        file = path.open("a+b", buffering=0)
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise OutflankError(
                f"{path.parent} is in use by another run; wait for it, or choose another folder"
            ) from None
    file.seek(0)
    return file


def _complete_lines(content: bytes) -> tuple[list[bytes], int]:
    """Return the lines that end with a newline, and the byte offset after the last of them."""
    end = content.rfind(b"\n") + 1
    return content[:end].splitlines(), end


def _parsed(lines: list[bytes], path: Path) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    values = []
    for number, line in enumerate(lines, 1):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise FormatError(NOT_OURS, source=str(path), place=f"line {number}")
        values.append(value)
    return (values[0] if values else None), values[1:]


def _difference(found: dict[str, Any], wanted: dict[str, Any]) -> str:
    """Describe the first setting that differs between two headings, for an error message."""
    for key, value in wanted.items():
        if found.get(key) != value:
            if isinstance(value, dict) and isinstance(found.get(key), dict):
                return _difference(found[key], value)
            return f"{key} is {shown(found.get(key))} there and {shown(value)} here"
    return "it differs"
