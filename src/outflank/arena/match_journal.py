"""Save every finished game of a match in a journal file, so that a killed match can be resumed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from outflank.arena.entries import game_as_entry, game_of_entry, read_entries, whole_number
from outflank.arena.journal import Journal, read_journal
from outflank.arena.messages import GameTask, MatchGame

JOURNAL_FILE = "journal.jsonl"


class MatchJournal:
    """Saves the finished games of a match; `games` are those from earlier runs.

    With None as `journal` nothing is saved.
    """

    def __init__(self, journal: Journal | None, games: list[MatchGame]) -> None:
        self._journal = journal
        self.games = games

    def keep(self, game: MatchGame) -> None:
        """Save one finished game; it is on disk when this returns."""
        if self._journal is not None:
            entry = {"opening": str(game.task.opening), **game_as_entry(game)}
            self._journal.append(entry)


@contextmanager
def match_journal(
    folder: Path | None, settings: dict[str, Any], tasks: Sequence[GameTask]
) -> Iterator[MatchJournal]:
    """Open or create the journal in `folder`; it must have been written with the same `settings`.

    `tasks` are all games of the match, by number. With None as `folder` nothing is saved.
    """
    if folder is None:
        yield MatchJournal(None, [])
        return

    def read(entry: dict[str, Any]) -> MatchGame:
        task = tasks[whole_number(entry["number"], 1, len(tasks)) - 1]
        if entry["opening"] != str(task.opening):
            raise ValueError("the openings have changed")
        return game_of_entry(entry, task)

    path = folder / JOURNAL_FILE
    with Journal(path, {"match": settings}) as journal:
        yield MatchJournal(journal, read_entries(journal.entries, read, path))


def seed_of_match(folder: Path) -> int | None:
    """The random seed of the match saved in `folder`; None if there is no journal."""
    path = folder / JOURNAL_FILE
    if not path.exists():
        return None
    heading, _ = read_journal(path)
    settings = heading.get("match")
    seed = settings.get("seed") if isinstance(settings, dict) else None
    return seed if isinstance(seed, int) else None
