"""Move the games that Outflank 0.1 stored in a file of its own to the library."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from outflank.engine.review import Review
from outflank.errors import FormatError, OutflankError
from outflank.formats.wording import counted
from outflank.library.library import Library
from outflank.library.recovery import copy_to_read, move_aside, readable_rows
from outflank.play.saving import FORMAT, VERSION, session_from_dict
from outflank.web.visitor_games import is_open, packed_session

FORMER_FILE = "games.sqlite"


def move_former_games(path: Path, library: Library, tell: Callable[[str], None]) -> None:
    """Save all games and settings of the version 0.1 file at `path` to the library.

    The file is renamed at the end. Games that the library already has are skipped, so an
    interrupted move can be repeated. `tell` receives one line of summary.
    """
    if not path.exists():
        return
    games = 0
    try:
        with copy_to_read(path) as former:
            for row in sorted(readable_rows(former, "games"), key=_changed):
                games += _move(row, library)
            for row in readable_rows(former, "visitors"):
                _move_settings(row, library)
    except OSError as error:
        raise OutflankError(
            f"{path} cannot be read: {error.strerror}; move it away, or set OUTFLANK_DATA_DIR"
            " to another folder"
        ) from error
    aside = move_aside(path, "moved")
    tell(f"{counted(games, 'game')} of {path} moved to the library; the file is now {aside.name}.")


def _changed(row: dict[str, Any]) -> float:
    changed = row.get("changed")
    return changed if isinstance(changed, float) else 0.0


def _move(row: dict[str, Any], library: Library) -> bool:
    """Move one game; return False if its row is malformed."""
    try:
        if library.load(row["id"]) is None:
            session = session_from_dict(_session_values(row), allow=str)
            library.save(
                session.game,
                public_id=row["id"],
                owner=row["visitor"],
                session=packed_session(session),
                is_open=is_open(session),
                changed=_changed(row),
            )
            _move_review(row, library)
    except (FormatError, KeyError, TypeError):
        return False
    return True


def _move_review(row: dict[str, Any], library: Library) -> None:
    game_id = library.owned_by(row["visitor"]).game_id(row["id"])
    if not row["review"] or game_id is None:
        return
    # An unreadable review is dropped; it can be computed again.
    with suppress(FormatError, json.JSONDecodeError):
        review = Review.from_dict(json.loads(row["review"]), library.game(game_id))
        library.store_review(game_id, review, review.settings.name)


def _move_settings(row: dict[str, Any], library: Library) -> None:
    with suppress(KeyError, TypeError, json.JSONDecodeError, sqlite3.Error):
        if not library.settings(row["id"]):
            library.set_settings(row["id"], json.loads(row["settings"]))


def _session_values(row: dict[str, Any]) -> dict[str, Any]:
    """Convert a row of the old table to the dictionary that `session_from_dict` accepts.

    The clock of the current turn starts at 0.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "sgf": row["sgf"],
        "cursor": row["path"],
        "redo": row["path"] if row.get("redo") is None else row["redo"],
        "players": {name: row[name] for name in ("black", "white")},
        "time_control": {
            name: row[name] for name in ("move_seconds", "game_seconds", "increment_seconds")
        },
        "turn_seconds": 0.0,
        "opening_moves": row["opening_moves"],
        "is_paused": bool(row["is_paused"]),
        "is_analysing": False,
        "is_record": bool(row.get("is_record")),
    }
