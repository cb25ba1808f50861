"""The tasks of visitors: searches, reviews, exact solves and moves of players."""

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
"""Pages have priority over moves, and moves over analyses."""

Tell = Callable[[Any], None]


class SearchTask:
    """One search by an engine of the pool."""

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
        """Search, and explain the best moves."""

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
    """The review of the next moves of a game, one for each thread.

    `waiting` holds the moves still to be reviewed; started moves are removed from it.
    """

    niceness = ANALYSIS_NICENESS

    def __init__(self, reviewer: Reviewer, waiting: list[NumberedNode]) -> None:
        self._reviewer, self._waiting = reviewer, waiting

    def run(self, threads: int, tell: Tell) -> list[MoveReview]:
        """The reviewed moves in order; some are missing if the task was stopped."""
        moves = self._waiting[:threads]
        del self._waiting[:threads]
        return list(self._reviewer.review(moves, threads))

    def stop(self) -> None:
        """Stop the running searches; their moves are dropped."""
        self._reviewer.stop()


class SolveTask:
    """An exact solve of an endgame with a new solver."""

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
        """Solve the endgame or prove bounds."""
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
    """A move by any player; `game` must be a copy that nothing else uses.

    `clock` is the game's clock with the server's limit for a move. With `is_new`, the player and
    its engine start without data of earlier searches.
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
        """Choose a move; raises if the player's move is illegal."""
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
        """Stop the search, if the player searches."""
        if (thinker := self._thinker) is not None:
            thinker.stop()


class WatchTask:
    """A player's search with all its steps, for the lab."""

    niceness = MOVE_NICENESS  # its measured time is shown

    def __init__(self, task: PlayerTask) -> None:
        self._task = task

    def run(self, threads: int, tell: Tell) -> tuple[Thought, ...]:
        """The last thought of each depth; `tell` gets all so far, since calls may be skipped."""
        steps: dict[int, Thought] = {}

        def collect(thought: Thought) -> None:
            steps[thought.depth] = thought
            tell(tuple(steps.values()))

        self._task.run(threads, collect)
        return tuple(steps.values())

    def stop(self) -> None:
        """Stop the search."""
        self._task.stop()
