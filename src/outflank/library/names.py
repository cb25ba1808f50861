"""Tables of players, events, folders and labels: each name is stored once and has a number."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from outflank.errors import OutflankError
from outflank.library.texts import Kind, add_texts

MOST_PLACES = 500
"""Maximum number of placeholders used in one SQL statement; old versions of SQLite allow 999."""

EVERYONE = ""
"""The owner of folders that everyone sees; visitors of the web app are owners with names."""

LONGEST_NAME = 500
"""Maximum length of a stored name in characters; longer names are cut."""

_TEXT_KINDS = {"players": Kind.PLAYER, "events": Kind.EVENT}


def numbers_of(connection: sqlite3.Connection, table: str, names: Iterable[str]) -> dict[str, int]:
    """The row number of every name in `table`; names that are not there yet are added."""
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
    """The form in which a name is stored: cut to `LONGEST_NAME` characters.

    Lone surrogates, which UTF-8 cannot encode, become "?".
    """
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
    """Split `values` into parts of at most `size` values, few enough for one SQL statement."""
    return (values[start : start + size] for start in range(0, len(values), size))


def places(values: Sequence[Any]) -> str:
    """SQL placeholders, one question mark for each value, such as ``?, ?, ?``."""
    return ", ".join("?" * len(values))


# Folders


def folder_number(connection: sqlite3.Connection, path: str, owner: str = EVERYONE) -> int:
    """The row number of the folder `path` of `owner`, which is created if missing."""
    path = clean_folder(path)
    connection.execute("insert or ignore into folders (owner, path) values (?, ?)", (owner, path))
    row = connection.execute(
        "select id from folders where owner = ? and path = ?", (owner, path)
    ).fetchone()
    return int(row[0])


def owner_of(connection: sqlite3.Connection, folder: int) -> str:
    """The owner of the folder with this row number."""
    row = connection.execute("select owner from folders where id = ?", (folder,)).fetchone()
    return str(row[0]) if row else EVERYONE


def is_everyones(connection: sqlite3.Connection, folder: int) -> bool:
    """Whether everyone sees the folder with this row number, and not only one visitor."""
    return owner_of(connection, folder) == EVERYONE


def clean_folder(path: str) -> str:
    """A folder's path without needless slashes and spaces; a name that is too long is an error."""
    names = [name.strip() for name in path.split("/")]
    cleaned = "/".join(name for name in names if name)
    if len(cleaned) > LONGEST_NAME or any(not character.isprintable() for character in cleaned):
        raise OutflankError(
            f"folder {cleaned[:24]!r}… cannot be used: a name has at most {LONGEST_NAME}"
            " printable characters"
        )
    return cleaned
