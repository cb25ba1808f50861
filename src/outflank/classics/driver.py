"""What all tree searches share: the moves at the root, deepening under a limit, and the result.

An algorithm says what a root move is worth at a depth. The driver goes through the root moves, best
of the last iteration first, and through the depths. Without a limit of time or nodes it searches
the asked depth at once; with one it deepens ply by ply, so that an answer is always at hand. If the
limit strikes within an iteration, its finished moves still count: the best move of the iteration
before was looked at first, and only a move that proved better at the new depth replaces it.
"""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from outflank.classics import evaluations
from outflank.classics.evaluations import Evaluation
from outflank.classics.work import DISC_VALUE, INFINITY, new_work
from outflank.errors import OutflankError
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.limit import Limit
from outflank.search.result import SearchProgress, SearchResult
from outflank.search.stopping import StopFlag

DEFAULT_DEPTH = 6
"""The depth where a limit names neither depth nor nodes nor seconds."""


@dataclass(slots=True)
class RootMove:
    """A move at the root: the position after it, its value, and the best line behind it."""

    move: Square
    position: Position
    value: int = -INFINITY
    line: tuple[Square, ...] = ()


class TreeSearch(ABC):
    """A search of the game tree to a depth, with an evaluation at its leaves."""

    def __init__(self, evaluation: str | Evaluation = "full", *, seed: int | None = None) -> None:
        self.evaluation = evaluations.get(evaluation) if isinstance(evaluation, str) else evaluation
        self._random = random.Random(seed)
        self._flag = StopFlag()

    @abstractmethod
    def _search_iteration(self, moves: list[RootMove], depth: int, work: Any) -> int:
        """Set value and line of the root moves at `depth`; return how many were finished."""

    def search(
        self, position: Position, limit: Limit, *, progress: SearchProgress | None = None
    ) -> SearchResult:
        """The best move in `position` that can be found within `limit`.

        `progress` is told of every complete depth, from the thread that searches.
        """
        return self._flag.run(lambda: self._deepen(position, limit, progress), limit.seconds)

    def _deepen(
        self, position: Position, limit: Limit, progress: SearchProgress | None
    ) -> SearchResult:
        started = time.perf_counter()
        work = new_work(self.evaluation, limit, self._flag)
        moves = self._root_moves(position)
        best = RootMove(moves[0].move, moves[0].position, 0)
        depth_done = 0
        complete = False

        def result() -> SearchResult:
            is_decided = abs(best.value) >= DISC_VALUE
            return SearchResult(
                move=best.move,
                score=best.value,
                principal_variation=(best.move, *best.line),
                depth=depth_done,
                nodes=int(work["nodes"]),
                leaves=int(work["leaves"]),
                table_hits=int(work["table_hits"]),
                seconds=time.perf_counter() - started,
                complete=complete,
                score_discs=best.value / DISC_VALUE if is_decided else None,
            )

        for depth in self._depths(position, limit):
            evaluated, hits = int(work["evaluated"]), int(work["table_hits"])
            finished = self._search_iteration(moves, depth, work)
            if finished:
                best = self._best_of(moves[:finished])
            if work["stopped"]:
                break
            depth_done = depth
            if progress is not None:
                progress(result())
            moves.sort(key=lambda root_move: -root_move.value)
            if work["evaluated"] == evaluated and work["table_hits"] == hits:
                complete = True  # every line was played to its end
                break
        else:
            complete = True
        return result()

    def stop(self) -> None:
        """End the running search from another thread; it returns what it has."""
        self._flag.set()

    def _root_moves(self, position: Position) -> list[RootMove]:
        moves = position.legal_moves()
        if not moves:
            raise OutflankError("the game is over; there is no move to search for")
        return [RootMove(move, position.play(move)) for move in moves]

    def _depths(self, position: Position, limit: Limit) -> range:
        # Every square may be followed by one pass; nothing is deeper than that.
        deepest = 2 * position.empty_count + 1
        if limit.seconds is None and limit.nodes is None:
            depth = min(limit.depth or DEFAULT_DEPTH, deepest)
            return range(depth, depth + 1)
        return range(1, min(limit.depth or deepest, deepest) + 1)

    def _best_of(self, finished: list[RootMove]) -> RootMove:
        """The best of the finished moves; the first of equals."""
        return max(finished, key=lambda root_move: root_move.value)
