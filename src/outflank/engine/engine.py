"""The engine: iterative deepening over the midgame search and the solver, at any level."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from outflank.engine.analysis import Analysis, Line
from outflank.engine.answers import Answers
from outflank.engine.book.choosing import OFF, answer_of
from outflank.engine.crew import Crew
from outflank.engine.keeping import keeping_line, keeping_move
from outflank.engine.ladder import at_full_width, goal_of, steps_to
from outflank.engine.levels import DEFAULT_LEVEL, SURE, Step
from outflank.engine.own_evaluation import Evaluation, own_evaluation
from outflank.engine.pace import Pace
from outflank.engine.weights import Weights, shipped
from outflank.engine.windows import narrow
from outflank.errors import OutflankError
from outflank.formats.given import PositionGiven, position_of
from outflank.kernels.evaluate import DISC
from outflank.kernels.switches import switched
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square
from outflank.search.limit import Limit

HALF_WINDOW_DISCS = switched("midgame-window", 3, off=64)
"""Half the width of the aspiration window around the last value, in discs."""

MOST_DISCS = 64

TOGETHER_DEPTH = 10
"""Least depth in plies that threads search together. Shallower searches end before a second thread
can help: sharing them too made two threads 1.23 instead of 1.38 times as fast to 18 plies."""

NOTING_DEPTH = 2
"""Least depth in plies at which a search of the root records its best move. To a smaller depth each
root move is searched separately instead."""


class Engine:
    """Searches positions one after the other, with one transposition table and `threads` threads.

    Positions are evaluated by patterns, with the shipped weights or with `weights`; or by an
    `evaluation`: a function of two bitboards, a blend, or the name of an evaluation of the classic
    players (see `own_evaluation`). With an `evaluation` there is no selective search, because the
    statistics of its errors are not known.

    Python threads may share an engine: a search that begins while another runs waits until that one
    has ended, and its time limit counts from there. To search at the same time, use separate
    engines.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        table_megabytes: float = 64,
        weights: Weights | None = None,
        evaluation: Evaluation | str | None = None,
    ) -> None:
        if weights is not None and evaluation is not None:
            raise OutflankError("weights are an evaluation already; give weights or evaluation")
        self.threads = threads
        self.weights = weights if weights is not None else shipped()
        self.own_evaluation = own_evaluation(evaluation) if evaluation is not None else None
        self._crew = Crew(
            threads=threads,
            table_megabytes=table_megabytes,
            weights=self.weights,
            own=self.own_evaluation,
        )
        self._answers = Answers()

    def __repr__(self) -> str:
        own = self.own_evaluation
        evaluation = "" if own is None else f", evaluation={own.name}"
        return f"Engine(threads={self.threads}{evaluation})"

    @property
    def nodes(self) -> int:
        """Nodes searched so far by the running search, or in total by the last one."""
        return self._crew.nodes

    def search(
        self,
        position: PositionGiven,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        progress: Callable[[Analysis], None] | None = None,
        book: str = OFF,
    ) -> Analysis:
        """Search a position within `limit`, or at `DEFAULT_LEVEL` if no limit is given.

        `lines` is the number of best moves to score. `progress` is called with the result of every
        completed step (a depth with a selectivity). If the same position was searched before, the
        search resumes after the last step completed then. `book` is ``"off"``, ``"on"`` (the
        shipped opening book) or the path of a book's file; a position in the book is answered
        without a search.
        """
        position = position_of(position)
        limit = limit or Limit(level=DEFAULT_LEVEL)
        if position.is_over():
            raise OutflankError("the game is over here; give a position with a move or a pass")
        if lines < 1:
            raise OutflankError(f"lines={lines} shows nothing; give 1 or more")
        known = answer_of(book, position, lines=lines)
        if known is not None:
            return known
        with self._crew.turn():
            self._crew.begin(limit)
            task = _Task(self._crew, self._answers, position, limit, lines, progress)
            return self._crew.run(task.run, limit.seconds)

    def stop(self) -> None:
        """Stop the running search (call from another thread); it returns the best result so far.

        A search that still waits for another one to end is not stopped.
        """
        self._crew.stop()

    def clear(self) -> None:
        """Reset the engine to the state of a new one, after any running search has ended."""
        with self._crew.turn():
            self._crew.clear()
            self._answers.clear()


class _Task:
    """The state of one call of `Engine.search`."""

    def __init__(
        self,
        crew: Crew,
        answers: Answers,
        position: Position,
        limit: Limit,
        lines: int,
        progress: Callable[[Analysis], None] | None,
    ) -> None:
        self._crew = crew
        self._answers = answers
        self._position = position
        self._limit = limit
        self._lines = lines
        self._progress = progress
        self._started = time.perf_counter()
        self._guesses: dict[Position, int] = {}
        self._last_line: tuple[Square, ...] = (position.legal_moves()[0],)
        self._must_pass = self._last_line[0] == PASS
        self._lead = 0.0
        self._noted: tuple[Square, int] | None = None

    def run(self) -> Analysis:
        """Search with increasing depth, step by step, within the limit; return the last result.

        A step that was stopped counts if it had already found a best move.
        """
        position = self._position
        empties = position.empty_count
        steps = list(steps_to(goal_of(self._limit, empties), empties))
        if not self._crew.is_selective:
            steps = at_full_width(steps)
        goal = steps[-1]
        pace = Pace(self._limit)
        known, steps = self._answers.resume(position, self._lines, steps)
        answer = self._first_answer() if known is None else self._again(known, complete=not steps)
        for step in steps:
            is_enough = self._crew.is_stopped or not pace.is_worth(step, self._seconds())
            if answer.depth and is_enough:
                break
            is_shallow = step.depth < NOTING_DEPTH or pace.compares(step)
            by_move = self._lines > 1 or (is_shallow and not step.solves)
            found = self._step_by_move(step) if by_move else self._step(step)
            if found is None:
                if not by_move:
                    answer = self._unfinished(step) or answer
                break
            answer = replace(found, complete=step == goal)
            self._answers.keep(position, self._lines, step, answer)
            pace.note(step, answer, self._seconds(), self._lead)
            self._last_line = answer.principal_variation
            if self._progress is not None:
                self._progress(answer)
        return replace(answer, nodes=self._crew.nodes, seconds=self._seconds())

    def _seconds(self) -> float:
        return time.perf_counter() - self._started

    def _first_answer(self) -> Analysis:
        """The move with the best static evaluation, in case there is no time to search."""
        from outflank.kernels.midgame import first_choice

        step = Step(1, SURE, solves=False)
        if self._lines > 1 or self._must_pass:
            found = self._step_by_move(step)
            return found or self._analysis(self._last_line, 0, Step(0, 0, solves=False))
        move = first_choice(self._position.player, self._position.opponent, self._crew.work)
        return self._analysis((move,), int(self._crew.work["root_value"]), step)

    def _again(self, known: Analysis, *, complete: bool) -> Analysis:
        """Report `known`, the result of an earlier search that this one resumes, as progress.

        `complete` says that it already reaches the limit of this search.
        """
        answer = replace(known, complete=complete, nodes=0, seconds=self._seconds())
        self._guesses[self._position] = round(answer.score * DISC)
        self._last_line = answer.principal_variation
        if self._progress is not None:
            self._progress(answer)
        return answer

    def _analysis(self, line: tuple[Square, ...], value: int, step: Step) -> Analysis:
        return Analysis(
            move=line[0],
            score=value / DISC,
            principal_variation=line,
            depth=step.depth,
            nodes=self._crew.nodes,
            seconds=self._seconds(),
            complete=False,
            confidence=step.percent,
            is_exact=step.is_exact,
        )

    # Steps

    def _step(self, step: Step) -> Analysis | None:
        """Search the position itself (all moves in one search); None if the search was stopped."""
        self._noted = None
        found = self._value(self._position, step)
        if found is None:
            return None
        # The table has no moves of shallow searches, and a full one may have lost the best move.
        line = self._line(self._position, step, found) or self._noted_line() or self._last_line
        return self._analysis(line, found, step)

    def _noted_line(self) -> tuple[Square, ...]:
        """The best root move that the kernel recorded in this step; empty if there is none.

        If the root is a forced pass, the recorded move is the opponent's after it and is not used.
        """
        return () if self._noted is None or self._must_pass else (self._noted[0],)

    def _unfinished(self, step: Step) -> Analysis | None:
        """The best move that a stopped step had found so far, or None if it had found none."""
        if self._noted is None or self._must_pass:
            return None
        move, value = self._noted
        line = (move, *self._table_line(self._position.play(move), step))
        return replace(self._analysis(line, value, step), is_exact=False)

    def _step_by_move(self, step: Step) -> Analysis | None:
        """Search the position after each legal move separately; None if a search was stopped."""
        lines = []
        for move in self._position.legal_moves():
            child = self._position.play(move)
            # A pass costs no depth, here as in the kernels.
            after = step if move == PASS else replace(step, depth=step.depth - 1)
            if child.is_over():
                lines.append(Line(move=move, score=-child.score(), principal_variation=(move,)))
                continue
            value = self._value(child, after)
            if value is None:
                return None
            line = (move, *self._line(child, after, value))
            lines.append(Line(move=move, score=-value / DISC, principal_variation=line))
        lines.sort(key=lambda line: -line.score)
        best = lines[0]
        self._lead = best.score - lines[1].score if len(lines) > 1 else math.inf
        analysis = self._analysis(best.principal_variation, round(best.score * DISC), step)
        return replace(analysis, lines=tuple(lines[: self._lines]))

    def _value(self, position: Position, step: Step) -> int | None:
        """The value of a position in 1/`DISC` of a disc; None if the search was stopped.

        Aspiration windows are opened around the value that the previous step found for the
        position.
        """
        from outflank.kernels.endgame import solve_root
        from outflank.kernels.midgame import search_root, static_value

        board = (position.player, position.opponent)
        if step.depth == 0:
            # Not a search: it cannot be stopped, nor shared by threads.
            return int(static_value(*board, self._crew.work))
        guess = self._guesses.get(position, 0)
        self._crew.trust(step.selectivity)
        unit = DISC if step.solves else 1

        def ask(alpha: int, beta: int) -> int | None:
            if step.solves:
                found = self._crew.ask(solve_root, *board, alpha, beta)
            else:
                by_one = step.depth < TOGETHER_DEPTH
                found = self._crew.ask(search_root, *board, alpha, beta, step.depth, by_one=by_one)
            best = self._crew.best_so_far()
            if best is not None:
                self._noted = best[0], best[1] * unit
            return found

        if step.solves:
            guess = 2 * round(guess / DISC / 2)
        bounds = narrow(ask, guess, HALF_WINDOW_DISCS * DISC // unit, MOST_DISCS * DISC // unit)
        lower, upper = (bound * unit for bound in bounds)
        if lower < upper:
            return None
        self._guesses[position] = lower
        return lower

    def _line(self, position: Position, step: Step, value: int) -> tuple[Square, ...]:
        """The line of best play from `position`, including passes, whose score is `value`.

        If the score is exact, every move of the line is proved to keep it.
        """
        if step.is_exact:
            score = value // DISC
            return keeping_line(self._crew, position, score, score)
        line = self._table_line(position, step)
        if step.solves:
            move = keeping_move(self._crew, position, value // DISC)
            if move is not None and line[:1] != (move,):
                line = (move, *self._table_line(position.play(move), step))
        return line

    def _table_line(self, position: Position, step: Step) -> tuple[Square, ...]:
        """The principal variation stored in the transposition table, including passes."""
        from outflank.kernels.bestline import best_line

        most = max(step.depth, 1)
        line = np.empty(most, dtype=np.int64)
        board = (position.player, position.opponent)
        count = best_line(*board, most, int(step.solves), line, self._crew.work)
        return tuple(line[:count].tolist())
