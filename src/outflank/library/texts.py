"""Full-text search over names, notes and labels.

Words match by prefix, ignoring case and accents. Chinese and Japanese have no spaces, so each of
their characters counts as a word, and a run of them as a phrase.
"""

from __future__ import annotations

import enum
import re
import sqlite3
from collections.abc import Sequence

_WIDE = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f"
_WIDE_CHARACTER = re.compile(f"([{_WIDE}])")
_TERM = re.compile(rf"[{_WIDE}]+|[^\W{_WIDE}]+")

MOST_TERMS = 12
"""Maximum number of words in a search; further words are ignored."""


class Kind(enum.IntEnum):
    """What an indexed text belongs to. The row number of a text is ``4 * id + kind``."""

    PLAYER = 0
    EVENT = 1
    GAME = 2


def set_text(connection: sqlite3.Connection, kind: Kind, item: int, text: str) -> None:
    """Replace the indexed text of a player, event or game with id `item`; '' removes it."""
    number = 4 * item + kind
    connection.execute("delete from texts where rowid = ?", (number,))
    if text.strip():
        connection.execute("insert into texts (rowid, words) values (?, ?)", (number, spaced(text)))


def add_texts(connection: sqlite3.Connection, kind: Kind, texts: Sequence[tuple[int, str]]) -> None:
    """Index the texts of new players, events or games, given as pairs of id and text."""
    connection.executemany(
        "insert into texts (rowid, words) values (?, ?)",
        ((4 * item + kind, spaced(text)) for item, text in texts if text.strip()),
    )


def spaced(text: str) -> str:
    """`text` with spaces around every Chinese or Japanese character."""
    return _WIDE_CHARACTER.sub(r" \1 ", text)


def terms_of(text: str) -> list[str]:
    """Split a search text into FTS5 expressions: phrases whose last word matches as a prefix."""
    terms = _TERM.findall(text)[:MOST_TERMS]
    return [f'"{spaced(term).strip()}"*' for term in terms]


def items_with(connection: sqlite3.Connection, term: str, kind: Kind) -> list[int]:
    """Ids of the players, events or games whose text matches `term`, an item of `terms_of`."""
    rows = connection.execute(
        "select rowid >> 2 from texts where texts match ? and rowid & 3 = ?", (term, int(kind))
    )
    return [item for (item,) in rows]
