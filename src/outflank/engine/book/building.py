"""Build an opening book: search the most useful missing positions until the time is up.

The searches run on any executor (processes or a cluster). Each finished position is written to a
journal at once, and to the book file about every minute. So a build that is killed loses only the
searches that were running, and the same command continues it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from outflank.engine.book import file as book_files
from outflank.engine.book.canonical import Key, key_of, position_of_key
from outflank.engine.book.entry import UNIT
from outflank.engine.book.expanding import Searched, expand
from outflank.engine.book.graph import BookGraph, different_moves, link_of
from outflank.engine.book.journal import Journal, journal_of, replay
from outflank.engine.book.priority import most_wanted
from outflank.engine.book.settings import BuildSettings
from outflank.errors import OutflankError
from outflank.rules.position import Position
from outflank.rules.squares import Square

_Value: TypeAlias = tuple[int, int, int]
"""A position's value for the side to move in 1/`UNIT` disc, the depth of its search in plies, and
the index of its confidence level.
"""

SAVE_SECONDS = 60.0
"""Seconds between two writes of the book file. The interval becomes 20 times the duration of a
write if that is longer.
"""

PLANNED_SHARE = 0.02
"""How many positions are planned at once, relative to the size of the book. After these, the
priorities are computed anew.
"""

LEAST_PLANNED = 8

LOOK_SECONDS = 0.2
"""A build checks the clock and whether it was stopped at least every so many seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildState:
    """Progress of a build; `score` is the score of the start position, in discs for Black."""

    positions: int
    added: int
    seconds: float
    score: float

    def as_dict(self) -> dict[str, Any]:
        """The state as a dictionary for JSON."""
        return asdict(self)


class Builder:
    """Builds the book at `path`, or continues it if it exists, up to `most_positions` positions."""

    def __init__(
        self, path: Path, settings: BuildSettings, *, most_positions: int | None = None
    ) -> None:
        self._path = path
        self._settings = settings
        self._most_positions = most_positions
        self._journal = Journal(journal_of(path))
        self.graph = book_files.load(path).graph() if path.exists() else BookGraph()
        self.resumed = replay(journal_of(path), self.graph)
        self.graph.card |= {"settings": settings.as_dict()}
        self.is_stopped = False
        self._planned: list[Key] = []
        self._leaves: dict[Key, _Value] = {}
        self._running: dict[Future[list[Searched]], tuple[Key, list[Searched]]] = {}

    def stop(self) -> None:
        """Begin no further search; running searches finish. May be called by a signal handler."""
        self.is_stopped = True

    def run(
        self,
        executor: Executor,
        workers: int,
        seconds: float,
        progress: Callable[[BuildState], None] | None = None,
    ) -> BuildState:
        """Add positions to the book for `seconds`, then save it.

        `executor` runs the searches and has `workers` workers. `progress` is called several times a
        second.
        """
        started = saved = time.monotonic()
        before, saving_seconds = len(self.graph), 0.0
        is_saved = False
        try:
            while True:
                if not self.is_stopped and time.monotonic() - started < seconds:
                    self._submit(executor, workers)
                if not self._running:
                    break
                self._collect()
                if progress is not None:
                    progress(self._state(before, started))
                if time.monotonic() - saved > max(SAVE_SECONDS, 20 * saving_seconds):
                    saved = time.monotonic()
                    self._save()
                    saving_seconds = time.monotonic() - saved
            self._save()
            is_saved = True
        except BrokenExecutor:
            raise OutflankError(
                "a search process has died, perhaps out of memory; "
                "run the same command again to continue"
            ) from None
        finally:
            for future in self._running:
                future.cancel()
            self._journal.close(is_needless=is_saved)
        return self._state(before, started)

    def _state(self, before: int, started: float) -> BuildState:
        root = self.graph.positions.get(key_of(Position.start()))
        return BuildState(
            positions=len(self.graph),
            added=len(self.graph) - before,
            seconds=time.monotonic() - started,
            score=root.value / UNIT if root else 0.0,
        )

    def _save(self) -> None:
        book_files.save(self.graph, self._path)
        self._journal.clear()

    # What to search

    def _submit(self, executor: Executor, workers: int) -> None:
        """Submit searches until there are two for each worker, so that no worker waits."""
        most = 2 * workers
        if self._most_positions is not None:
            most = min(most, self._most_positions - len(self.graph))
        while len(self._running) < most:
            if not self._planned:
                self._plan()
            if not self._planned:
                return
            key = self._planned.pop()
            known, squares = self._known_moves(key)
            best = max((value for _, value, _, _ in known), default=None)
            future = executor.submit(expand, key, squares, best, self._settings)
            self._running[future] = key, known

    def _plan(self) -> None:
        """Choose the positions to search next;
        `_planned` has them in ascending order of priority.
        """
        self.graph.negamax()
        self._leaves = {
            move.child: (move.sign * move.value, move.depth, move.selectivity)
            for position in self.graph.positions.values()
            for move in position.moves
            if move.depth > self._settings.depth
        }
        count = max(int(len(self.graph) * PLANNED_SHARE), LEAST_PLANNED)
        running = {key for key, _ in self._running.values()}
        wanted = most_wanted(self.graph, self._settings, count + len(running))
        self._planned = [key for key in reversed(wanted) if key not in running]

    def _known_moves(self, key: Key) -> tuple[list[Searched], tuple[Square, ...]]:
        """Divide the moves of a position into those whose value the book knows,
        and those to search.
        """
        position = position_of_key(key)
        known, unknown = [], []
        for square in different_moves(position):
            child, sign = link_of(position, square)
            found = self.graph.positions.get(child)
            if found is not None:
                known.append((square, sign * found.value, found.depth + 1, found.selectivity))
            elif child in self._leaves:
                value, depth, selectivity = self._leaves[child]
                known.append((square, sign * value, depth, selectivity))
            else:
                unknown.append(square)
        return known, tuple(unknown)

    def _collect(self) -> None:
        """Wait for searches and add the positions whose searches have finished to the book."""
        done, _ = wait(self._running, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
        for future in done:
            searched = future.result()
            key, known = self._running.pop(future)
            self._journal.add(key, known + searched)
            self.graph.add(key, known + searched)
