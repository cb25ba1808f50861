"""The journal of a book build: the positions found since the book file was last saved.

It has one line per position. An incomplete last line is ignored, so that a kill in the middle of a
write loses only that position.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import BinaryIO

from outflank.engine.book.canonical import Key
from outflank.engine.book.expanding import Searched
from outflank.engine.book.graph import BookGraph
from outflank.errors import OutflankError
from outflank.files import read_bytes, unwritable_is_an_error


def journal_of(book: Path) -> Path:
    """The path of the journal, which is in the same folder as the book."""
    return book.with_name(book.name + ".journal")


class Journal:
    """The open journal file; it is locked, so that only one process can build a book at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with unwritable_is_an_error(path):
            self._file: BinaryIO = path.open("ab")
        _lock(self._file, path)

    def add(self, key: Key, searched: list[Searched]) -> None:
        """Append a position with its searched moves; it survives if this process is killed."""
        with unwritable_is_an_error(self._path):
            self._file.write(json.dumps([f"{key:032x}", searched]).encode() + b"\n")
            self._file.flush()

    def clear(self) -> None:
        """Empty the journal. Call after the book file was saved."""
        with unwritable_is_an_error(self._path):
            self._file.truncate(0)

    def close(self, *, is_needless: bool) -> None:
        """Close the journal, and delete it if `is_needless`,
        because the book file has everything.
        """
        if is_needless:
            self._path.unlink(missing_ok=True)
        self._file.close()


def replay(path: Path, graph: BookGraph) -> int:
    """Add the positions of the journal at `path` to `graph`; return their number."""
    if not path.exists():
        return 0
    count = 0
    for line in read_bytes(path).split(b"\n")[:-1]:
        try:
            key, searched = json.loads(line)
            moves = [tuple(map(int, move)) for move in searched]
            graph.add(int(key, 16), [(move[0], move[1], move[2], move[3]) for move in moves])
        except (ValueError, TypeError, IndexError, OutflankError):
            break  # a line that a power cut damaged, and all after it
        count += 1
    return count


def _lock(file: BinaryIO, path: Path) -> None:
    """Lock the journal; raises `OutflankError` if another process has locked it.

    Does nothing on Windows, which lacks these locks.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise OutflankError(
            f"another process is building this book ({path.name} is in use); wait for its end"
        ) from None
