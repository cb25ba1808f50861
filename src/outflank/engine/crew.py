"""Several threads that search one position together and share a transposition table."""

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
"""The node limit that stands for "no limit"."""

Result = TypeVar("Result")


class Crew:
    """One or more search threads, the working memory of each, and the table that they share.

    `ask` runs one search kernel, such as the search of a position to some depth, on all threads at
    once. They tell each other which positions they are searching (`kernels.sharing`), and the
    result of the first thread to finish is returned. `ask` does not wait for the other threads:
    they notice that the search is over and then join the next one. (In searches to 18 plies, where
    one call takes three milliseconds, two threads were 1.68 times as fast as one this way, and 1.59
    times when `ask` waited.)

    `is_selective` says whether ProbCut may be used. It needs statistics of the errors of the
    evaluation, which exist for pattern weights only, not for a user's own evaluation (`own`).
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
        """Context manager for exclusive use of the crew; waits until searches of other callers have
        ended.

        Two searches at the same time would overwrite each other's working memory.
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
        """The number of nodes searched since `begin`; it can be read during a search."""
        return sum(int(workspace.work["nodes"]) for workspace in self._workspaces)

    @property
    def work(self) -> Any:
        """The `work` record of the first thread, which kernels need to look up the table."""
        return self._workspaces[0].work

    def begin(self, limit: Limit) -> None:
        """Prepare a new search: reset the node counts and set the node limit.

        From now on, table entries of earlier searches are the first to be replaced.
        """
        self._settle()
        self._table.begin_search()
        for workspace in self._workspaces:
            workspace.work["nodes"] = 0
            workspace.work["node_limit"] = (limit.nodes or NO_LIMIT) // self.threads
            workspace.work["age"] = self._table.age

    def trust(self, selectivity: int) -> None:
        """Set the selectivity for the next calls of `ask`,
        an index from 0 (73 %) to `EXACT` (100 %).
        """
        self._selectivity = selectivity

    def ask(self, kernel: Callable[..., int], *question: int, by_one: bool = False) -> int | None:
        """Run `kernel(*question, work)` on all threads and return the first result.

        With `by_one` only the calling thread runs it. Returns None if the search was stopped.
        """
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
        """The best root move that the last call of `ask` has found so far, and its value.

        None if it has not found any; can be used after the search was stopped.
        """
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
        """Call `task`, which may use `ask`, and return its result.

        After `seconds` (None: no limit) the search is stopped, so that `ask` returns None.
        """

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
        """Stop the running task from another thread: `ask` returns None from now on."""
        self._flag.set()

    def clear(self) -> None:
        """Erase the shared table and the small tables of all threads."""
        self._settle()
        self._table.clear()
        for workspace in self._workspaces:
            workspace.clear()
