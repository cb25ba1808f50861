"""Tasks that the scheduler (`web.desk`) runs: searches, reviews, solves, players' moves.

Each task has `run`, which is called in a thread with the number of threads to use and a callback
`tell` for progress, and `stop`, which may be called from another thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from outflank.engine.analysis import Analysis
from outflank.engine.merits import with_merits
from outflank.errors import OutflankError
from outflank.players.player import Clock
from outflank.players.spec import PlayerSpec
from outflank.players.thinking import Thinker, Thought, thinker_of
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.limit import Limit
from outflank.web.engines import EnginePool
from outflank.web.player_pool import PlayerPool

if TYPE_CHECKING:
    from outflank.engine.engine import Engine
    from outflank.engine.review import MoveReview, NumberedNode
    from outflank.engine.reviewing import Reviewer
    from outflank.engine.solution import Solution
    from outflank.engine.solver import Solver

MOVE_NICENESS = 5
ANALYSIS_NICENESS = 15
"""`MOVE_NICENESS` and `ANALYSIS_NICENESS` are the niceness of threads: the server's own work has
priority over moves of players, and these over analyses."""

Tell = Callable[[Any], None]


class SearchTask:
    """The search of one position, by an engine from the pool."""

    niceness = ANALYSIS_NICENESS

    def __init__(
        self,
        engines: EnginePool,
        visitor: str,
        position: Position,
        limit: Limit,
        lines: int,
        book: str,
    ) -> None:
        self._engines, self._visitor = engines, visitor
        self._position, self._limit, self._lines = position, limit, lines
        self._book = book
        self._engine: Engine | None = None

    def run(self, threads: int, tell: Tell) -> Analysis:
        """Search the position; the result explains what the best moves achieve."""

        def tell_explained(analysis: Analysis) -> None:
            tell(with_merits(analysis, self._position))

        self._engine = engine = self._engines.take(threads, self._visitor)
        try:
            found = engine.search(
                self._position,
                self._limit,
                lines=self._lines,
                progress=tell_explained,
                book=self._book,
            )
            return with_merits(found, self._position)
        finally:
            self._engine = None
            self._engines.give_back(engine, self._visitor)

    def stop(self) -> None:
        """Stop the running search."""
        if (engine := self._engine) is not None:
            engine.stop()


class ReviewTask:
    """The review of the next few moves of a game, as many as there are threads.

    `waiting` holds the moves of the game still to be reviewed; `run` removes the moves it starts.
    """

    niceness = ANALYSIS_NICENESS

    def __init__(self, reviewer: Reviewer, waiting: list[NumberedNode]) -> None:
        self._reviewer, self._waiting = reviewer, waiting

    def run(self, threads: int, tell: Tell) -> list[MoveReview]:
        """Review the moves and return them in order; some are missing if the task was stopped."""
        moves = self._waiting[:threads]
        del self._waiting[:threads]
        return list(self._reviewer.review(moves, threads))

    def stop(self) -> None:
        """Stop the running searches; the moves not finished are left out of the result."""
        self._reviewer.stop()


class SolveTask:
    """An exact solve of an endgame, with a new solver."""

    niceness = ANALYSIS_NICENESS

    def __init__(
        self,
        position: Position,
        *,
        wld: bool,
        all_moves: bool,
        seconds: float,
        table_megabytes: float,
    ) -> None:
        self._position = position
        self._wld, self._all_moves = wld, all_moves
        self._limit = Limit(seconds=seconds)
        self._table_megabytes = table_megabytes
        self._solver: Solver | None = None

    def run(self, threads: int, tell: Tell) -> Solution:
        """Solve the endgame, or return the bounds proved within the time limit."""
        from outflank.engine.solver import Solver

        self._solver = Solver(threads=threads, table_megabytes=self._table_megabytes)
        return self._solver.solve(
            self._position,
            wld=self._wld,
            all_moves=self._all_moves,
            limit=self._limit,
            progress=tell,
        )

    def stop(self) -> None:
        """Stop the solve; it returns the bounds proved so far."""
        if (solver := self._solver) is not None:
            solver.stop()


# Players


class PlayerTask:
    """The choice of a move by any player; `game` must be a copy that nothing else uses.

    `clock` is the clock of the game, with the server's limit for a move. With `is_new`, the player
    and its engine start without data of earlier searches.
    """

    niceness = MOVE_NICENESS

    def __init__(
        self,
        players: PlayerPool,
        visitor: str,
        spec: PlayerSpec,
        game: Game,
        clock: Clock,
        *,
        opening_moves: int = 0,
        is_new: bool = False,
    ) -> None:
        self._players, self._visitor, self._spec = players, visitor, spec
        self._game, self._clock = game, clock
        self._opening_moves, self._is_new = opening_moves, is_new
        self._thinker: Thinker | None = None

    def run(self, threads: int, tell: Tell) -> Square:
        """Let the player choose a move; raises `OutflankError` if it is illegal."""
        lent = self._players.lend(
            self._spec,
            self._game,
            self._visitor,
            opening_moves=self._opening_moves,
            is_new=self._is_new,
        )
        with lent as player:
            self._thinker = thinker_of(player)
            if self._thinker is not None:
                self._thinker.listen(tell)
            try:
                move = int(player.choose(self._game, self._clock))
            finally:
                if self._thinker is not None:
                    self._thinker.listen(None)
                self._thinker = None
        if move not in self._game.position.legal_moves():
            raise OutflankError(f"{self._spec} chose an illegal move; let another player move")
        return move

    def stop(self) -> None:
        """Stop the player's search, if it is one that searches."""
        if (thinker := self._thinker) is not None:
            thinker.stop()


class WatchTask:
    """The search of a player with its thoughts at every depth, for the page *Lab*.

    A thought is what a player reports during its search.
    """

    niceness = MOVE_NICENESS  # its measured time is shown

    def __init__(self, task: PlayerTask) -> None:
        self._task = task

    def run(self, threads: int, tell: Tell) -> tuple[Thought, ...]:
        """Run the search; return the last thought of each depth.

        `tell` is called with all thoughts so far, not only the new one, because calls may be
        skipped.
        """
        steps: dict[int, Thought] = {}

        def collect(thought: Thought) -> None:
            steps[thought.depth] = thought
            tell(tuple(steps.values()))

        self._task.run(threads, collect)
        return tuple(steps.values())

    def stop(self) -> None:
        """Stop the search."""
        self._task.stop()
