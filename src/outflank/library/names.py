"""Players, events, folders and labels: names that are stored once and referred to by number."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from outflank.errors import OutflankError
from outflank.library.texts import Kind, add_texts

MOST_PLACES = 500
"""Most values of one statement; the oldest versions of SQLite allow 999."""

EVERYONE = ""
"""The owner of shared games; visitors of the web app have names."""

LONGEST_NAME = 500
"""Longer names are cut to this many characters."""

_TEXT_KINDS = {"players": Kind.PLAYER, "events": Kind.EVENT}


def numbers_of(connection: sqlite3.Connection, table: str, names: Iterable[str]) -> dict[str, int]:
    """The number of every name in `table`; new names are added."""
    stored_as = {name: _storable(name) for name in names}
    wanted = set(stored_as.values())
    known = _known(connection, table, wanted)
    added = sorted(wanted - known.keys())
    if added:
        connection.executemany(
            f"insert into {table} (name) values (?)", ((name,) for name in added)
        )
        numbers = _known(connection, table, added)
        known |= numbers
        if table in _TEXT_KINDS:
            texts = [(number, name) for name, number in numbers.items()]
            add_texts(connection, _TEXT_KINDS[table], texts)
    return {name: known[stored] for name, stored in stored_as.items()}


def _storable(name: str) -> str:
    """`name` cut to `LONGEST_NAME`; lone surrogates, which UTF-8 cannot encode, become "?"."""
    return name[:LONGEST_NAME].encode(errors="replace").decode()


def _known(connection: sqlite3.Connection, table: str, names: Iterable[str]) -> dict[str, int]:
    known: dict[str, int] = {}
    for part in parts_of(sorted(names)):
        rows = connection.execute(
            f"select name, id from {table} where name in ({places(part)})", part
        )
        known.update(rows.fetchall())
    return known


def parts_of(values: Sequence[Any], size: int = MOST_PLACES) -> Iterator[Sequence[Any]]:
    """`values` in parts of at most `size`, enough for one statement."""
    return (values[start : start + size] for start in range(0, len(values), size))


def places(values: Sequence[Any]) -> str:
    """A question mark for each value."""
    return ", ".join("?" * len(values))


# Folders


def folder_number(connection: sqlite3.Connection, path: str, owner: str = EVERYONE) -> int:
    """The number of a folder, which is created if missing."""
    path = clean_folder(path)
    connection.execute("insert or ignore into folders (owner, path) values (?, ?)", (owner, path))
    row = connection.execute(
        "select id from folders where owner = ? and path = ?", (owner, path)
    ).fetchone()
    return int(row[0])


def owner_of(connection: sqlite3.Connection, folder: int) -> str:
    """The owner of a folder."""
    row = connection.execute("select owner from folders where id = ?", (folder,)).fetchone()
    return str(row[0]) if row else EVERYONE


def is_everyones(connection: sqlite3.Connection, folder: int) -> bool:
    """Whether all users of the library share a folder."""
    return owner_of(connection, folder) == EVERYONE


def clean_folder(path: str) -> str:
    """A folder's path without needless slashes and spaces."""
    names = [name.strip() for name in path.split("/")]
    cleaned = "/".join(name for name in names if name)
    if len(cleaned) > LONGEST_NAME or any(not character.isprintable() for character in cleaned):
        raise OutflankError(
            f"folder {cleaned[:24]!r}… cannot be used: a name has at most {LONGEST_NAME}"
            " printable characters"
        )
    return cleaned
