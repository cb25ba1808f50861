"""The endgame solver: exact scores, best moves and lines of play.

`Solver.solve` asks the kernels one question after the other, each with a window around what is
known so far. Several threads may search the same question; they share the table and each other's
notes (see `kernels.endgame`), and the first to finish answers for all. A search can be stopped at
any moment and then returns the bounds that were proved by then.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from outflank.engine.weights import Weights, shipped
from outflank.engine.workspace import Table, Workspace, new_busy
from outflank.errors import OutflankError
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square
from outflank.search.limit import Limit
from outflank.search.stopping import StopFlag

HALF_WINDOW = 3
"""How far from the estimate the first window reaches, in discs."""

NO_LIMIT = 1 << 62
"""Of nodes."""

ESTIMATE_EMPTIES = 8
ESTIMATE_DEPTH = 10
"""The estimate searches all but so many empties, and no deeper than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """What is proved about a position, in discs for the side to move.

    The score lies between `lower` and `upper`; `complete` tells that what was asked for is settled:
    the exact score, or with `wld` only win, loss or draw. `moves` has the exact score of every
    legal move where all were asked for.
    """

    position: Position
    lower: int
    upper: int
    move: Square
    principal_variation: tuple[Square, ...]
    nodes: int
    seconds: float
    complete: bool
    moves: tuple[tuple[Square, int], ...] = ()

    @property
    def score(self) -> int:
        """The exact score, or the bound nearer to zero where it is not known exactly."""
        return self.lower if abs(self.lower) <= abs(self.upper) else self.upper

    @property
    def nodes_per_second(self) -> float:
        """Nodes per second of wall-clock time."""
        return self.nodes / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a running solve has come."""

    lower: int
    upper: int
    nodes: int
    seconds: float


class Solver:
    """Solves positions one after the other with one table; `threads` search each together."""

    def __init__(
        self,
        *,
        threads: int = 1,
        table_megabytes: float = 128,
        weights: Weights | None = None,
    ) -> None:
        if threads < 1:
            raise OutflankError(f"threads={threads} cannot search; give 1 or more")
        self.threads = threads
        self._table = Table(table_megabytes)
        self._flag = StopFlag()
        self._answered = StopFlag()
        busy = new_busy() if threads > 1 else None
        used = weights if weights is not None else shipped()
        self._workspaces = [
            Workspace(self._table, used, self._flag, self._answered, busy) for _ in range(threads)
        ]
        self._pool = ThreadPoolExecutor(threads)

    def solve(
        self,
        position: Position,
        *,
        wld: bool = False,
        all_moves: bool = False,
        limit: Limit | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Solution:
        """The exact score of `position`, its best move and the line of best play.

        With `wld` only whether it is a win, a loss or a draw; with `all_moves` the exact score of
        every legal move as well.
        """
        limit = limit or Limit()
        self._table.begin_search()
        for workspace in self._workspaces:
            workspace.work["nodes"] = 0
            workspace.work["node_limit"] = (limit.nodes or NO_LIMIT) // self.threads
            workspace.work["age"] = self._table.age
        task = _Task(self, position, progress)
        return self._flag.run(lambda: task.run(wld, all_moves), limit.seconds)

    def stop(self) -> None:
        """End the running solve from another thread; it returns the bounds known so far."""
        self._flag.set()

    def clear(self) -> None:
        """Forget what the table holds, as a fresh solver would."""
        self._table.clear()


class _Task:
    """One call of `Solver.solve`."""

    def __init__(
        self,
        solver: Solver,
        position: Position,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._solver = solver
        self._position = position
        self._progress = progress
        self._started = time.perf_counter()

    def run(self, wld: bool, all_moves: bool) -> Solution:
        position = self._position
        if position.is_over():
            score = position.score()
            return self._solution(score, score, (), complete=True)
        if not all_moves:
            lower, upper = self._bounds(position, wld)
            return self._answer(position, lower, upper, wld)
        scores: dict[Square, tuple[int, int]] = {}
        for move in position.legal_moves():
            child = position.play(move)
            lower, upper = self._bounds(child, wld)
            scores[move] = (-upper, -lower)
        lower = max(low for low, _ in scores.values())
        upper = max(high for _, high in scores.values())
        answer = self._answer(position, lower, upper, wld)
        best_first = sorted(scores.items(), key=lambda item: -item[1][0])
        return replace(answer, moves=tuple((move, low) for move, (low, _) in best_first))

    # Questions to the kernels

    def _ask(self, position: Position, alpha: int, beta: int) -> int | None:
        """The score or a bound beyond the window, by all threads; None once stopped."""
        from outflank.kernels.endgame import solve_root

        solver = self._solver
        answers: list[int] = []

        def search(workspace: Workspace) -> None:
            score = solve_root(position.player, position.opponent, alpha, beta, workspace.work)
            if not workspace.work["stopped"]:
                answers.append(score)
                solver._answered.set()

        if solver.threads == 1:
            search(solver._workspaces[0])  # handing it to a thread would cost more than it takes
        else:
            list(solver._pool.map(search, solver._workspaces))
        solver._answered.clear()
        return answers[0] if answers else None

    def _nodes(self) -> int:
        return sum(int(workspace.work["nodes"]) for workspace in self._solver._workspaces)

    def _estimate(self, position: Position) -> int:
        """A guess at the score, an even number of discs, by a midgame search."""
        from outflank.kernels.endgame import estimate_root
        from outflank.kernels.evaluate import DISC

        depth = position.empty_count - ESTIMATE_EMPTIES
        if depth < 1:
            return 0
        work = self._solver._workspaces[0].work
        value = estimate_root(position.player, position.opponent, min(depth, ESTIMATE_DEPTH), work)
        return 2 * round(value / DISC / 2)

    def _bounds(self, position: Position, wld: bool) -> tuple[int, int]:
        """The bounds on the score of a position: equal, unless only the winner matters."""
        lower, upper = -64, 64
        alpha, beta = -1, 1
        if not wld:
            guess = self._estimate(position)
            alpha, beta = guess - HALF_WINDOW, guess + HALF_WINDOW
        while lower < upper:
            alpha, beta = max(alpha, lower - 1), min(beta, upper + 1)
            score = self._ask(position, alpha, beta)
            if score is None:
                break
            if score > alpha:
                lower = max(lower, score)
            if score < beta:
                upper = min(upper, score)
            self._report(lower, upper)
            if wld and (lower > 0 or upper < 0):
                break
            # Beyond the window: look further on that side, with a wider one.
            if score >= beta:
                alpha, beta = score - 1, score + 4 * HALF_WINDOW
            else:
                alpha, beta = score - 4 * HALF_WINDOW, score + 1
        return lower, upper

    def _report(self, lower: int, upper: int) -> None:
        if self._progress is not None:
            seconds = time.perf_counter() - self._started
            self._progress(Progress(lower, upper, self._nodes(), seconds))

    # The answer

    def _answer(self, position: Position, lower: int, upper: int, wld: bool) -> Solution:
        settled = lower == upper or (wld and (lower > 0 or upper < 0))
        line = self._line(position, lower, upper) if settled else self._known_line(position)
        return self._solution(lower, upper, line, complete=settled)

    def _solution(
        self, lower: int, upper: int, line: tuple[Square, ...], *, complete: bool
    ) -> Solution:
        return Solution(
            position=self._position,
            lower=lower,
            upper=upper,
            move=line[0] if line else PASS,
            principal_variation=line,
            nodes=self._nodes(),
            seconds=time.perf_counter() - self._started,
            complete=complete,
        )

    def _known_line(self, position: Position) -> tuple[Square, ...]:
        """The best move so far, by the table, else any legal one."""
        return (self._table_move(position) or position.legal_moves()[0],)

    def _line(self, position: Position, lower: int, upper: int) -> tuple[Square, ...]:
        """A line that keeps the score within its bounds for both sides, to the end of the game."""
        line: list[Square] = []
        while moves := position.legal_moves():
            move = self._keeping_move(position, moves, lower)
            if move is None:
                break
            line.append(move)
            position = position.play(move)
            lower, upper = -upper, -lower
        return tuple(line) or self._known_line(position)

    def _keeping_move(
        self, position: Position, moves: tuple[Square, ...], lower: int
    ) -> Square | None:
        """A move that achieves at least `lower`; the table's best first. None once stopped."""
        likely = self._table_move(position)
        for move in sorted(moves, key=lambda move: move != likely):
            child = position.play(move)
            if child.is_over():
                score: int | None = child.score()
            else:
                score = self._ask(child, -lower, -lower + 1)
            if score is None:
                return None
            if -score >= lower:
                return move
        return None

    def _table_move(self, position: Position) -> Square | None:
        from outflank.kernels.endgame import known_move

        move = known_move(position.player, position.opponent, self._solver._workspaces[0].work)
        return move if position.flips(move) else None
