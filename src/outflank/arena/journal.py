"""The journal of a tournament: every game on a line of its own, on disk before the next counts.

The first line says what is being played. A program that is killed leaves at worst half a line at
the end, which the next one cuts off; all other games are there.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, BinaryIO

from outflank.errors import FormatError, OutflankError

try:
    import fcntl
except ImportError:  # Windows: two runs at a time are then not noticed
    fcntl = None  # type: ignore[assignment]


class Journal:
    """An append-only file of JSON values; `entries` are those that were there when it was opened.

    One process at a time may have it open.
    """

    def __init__(self, path: Path, heading: dict[str, Any]) -> None:
        self._file = _open(path)
        try:
            lines, end = _complete_lines(self._file.read())
            found, self.entries = _parsed(lines, path)
            if found is not None and found != heading:
                raise OutflankError(
                    f"{path} is of another tournament: {_difference(found, heading)}; "
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
        """Write one entry; when this returns it is on the disk."""
        self._file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let others open it."""
        self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def read_journal(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The heading and the entries so far, also while another process writes more."""
    try:
        lines, _ = _complete_lines(path.read_bytes())
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", source=str(path)) from error
    heading, entries = _parsed(lines, path)
    if heading is None:
        raise FormatError("is empty; no tournament was begun here", source=str(path))
    return heading, entries


def _open(path: Path) -> BinaryIO:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b", buffering=0)
    except OSError as error:
        raise OutflankError(f"{path} cannot be written: {error.strerror}") from error
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
    """The lines that were written to their end, and where that is."""
    end = content.rfind(b"\n") + 1
    return content[:end].splitlines(), end


def _parsed(lines: list[bytes], path: Path) -> tuple[Any, list[dict[str, Any]]]:
    values = []
    for number, line in enumerate(lines, 1):
        try:
            values.append(json.loads(line))
        except ValueError:
            raise FormatError(
                "this is not what Outflank wrote; mend it or delete the folder",
                source=str(path),
                place=f"line {number}",
            ) from None
    return (values[0] if values else None), values[1:]


def _difference(found: Any, wanted: dict[str, Any]) -> str:
    """The first thing in which two headings differ."""
    if isinstance(found, dict):
        for key, value in wanted.items():
            if found.get(key) != value:
                if isinstance(value, dict) and isinstance(found.get(key), dict):
                    return _difference(found[key], value)
                return f"{key} is {found.get(key)!r} there and {value!r} here"
    return "it differs"
