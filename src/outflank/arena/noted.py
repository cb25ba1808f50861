"""A list of the tournaments played on this machine, for the web app.

`outflank tournament` writes a note when a tournament starts or resumes. Every note is a separate
file in the user's data folder, so simultaneous tournaments do not overwrite each other's notes, and
a damaged note does not hide others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from outflank.arena.tournament import JOURNAL_FILE
from outflank.errors import OutflankError
from outflank.files import make_folder, read_json, unwritable_is_an_error, write_json
from outflank.jobs.user_data import data_folder

MOST_NOTED = 50
NOTES_FOLDER = "tournaments"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedTournament:
    """One tournament of the list: its folder, name, total number of games, and last start.

    `started` is in seconds since 1970.
    """

    folder: Path
    name: str
    total_games: int
    started: float

    @property
    def id(self) -> str:
        """A short hash of the folder's path, for URLs that do not reveal the path."""
        return hashlib.sha256(str(self.folder).encode("utf-8", "surrogateescape")).hexdigest()[:12]

    @property
    def journal(self) -> Path:
        """The journal file of this tournament, which holds its games."""
        return self.folder / JOURNAL_FILE


def note_tournament(tournament: NotedTournament) -> None:
    """Add a tournament to the list; drop damaged notes and those whose folder is missing.

    Only the latest `MOST_NOTED` tournaments are kept.
    """
    folder = data_folder() / NOTES_FOLDER
    note = {
        "folder": str(tournament.folder),
        "name": tournament.name,
        "total_games": tournament.total_games,
        "started": tournament.started,
    }
    make_folder(folder)
    write_json(folder / f"{tournament.id}.json", note)
    with unwritable_is_an_error(folder):
        files = list(folder.glob("*.json"))
        kept = {f"{noted.id}.json" for noted in _newest(files)}
        for file in files:
            if file.name not in kept:
                file.unlink(missing_ok=True)


def noted_tournaments() -> list[NotedTournament]:
    """The listed tournaments whose folder still exists, latest start first."""
    return _newest((data_folder() / NOTES_FOLDER).glob("*.json"))


def _newest(files: Iterable[Path]) -> list[NotedTournament]:
    notes = [note for file in files if (note := _read_note(file)) is not None]
    return sorted(notes, key=lambda note: -note.started)[:MOST_NOTED]


def _read_note(file: Path) -> NotedTournament | None:
    """Read the note of a tournament; None if it is damaged or the folder is missing."""
    try:
        content = read_json(file)
        note = NotedTournament(
            folder=Path(content["folder"]),
            name=str(content["name"]),
            total_games=int(content["total_games"]),
            started=float(content["started"]),
        )
        return note if file.stem == note.id and note.folder.is_dir() else None
    except (OutflankError, OSError, ValueError, TypeError, LookupError):
        return None
