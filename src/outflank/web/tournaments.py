"""Tournaments that `outflank tournament` plays, as pages show them: read only when they change.

Visitors name a tournament by the id of its note; nothing that they send is ever a path.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from functools import cache

from outflank.arena.noted import NotedTournament, noted_tournaments
from outflank.arena.standings import Standings
from outflank.arena.tournament import read_tournament
from outflank.errors import OutflankError

READING_SHARE = 0.1
"""The part of the time that a journal may be read in: the table of a huge one is less often new."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells that a journal was written to."""

    size: int
    modified_ns: int

    @classmethod
    def of(cls, noted: NotedTournament) -> Stamp | None:
        """That of a tournament's journal; None if there is none."""
        try:
            status = noted.journal.stat()
        except OSError:
            return None
        return cls(status.st_size, status.st_mtime_ns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a tournament is; `active` is when it last changed, None if nobody knows."""

    id: str
    name: str
    games: int
    total_games: int
    active: float | None


@dataclass(frozen=True, slots=True)
class View:
    """What a page shows of one tournament: its table, or None if the journal cannot be read."""

    progress: Progress
    standings: Standings | None


class Watched:
    """One tournament; all pages that show it share what was read.

    `progress` and `view` read files, and are to be called in a thread.
    """

    def __init__(self, noted: NotedTournament) -> None:
        self.noted = noted
        self._lock = threading.Lock()
        self._counted: tuple[Stamp | None, int] = (None, 0)
        self._viewed: tuple[Stamp | None, View] | None = None
        self._rests_until = 0.0

    def progress(self) -> Progress:
        """How far it is, by the lines of its journal alone."""
        with self._lock:
            stamp = Stamp.of(self.noted)
            if stamp != self._counted[0]:
                self._counted = stamp, self._count()
            return self._progress(stamp, self._counted[1])

    def view(self) -> View:
        """Its table; the very same object as long as nothing is new."""
        with self._lock:
            stamp, began = Stamp.of(self.noted), time.monotonic()
            if self._viewed is not None and (stamp == self._viewed[0] or began < self._rests_until):
                return self._viewed[1]
            # Looked at before it is read: what is written meanwhile is found the next time.
            self._viewed = stamp, self._read(stamp)
            self._rests_until = began + (time.monotonic() - began) / READING_SHARE
            return self._viewed[1]

    def _read(self, stamp: Stamp | None) -> View:
        try:
            tournament = read_tournament(self.noted.folder, with_openings=False)
            standings = tournament.standings()
        # What is JSON but no tournament fails in many ways.
        except (OutflankError, LookupError, TypeError, ValueError, ArithmeticError):
            return View(self._progress(stamp, 0), None)
        return View(self._progress(stamp, len(tournament.games)), standings)

    def _count(self) -> int:
        """Lines written to their end, without the heading."""
        try:
            return max(self.noted.journal.read_bytes().count(b"\n") - 1, 0)
        except OSError:
            return 0

    def _progress(self, stamp: Stamp | None, games: int) -> Progress:
        return Progress(
            id=self.noted.id,
            name=self.noted.name,
            games=games,
            total_games=self.noted.total_games,
            active=stamp.modified_ns / 1e9 if stamp else None,
        )


class Tournaments:
    """All tournaments that are noted on this machine; its methods are to be called in a thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: dict[str, Watched] = {}

    def all(self) -> list[Progress]:
        """How far each is, the one that was started last first."""
        return [watched.progress() for watched in self._renewed()]

    def find(self, tournament_id: str) -> Watched | None:
        """The one with this id, which may be any text."""
        return next((each for each in self._renewed() if each.noted.id == tournament_id), None)

    def _renewed(self) -> list[Watched]:
        """What is on the list now, with what was read of it before."""
        with self._lock:
            known, self._watched = self._watched, {}
            for noted in noted_tournaments():
                watched = known.get(noted.id) or Watched(noted)
                watched.noted = noted
                self._watched[noted.id] = watched
            return list(self._watched.values())


@cache
def tournaments() -> Tournaments:
    """Those of this machine, as this process has read them."""
    return Tournaments()
