"""Helpers of commands that search: limits from options, engines, and results as text.

Commands import this module only when they run, because it loads the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from outflank.engine.analysis import Analysis
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.jobs.processes import default_workers
from outflank.rules.position import Position
from outflank.search.limit import Limit


def limit_of(
    *,
    level: int | None,
    depth: int | None,
    seconds: float | None,
    confidence: int | None,
    default: Limit,
    exact: bool = False,
) -> Limit:
    """Make the search limit from the values of command-line options; `default` if none is given.

    Raises `OutflankError` if the options exclude each other.
    """
    goals = {"--level": level is not None, "--depth": depth is not None, "--exact": exact}
    given = [name for name, is_given in goals.items() if is_given]
    if len(given) > 1:
        raise OutflankError(f"{' and '.join(given)} exclude each other; give one of them")
    if confidence is not None and (level is not None or exact):
        raise OutflankError(f"{given[0]} sets the confidence; --confidence needs --depth or --time")
    if not given and seconds is None and confidence is None:
        return default
    return Limit(level=level, depth=depth, seconds=seconds, confidence=confidence, exact=exact)


def new_engine(threads: int | None, table_megabytes: int) -> Engine:
    """Make an engine with `threads` search threads; None means one per core."""
    with table_that_fits(table_megabytes):
        return Engine(threads=threads or default_workers(), table_megabytes=table_megabytes)


@contextmanager
def table_that_fits(megabytes: int) -> Iterator[None]:
    """In the ``with`` block, a MemoryError becomes an error message that names --table-mb."""
    try:
        yield
    except MemoryError:
        raise OutflankError(
            f"--table-mb {megabytes} exceeds the available memory; give less"
        ) from None


# Results as text


def searched_text(analysis: Analysis, position: Position) -> str:
    """How deep and how selectively `position` was searched, such as ``12 plies at 87 %``."""
    if not analysis.principal_variation:
        return "game over"
    if analysis.is_from_book:
        return f"book, {analysis.depth} plies"
    if analysis.is_exact:
        return "exact"
    if analysis.depth == 0:
        return "not searched"
    sureness = "" if analysis.confidence == 100 else f" at {analysis.confidence} %"
    if analysis.depth >= position.empty_count:
        return f"to the end{sureness}"
    return f"{analysis.depth} {'ply' if analysis.depth == 1 else 'plies'}{sureness}"


def score_text(score: float) -> str:
    """Format a score in discs with its sign: two decimals, but none for whole numbers."""
    return f"{score:+.0f}" if score == int(score) else f"{score:+.2f}"
