"""Threads that search one position together with one transposition table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar

from outflank.engine.own_evaluation import OwnEvaluation
from outflank.engine.weights import Weights
from outflank.engine.workspace import Table, Workspace, new_busy
from outflank.errors import OutflankError
from outflank.kernels.probcut import EXACT
from outflank.kernels.workspace import NO_MOVE_YET
from outflank.search.limit import Limit
from outflank.search.stopping import StopFlag

NO_LIMIT = 1 << 62
"""The node limit of a search without one."""

Result = TypeVar("Result")


class Crew:
    """One or more threads, their workspaces, and the table that they share.

    A question is one call of a search kernel. All threads search the same question, note which
    positions they are at (`kernels.sharing`), and the first to finish gives the answer. The others
    are not waited for; they join the next question when they have noticed. (To 18 plies, where a
    question takes three milliseconds, two threads were 1.68 times as fast as one this way, and 1.59
    times with waiting.)

    `is_selective` says whether selectivities below `EXACT` are allowed: they need the errors of the
    evaluation, which are known for pattern weights only.
    """

    def __init__(
        self,
        *,
        threads: int,
        table_megabytes: float,
        weights: Weights,
        own: OwnEvaluation | None = None,
    ) -> None:
        if threads < 1:
            raise OutflankError(f"threads={threads} cannot search; give 1 or more")
        if table_megabytes <= 0:
            raise OutflankError(
                f"table_megabytes={table_megabytes} holds nothing; give 1 or more megabytes"
            )
        # Load kernels now, not during the first search.
        import_module("outflank.kernels.bestline")
        self.threads = threads
        self.is_selective = own is None
        self._table = Table(table_megabytes)
        self._flag = StopFlag()
        busy = new_busy() if threads > 1 else None
        self._workspaces = [
            Workspace(self._table, weights, self._flag, busy, own) for _ in range(threads)
        ]
        self._asked = self._workspaces[:1]
        self._selectivity = EXACT
        # One for each helper: a workspace holds one question at a time.
        self._helpers = [ThreadPoolExecutor(1) for _ in self._workspaces[1:]]
        self._handed_on: list[Future[None]] = []
        self._in_use = threading.Lock()
        self._searching_thread: int | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Exclusive use of the crew: wait until the searches of other threads have ended.

        A second search at the same time would overwrite the boards in the workspaces.
        """
        if self._searching_thread == threading.get_ident():
            raise OutflankError(
                "a progress callback cannot search with the engine or solver that calls it; "
                "make a second one"
            )
        with self._in_use:
            yield

    @property
    def nodes(self) -> int:
        """The number of nodes searched since `begin`, also during a search."""
        return sum(int(workspace.work["nodes"]) for workspace in self._workspaces)

    @property
    def work(self) -> Any:
        """The record of one of the threads, for table lookups."""
        return self._workspaces[0].work

    def begin(self, limit: Limit) -> None:
        """Reset the node counts; table entries of earlier searches are replaced first."""
        self._settle()
        self._table.begin_search()
        for workspace in self._workspaces:
            workspace.work["nodes"] = 0
            workspace.work["node_limit"] = (limit.nodes or NO_LIMIT) // self.threads
            workspace.work["age"] = self._table.age

    def trust(self, selectivity: int) -> None:
        """Set the selectivity of further questions, an index from 0 (73 %) to `EXACT`."""
        self._selectivity = selectivity

    def ask(self, kernel: Callable[..., int], *question: int, by_one: bool = False) -> int | None:
        """Run `kernel` on all threads, or on one with `by_one`; None once stopped."""
        answers: list[int] = []
        answered = StopFlag()
        asked: list[Workspace] = []
        selectivity = self._selectivity

        def search(workspace: Workspace) -> None:
            workspace.begin_question(selectivity, answered)
            asked.append(workspace)
            answer = kernel(*question, workspace.work)
            if not workspace.work["stopped"]:
                answers.append(int(answer))
                answered.set()

        self._asked = asked
        if not by_one:
            helped = zip(self._helpers, self._workspaces[1:], strict=True)
            self._handed_on += [helper.submit(search, workspace) for helper, workspace in helped]
        search(self._workspaces[0])  # here: a hand-over to another thread only takes time
        if not answers:
            self._settle()
        return answers[0] if answers else None

    def _settle(self) -> None:
        """Wait until all threads are idle."""
        while self._handed_on:
            self._handed_on.pop().result()

    def best_so_far(self) -> tuple[int, int] | None:
        """The best move that the last question has found so far, and its value."""
        found = [
            (int(workspace.work["root_value"]), int(workspace.work["root_move"]))
            for workspace in self._asked
            if workspace.work["root_move"] != NO_MOVE_YET
        ]
        if not found:
            return None
        value, move = max(found)
        return move, value

    def run(self, task: Callable[[], Result], seconds: float | None) -> Result:
        """Run `task` and return its result; after `seconds` its questions return None."""

        def and_settle() -> Result:
            self._searching_thread = threading.get_ident()
            try:
                return task()
            finally:
                self._searching_thread = None
                self._settle()

        return self._flag.run(and_settle, seconds)

    @property
    def is_stopped(self) -> bool:
        """Whether the running task was stopped."""
        return self._flag.is_set

    def stop(self) -> None:
        """Stop the running task: its further questions return None."""
        self._flag.set()

    def clear(self) -> None:
        """Clear all tables."""
        self._settle()
        self._table.clear()
        for workspace in self._workspaces:
            workspace.clear()
