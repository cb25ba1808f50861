"""Values of positions by the pattern evaluation, with or without a search."""

from __future__ import annotations

from outflank.engine.weights import Weights, shipped
from outflank.engine.workspace import Table, Workspace
from outflank.errors import OutflankError
from outflank.rules.position import Position
from outflank.search.stopping import StopFlag

MOST_DEPTH = 60


class Evaluator:
    """Evaluates positions one after the other, with the same weights and transposition table."""

    def __init__(self, *, weights: Weights | None = None, table_megabytes: float = 64) -> None:
        self._flag = StopFlag()
        self._table = Table(table_megabytes)
        used = weights if weights is not None else shipped()
        self._workspace = Workspace(self._table, used, self._flag)

    def value(self, position: Position, depth: int = 0) -> float:
        """The value of `position` in discs for the side to move.

        Depth 0 is the static evaluation, any other depth a full-width search of `depth` plies;
        passes do not count as plies. The value of a finished game is its final score.
        """
        from outflank.kernels.evaluate import DISC
        from outflank.kernels.labels import value_at_depth

        if not 0 <= depth <= MOST_DEPTH:
            raise OutflankError(f"depth={depth} cannot be searched; give 0 to {MOST_DEPTH}")
        # No search is deeper than the game is long.
        depth = min(depth, position.empty_count)
        self._table.begin_search()
        work = self._workspace.work
        work["age"] = self._table.age

        def search() -> int:
            return value_at_depth(position.player, position.opponent, depth, work)

        return self._flag.run(search, None) / DISC
