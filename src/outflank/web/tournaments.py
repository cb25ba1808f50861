"""Read the tournaments of `outflank tournament` for the web pages.

The journal of a tournament, a file with a line for each finished game, is read again only when it
has changed. Visitors select a tournament by its id; no text of a visitor is used as a path.
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
"""Largest share of time spent reading a journal; long journals are read less often."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """Size in bytes and modification time of a journal; they change when it is written to."""

    size: int
    modified_ns: int

    @classmethod
    def of(cls, noted: NotedTournament) -> Stamp | None:
        """The stamp of a tournament's journal; None if the journal does not exist."""
        try:
            status = noted.journal.stat()
        except OSError:
            return None
        return cls(status.st_size, status.st_mtime_ns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How many games of a tournament are finished.

    `active` is the time of its last change in seconds since the epoch; None if unknown.
    """

    id: str
    name: str
    games: int
    total_games: int
    active: float | None


@dataclass(frozen=True, slots=True)
class View:
    """What a page shows of a tournament; `standings` is None if the journal cannot be read."""

    progress: Progress
    standings: Standings | None


class Watched:
    """A tournament whose progress and standings are cached for all pages that show it.

    `progress` and `view` read files, so call them in a thread, not on the event loop.
    """

    def __init__(self, noted: NotedTournament) -> None:
        self.noted = noted
        self._lock = threading.Lock()
        self._counted: tuple[Stamp | None, int] = (None, 0)
        self._viewed: tuple[Stamp | None, View] | None = None
        self._rests_until = 0.0

    def progress(self) -> Progress:
        """The progress of the tournament; the journal has a line for each finished game."""
        with self._lock:
            stamp = Stamp.of(self.noted)
            if stamp != self._counted[0]:
                self._counted = stamp, self._count()
            return self._progress(stamp, self._counted[1])

    def view(self) -> View:
        """Progress and standings; returns the same object as long as nothing changes."""
        with self._lock:
            stamp, began = Stamp.of(self.noted), time.monotonic()
            if self._viewed is not None and (stamp == self._viewed[0] or began < self._rests_until):
                return self._viewed[1]
            # The stamp is taken before reading, so that later writes are noticed.
            self._viewed = stamp, self._read(stamp)
            self._rests_until = began + (time.monotonic() - began) / READING_SHARE
            return self._viewed[1]

    def _read(self, stamp: Stamp | None) -> View:
        try:
            tournament = read_tournament(self.noted.folder, with_openings=False)
            standings = tournament.standings()
        # JSON that is not a tournament fails in many ways.
        except (OutflankError, LookupError, TypeError, ValueError, ArithmeticError):
            return View(self._progress(stamp, 0), None)
        return View(self._progress(stamp, len(tournament.games)), standings)

    def _count(self) -> int:
        """Number of games in the journal: complete lines after the header."""
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
    """All tournaments known on this machine; call the methods in a thread, as they read files."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: dict[str, Watched] = {}

    def all(self) -> list[Progress]:
        """The progress of each tournament; the one that started last comes first."""
        return [watched.progress() for watched in self._renewed()]

    def find(self, tournament_id: str) -> Watched | None:
        """The tournament with this id; None if unknown. The id may be any text of a visitor."""
        return next((each for each in self._renewed() if each.noted.id == tournament_id), None)

    def _renewed(self) -> list[Watched]:
        """Read the list of tournaments again; keep the cached data of those already known."""
        with self._lock:
            known, self._watched = self._watched, {}
            for noted in noted_tournaments():
                watched = known.get(noted.id) or Watched(noted)
                watched.noted = noted
                self._watched[noted.id] = watched
            return list(self._watched.values())


@cache
def tournaments() -> Tournaments:
    """The tournaments of this machine, cached in this process."""
    return Tournaments()
