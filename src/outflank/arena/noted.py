"""Tournaments that were played on this machine, so that others than their players find them.

`outflank tournament` notes each one when it begins or goes on; the web app shows their tables.
Every note is a file of its own in the user's data folder, so two tournaments that begin at once do
not overwrite each other, and a damaged note hides no other.
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
    """A tournament that was begun: where it is kept, its games in all, and when it last started.

    `started` counts seconds since 1970.
    """

    folder: Path
    name: str
    total_games: int
    started: float

    @property
    def id(self) -> str:
        """A short text that stands for the folder without telling its name."""
        return hashlib.sha256(str(self.folder).encode("utf-8", "surrogateescape")).hexdigest()[:12]

    @property
    def journal(self) -> Path:
        """Where its games are."""
        return self.folder / JOURNAL_FILE


def note_tournament(tournament: NotedTournament) -> None:
    """Put a tournament on the list, and take off what is gone, damaged or too long ago."""
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
    """Those whose folder is still there, the one that was started last first."""
    return _newest((data_folder() / NOTES_FOLDER).glob("*.json"))


def _newest(files: Iterable[Path]) -> list[NotedTournament]:
    notes = [note for file in files if (note := _read_note(file)) is not None]
    return sorted(notes, key=lambda note: -note.started)[:MOST_NOTED]


def _read_note(file: Path) -> NotedTournament | None:
    """What a note says; None if that is no tournament, or none that is still there."""
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
