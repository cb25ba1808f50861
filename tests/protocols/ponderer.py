"""A player that thinks as long as it may, without kernels to load: python:ponderer.py:Ponderer."""

from __future__ import annotations

import threading
import time

from outflank.players.searching import SearchPlayer
from outflank.rules.position import Position
from outflank.search.limit import Limit
from outflank.search.result import ScoreUnit, SearchProgress, SearchResult

PONDERER = f"python:{__file__}:Ponderer"
BRIEF = f"python:{__file__}:Brief"


class Pondering:
    """A search that gets a ply deeper every fifty milliseconds and finds nothing new."""

    def __init__(self) -> None:
        self._is_stopped = threading.Event()

    def search(
        self, position: Position, limit: Limit, *, progress: SearchProgress | None = None
    ) -> SearchResult:
        self._is_stopped.clear()  # like the flag of the kernels: what was said before is lost
        started = time.perf_counter()
        depth = 0
        while True:
            depth += 1
            seconds = time.perf_counter() - started
            result = SearchResult(
                move=position.legal_moves()[0],
                score=depth,
                unit=ScoreUnit.POINTS,
                principal_variation=position.legal_moves()[:1],
                depth=depth,
                nodes=depth,
                leaves=depth,
                table_hits=0,
                seconds=seconds,
                complete=False,
            )
            if progress is not None:
                progress(result)
            left = 60.0 if limit.seconds is None else limit.seconds - seconds
            if self._is_stopped.wait(max(min(left, 0.05), 0)) or left <= 0.05:
                return result

    def stop(self) -> None:
        self._is_stopped.set()


class Ponderer(SearchPlayer):
    """Thinks for a minute, unless it is hurried."""

    def __init__(self) -> None:
        super().__init__(Pondering(), time=60)


class Brief(SearchPlayer):
    """Thinks for a fifth of a second."""

    def __init__(self) -> None:
        super().__init__(Pondering(), time=0.2)
