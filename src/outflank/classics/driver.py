"""The driver of all tree searches: root moves, iterative deepening under a limit, and the result.

A subclass implements `_search_iteration`, which sets the values of the root moves at one depth. The
driver goes through the depths and sorts the root moves by the last iteration. If the limit has
neither time nor nodes it searches the given depth at once; otherwise it deepens ply by ply. If the
limit ends an iteration early, the moves finished in it still count: the best move of the previous
iteration was searched first, and only a move that is better at the new depth replaces it. If all
finished moves lose the game, the best of the unfinished moves, by the previous iteration, is played
(as report 001 asked for).
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from outflank.classics import evaluations
from outflank.classics.evaluations import Evaluation
from outflank.classics.work import DISC_VALUE, INFINITY, new_work
from outflank.errors import OutflankError
from outflank.formats.given import PositionGiven, position_of
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.chance import Chance
from outflank.search.limit import Limit
from outflank.search.result import ScoreUnit, SearchProgress, SearchResult
from outflank.search.stopping import StopFlag

DEFAULT_DEPTH = 6
"""Search depth in plies if the limit sets no depth, nodes or seconds."""


@dataclass(slots=True)
class RootMove:
    """A legal move at the root: the position after it, its value, and the best line after it.

    `value` is for the side that makes the move.
    """

    move: Square
    position: Position
    value: int = -INFINITY
    line: tuple[Square, ...] = ()


class TreeSearch(ABC):
    """Base class of searches of the game tree to a depth, with an evaluation at the leaves."""

    def __init__(
        self,
        evaluation: str | Evaluation = "full",
        *,
        random_equals: bool = False,
        seed: int | None = None,
    ) -> None:
        """Evaluate leaves by `evaluation`, a function or the name of one.

        With `random_equals`, the move is drawn at random (by `seed`) from the equally good moves;
        otherwise the first of them is played.
        """
        self.random_equals = random_equals
        self.evaluation = evaluations.get(evaluation) if isinstance(evaluation, str) else evaluation
        self.chance = Chance(seed)
        self._flag = StopFlag()

    @abstractmethod
    def _search_iteration(self, moves: list[RootMove], depth: int, work: Any) -> int:
        """Search the root moves to `depth`, and set their value and line.

        Returns how many moves were finished before a stop. `work` is the record that kernels count
        nodes in and that tells them when to stop.
        """

    def search(
        self,
        position: PositionGiven,
        limit: Limit | None = None,
        *,
        progress: SearchProgress | None = None,
    ) -> SearchResult:
        """Return the best move in `position` that is found within `limit`, or at `DEFAULT_DEPTH`.

        `progress` is called with the result after every completed depth, in the thread of the
        search.
        """
        board, limit = position_of(position), limit or Limit()
        return self._flag.run(lambda: self._deepen(board, limit, progress), limit.seconds)

    def _deepen(
        self, position: Position, limit: Limit, progress: SearchProgress | None
    ) -> SearchResult:
        at_once = self._move_at_once(position)
        if at_once is not None:
            return self._unsearched(position, at_once)
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
                score=best.value / DISC_VALUE if is_decided else best.value,
                unit=ScoreUnit.DISCS if is_decided else ScoreUnit.POINTS,
                principal_variation=(best.move, *best.line),
                depth=depth_done,
                nodes=int(work["nodes"]),
                leaves=int(work["leaves"]),
                table_hits=int(work["table_hits"]),
                seconds=time.perf_counter() - started,
                complete=complete,
            )

        for depth in self._depths(position, limit):
            evaluated, hits = int(work["evaluated"]), int(work["table_hits"])
            finished = self._search_iteration(moves, depth, work)
            if finished:
                best = self._best_of(moves[:finished], moves[finished:], position)
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
        """Stop the running search (call from another thread).

        `search` then returns its best move so far.
        """
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

    def _bound_behind(self, best: int) -> int:
        """The alpha for the next root move, where `best` is the best value so far.

        It is one lower with `random_equals`, so that moves as good as `best` are recognised as
        equal.
        """
        return best - 1 if self.random_equals and best > -INFINITY else best

    def _best_of(
        self, finished: list[RootMove], others: list[RootMove], position: Position
    ) -> RootMove:
        """The best of the `finished` root moves, or of the `others` if all finished moves lose.

        `others` are the unfinished moves, with their values of the previous iteration (−`INFINITY`
        if there was none). `position` is the root; it seeds the choice among equals.
        """
        best = max(root_move.value for root_move in finished)
        if best <= -DISC_VALUE and any(other.value > -DISC_VALUE for other in others):
            finished = others
            best = max(root_move.value for root_move in finished)
        equals = [root_move for root_move in finished if root_move.value == best]
        return self.chance.at(position).choice(equals) if self.random_equals else equals[0]

    def _move_at_once(self, position: Position) -> Square | None:
        """The move to play without any search, or None to search; a subclass may override this."""
        return None

    def _unsearched(self, position: Position, move: Square) -> SearchResult:
        """The result for a move played without a search, scored by static evaluation."""
        child = position.play(move)
        is_over = child.is_over()
        return SearchResult(
            move=move,
            score=float(
                -(child.score() if is_over else self.evaluation(child.player, child.opponent))
            ),
            unit=ScoreUnit.DISCS if is_over else ScoreUnit.POINTS,
            principal_variation=(move,),
            depth=0,
            nodes=0,
            leaves=0,
            table_hits=0,
            seconds=0.0,
            complete=True,
        )
