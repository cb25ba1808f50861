"""The endgame solver: exact scores, best moves and lines of play.

`Solver.solve` calls search kernels in turn, each with a window around the value known so far: first
midgame searches, then a selective solve, which may be wrong but takes a tenth of the time and fills
the table with good moves, then the exact solve. A solve can be stopped at any moment and then
returns the bounds that have been proved.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from outflank.engine.crew import Crew
from outflank.engine.keeping import bound, keeping_line, table_move
from outflank.engine.solution import Solution
from outflank.engine.weights import Weights, shipped
from outflank.engine.windows import narrow
from outflank.formats.given import PositionGiven, position_of
from outflank.kernels.switches import NEVER, switched
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square
from outflank.search.limit import Limit

HALF_WINDOW = 3
"""Half the width of the first search window around the estimated score, in discs."""

ESTIMATE_DEPTHS: tuple[int, ...] = switched("solver-estimate", (2, 4, 6, 8), off=())
ESTIMATE_EMPTIES = 8
"""The midgame searches that estimate the score have the depths of `ESTIMATE_DEPTHS`, as long as a
depth leaves at least this many squares empty.
"""

SELECTIVE_EMPTIES = switched("solver-selective", 17, off=NEVER)
"""With at least this many empty squares, a selective solve (confidence level `LEAST_CONFIDENCE`, an
index) precedes the exact solve.
"""

LEAST_CONFIDENCE = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """The bounds of the score, in discs, the nodes and the seconds of a running solve."""

    lower: int
    upper: int
    nodes: int
    seconds: float


class Solver:
    """Solves positions one after the other, with one transposition table of `table_megabytes`.

    `threads` threads search each position together. Several Python threads may call the same
    solver: a solve that begins while another one runs waits for its end, and its time limit counts
    from then.
    """

    def __init__(
        self, *, threads: int = 1, table_megabytes: float = 128, weights: Weights | None = None
    ) -> None:
        self.threads = threads
        self._crew = Crew(
            threads=threads,
            table_megabytes=table_megabytes,
            weights=weights if weights is not None else shipped(),
        )

    def __repr__(self) -> str:
        return f"Solver(threads={self._crew.threads})"

    @property
    def nodes(self) -> int:
        """Nodes of the running solve, or of the last one if none runs."""
        return self._crew.nodes

    def solve(
        self,
        position: PositionGiven,
        *,
        wld: bool = False,
        all_moves: bool = False,
        limit: Limit | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Solution:
        """Find the exact score of `position`, its best move and the line of best play.

        With `wld` only find out whether it is a win, a loss or a draw. With `all_moves` also find
        the score of every legal move. `progress` is called whenever the bounds have changed.
        """
        limit = limit or Limit()
        with self._crew.turn():
            self._crew.begin(limit)
            task = _Task(self._crew, position_of(position), progress)
            return self._crew.run(lambda: task.run(wld, all_moves), limit.seconds)

    def stop(self) -> None:
        """Stop the running solve from another thread; it returns the bounds known so far.

        A solve that still waits for another one to end is not stopped.
        """
        self._crew.stop()

    def clear(self) -> None:
        """Erase the transposition table; waits for the end of a running solve."""
        with self._crew.turn():
            self._crew.clear()


class _Task:
    """The work of one call of `Solver.solve`."""

    def __init__(
        self,
        crew: Crew,
        position: Position,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._crew = crew
        self._position = position
        self._progress = progress
        self._started = time.perf_counter()

    def run(self, wld: bool, all_moves: bool) -> Solution:
        position = self._position
        if position.is_over():
            score = position.score()
            return self._solution(score, score, (), wld=wld, complete=True)
        if not all_moves:
            lower, upper = self._bounds(position, wld, self._report)
            return self._answer(position, lower, upper, wld)
        scores: dict[Square, tuple[int, int]] = {}
        moves = position.legal_moves()
        for move in moves:
            lower, upper = self._bounds(position.play(move), wld)
            scores[move] = (-upper, -lower)
            if self._crew.is_stopped:
                continue  # nothing more is learnt
            known = max(low for low, _ in scores.values())
            waiting = len(scores) < len(moves)
            self._report(known, 64 if waiting else max(high for _, high in scores.values()))
        lower = max(low for low, _ in scores.values())
        upper = max(high for _, high in scores.values())
        answer = self._answer(position, lower, upper, wld)
        settled = [
            (move, low) for move, (low, high) in scores.items() if _is_settled(low, high, wld)
        ]
        return replace(answer, moves=tuple(sorted(settled, key=lambda item: -item[1])))

    # Questions to the kernels

    def _estimate(self, position: Position) -> int:
        """Estimate the score by midgame searches; the result is an even number of discs."""
        from outflank.kernels.evaluate import DISC
        from outflank.kernels.midgame import LOWEST, search_root

        board = (position.player, position.opponent)
        guess = 0
        for depth in ESTIMATE_DEPTHS:
            if depth > position.empty_count - ESTIMATE_EMPTIES:
                break
            value = self._crew.ask(search_root, *board, LOWEST, -LOWEST, depth)
            if value is not None:
                guess = 2 * round(value / DISC / 2)
        return guess

    def _bounds(
        self,
        position: Position,
        wld: bool,
        report: Callable[[int, int], None] | None = None,
    ) -> tuple[int, int]:
        """The proved bounds (lower, upper) of the score of `position`.

        They are equal, unless `wld` and the sign is known, or the solve was stopped. `report` is
        called with the bounds whenever they have changed.
        """
        from outflank.kernels.probcut import EXACT

        self._crew.trust(LEAST_CONFIDENCE)
        guess = self._estimate(position)
        if position.empty_count >= SELECTIVE_EMPTIES:
            lower, upper = self._narrow(position, guess, wld, None)
            guess = lower if abs(lower) <= abs(upper) else upper
        self._crew.trust(EXACT)
        return self._narrow(position, guess, wld, report)

    def _narrow(
        self,
        position: Position,
        guess: int,
        wld: bool,
        report: Callable[[int, int], None] | None,
    ) -> tuple[int, int]:
        """Bounds of the score at the current selectivity of the crew,
        by windows around `guess` (in discs).
        """
        return narrow(
            partial(bound, self._crew, position),
            0 if wld else guess,
            1 if wld else HALF_WINDOW,
            64,
            partial(_is_settled, wld=wld),
            report,
        )

    def _report(self, lower: int, upper: int) -> None:
        if self._progress is not None:
            seconds = time.perf_counter() - self._started
            self._progress(Progress(lower, upper, self._crew.nodes, seconds))

    # The answer

    def _answer(self, position: Position, lower: int, upper: int, wld: bool) -> Solution:
        settled = _is_settled(lower, upper, wld)
        line = keeping_line(self._crew, position, lower, upper) if settled else ()
        line = line or self._known_line(position)
        return self._solution(lower, upper, line, wld=wld, complete=settled)

    def _solution(
        self, lower: int, upper: int, line: tuple[Square, ...], *, wld: bool, complete: bool
    ) -> Solution:
        return Solution(
            position=self._position,
            lower=lower,
            upper=upper,
            move=line[0] if line else PASS,
            principal_variation=line,
            nodes=self._crew.nodes,
            seconds=time.perf_counter() - self._started,
            complete=complete,
            wld=wld,
        )

    def _known_line(self, position: Position) -> tuple[Square, ...]:
        """For a stopped solve: the best move in the table,
        or any legal move, as a line of one move.
        """
        return (table_move(self._crew, position) or position.legal_moves()[0],)


def _is_settled(lower: int, upper: int, wld: bool) -> bool:
    """Whether these bounds are enough: equal, or with `wld` on the same side of zero."""
    return lower == upper or (wld and (lower > 0 or upper < 0))
