"""The journal of a match: its games on disk as they end, so that a killed match can go on."""

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
    """The games of a match that are over: `games` from earlier runs, `keep` for the next ones.

    Without a journal on disk nothing is found and nothing kept.
    """

    def __init__(self, journal: Journal | None, games: list[MatchGame]) -> None:
        self._journal = journal
        self.games = games

    def keep(self, game: MatchGame) -> None:
        """Write one game; when this returns it is on the disk."""
        if self._journal is not None:
            entry = {"opening": str(game.task.opening), **game_as_entry(game)}
            self._journal.append(entry)


@contextmanager
def match_journal(
    folder: Path | None, settings: dict[str, Any], tasks: Sequence[GameTask]
) -> Iterator[MatchJournal]:
    """Open the journal of the match in `folder`, begun with the same `settings`, or begin one."""
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
    """The seed of the match whose journal is in `folder`, or None if no match was begun there."""
    path = folder / JOURNAL_FILE
    if not path.exists():
        return None
    heading, _ = read_journal(path)
    settings = heading.get("match")
    seed = settings.get("seed") if isinstance(settings, dict) else None
    return seed if isinstance(seed, int) else None
