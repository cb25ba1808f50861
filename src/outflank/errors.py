"""Every error that Outflank raises on purpose.

::

    OutflankError
    ├── InvalidPosition    a board that cannot exist
    ├── IllegalMove        a move that the rules forbid here
    ├── FormatError        text or a file that cannot be read or written
    ├── MissingExtra       a feature whose optional packages are not installed
    └── WorkerLost         a task that failed because its processes were killed repeatedly

Each message is one line that names the offending value and the remedy, so the command line and the
web app print it as it is. `InvalidPosition`, `IllegalMove` and `FormatError` are also `ValueError`,
so generic code can catch them.
"""

from __future__ import annotations

from collections.abc import Iterable


class OutflankError(Exception):
    """Base class of all errors that Outflank raises on purpose; catch it to catch them all."""


class InvalidPosition(OutflankError, ValueError):
    """A board that cannot exist: overlapping discs, bits outside the board, a bad square."""


class IllegalMove(OutflankError, ValueError):
    """A move that the rules forbid in this position."""


class FormatError(OutflankError, ValueError):
    """Text or a file that cannot be read or written.

    `problem` is the message. `source` names the file or other input, and `place` is the location in
    it, such as ``"line 3"``. Code that does not know them leaves them empty; a caller that does
    adds them with `located`.
    """

    def __init__(self, problem: str, *, source: str = "", place: str = "") -> None:
        self.problem = problem
        self.source = source
        self.place = place
        super().__init__(problem)

    def located(self, *, source: str = "", place: str = "") -> FormatError:
        """A copy of this error with `source` and `place` set where they were still empty."""
        return FormatError(self.problem, source=self.source or source, place=self.place or place)

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.source, self.place) if part)
        return f"{where}: {self.problem}" if where else self.problem


class MissingExtra(OutflankError, ImportError):
    """A feature needs optional packages; the message names the pip command that installs them.

    `feature` is the start of the message, such as ``"a plot"``; `extra` is the name of the optional
    dependency group, such as ``plots``.
    """

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs more packages; run: pip install 'outflank[{extra}]'")


class WorkerLost(OutflankError):
    """Every process that tried to run a task was killed from outside."""


def reason_of(error: OSError | ValueError) -> str:
    """The message of a system error, without its error number and file name."""
    return getattr(error, "strerror", None) or str(error)


def check_known(kind: str, name: str, known: Iterable[str]) -> str:
    """Return `name` if it is in `known`; otherwise raise an error that lists all known names.

    `kind` is the noun for the error message, such as ``"player"``.
    """
    names = list(known)
    if name not in names:
        raise OutflankError(f"no {kind} is called {name!r}; there are: {', '.join(names)}")
    return name
