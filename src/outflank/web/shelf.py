"""Run queries on the game library in threads, for pages and for the JSON interface.

A search through 100,000 games takes up to a second, too long for the event loop. Each thread has
its own database connection, and visitors take turns.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TypeVar

from outflank.errors import OutflankError
from outflank.library.database import library_path
from outflank.library.library import Library
from outflank.web.refusal import Refused
from outflank.web.turns import Turns

THREADS = 2

MOST_WAITING = 8
"""How many queries of one visitor may wait, including some of pages closed meanwhile."""

WAIT_SECONDS = 10.0
"""How long a change waits while another process writes to the library, in seconds."""

Answer = TypeVar("Answer")


class Shelf:
    """Runs queries on the library at `path` in threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._threads = ThreadPoolExecutor(THREADS, "library")
        self._turns = Turns(MOST_WAITING, places=THREADS)
        self._own = threading.local()

    @property
    def path(self) -> Path:
        """Path of the library's database file."""
        return self._path

    async def ask(self, question: Callable[[Library], Answer], *, visitor: str) -> Answer:
        """Call `question` with the library in a thread and return the result of the call.

        Visitors take turns; raises `OutflankError` if too many queries of `visitor` wait already.
        """
        try:
            await self._turns.take(visitor)
        except Refused as refusal:
            raise OutflankError(refusal.reason) from None
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._answer, question)
        finally:
            self._turns.give()

    def _answer(self, question: Callable[[Library], Answer]) -> Answer:
        library = getattr(self._own, "library", None)
        if library is None:
            library = self._own.library = Library(self._path, wait_seconds=WAIT_SECONDS)
        return question(library)

    def close(self) -> None:
        """Cancel waiting queries and stop the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


@cache
def shelf() -> Shelf:
    """The `Shelf` of this server process, for the user's library."""
    return Shelf(library_path())
