"""Every error that Outflank raises on purpose.

::

    OutflankError
    ├── InvalidPosition    a board that cannot exist
    ├── IllegalMove        a move that the rules forbid here
    ├── FormatError        text or a file that cannot be read or written
    ├── MissingExtra       a feature whose optional packages are not installed
    └── WorkerLost         a task whose processes were killed again and again

Each message is one line that names the offending value and the remedy, so the command line and
the web app print it as it is. `InvalidPosition`, `IllegalMove` and `FormatError` are also
`ValueError`, so code that knows nothing of Outflank can catch them.
"""

from __future__ import annotations

from collections.abc import Iterable


class OutflankError(Exception):
    """The root of the tree; catch this to catch everything Outflank raises on purpose."""


class InvalidPosition(OutflankError, ValueError):
    """A board that cannot exist: overlapping discs, bits outside the board, a bad square."""


class IllegalMove(OutflankError, ValueError):
    """A move that the rules forbid in this position."""


class FormatError(OutflankError, ValueError):
    """Text or a file that cannot be read or written.

    `source` is the file (or what stands for it) and `place` is where in it, such as
    ``"line 3"``; both may be unknown to the parser and filled in by whoever opened the file.
    """

    def __init__(self, problem: str, *, source: str = "", place: str = "") -> None:
        self.problem = problem
        self.source = source
        self.place = place
        super().__init__(problem)

    def located(self, *, source: str = "", place: str = "") -> FormatError:
        """The same error with the source and place filled in where they were not known."""
        return FormatError(self.problem, source=self.source or source, place=self.place or place)

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.source, self.place) if part)
        return f"{where}: {self.problem}" if where else self.problem


class MissingExtra(OutflankError, ImportError):
    """A feature needs optional packages: the message names the pip command that adds them."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs more packages; run: pip install 'outflank[{extra}]'")


class WorkerLost(OutflankError):
    """Every process that was given a task was killed."""


def reason_of(error: OSError | ValueError) -> str:
    """Why the system refused something, without the number and the name that it adds."""
    return getattr(error, "strerror", None) or str(error)


def check_known(kind: str, name: str, known: Iterable[str]) -> str:
    """`name`, or an error that lists the names which a `kind` of thing has."""
    names = list(known)
    if name not in names:
        raise OutflankError(f"no {kind} is called {name!r}; there are: {', '.join(names)}")
    return name
