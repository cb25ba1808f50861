"""The engine as a player."""

from __future__ import annotations

from pathlib import Path

from outflank.engine import weights as weight_files
from outflank.engine.engine import Engine
from outflank.players.searching import SearchPlayer
from outflank.search.limit import Limit

DEFAULT_SECONDS = 1.0
"""A move, where neither the spec nor a clock limits it."""


def make_engine(
    *,
    level: int | None,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    confidence: str | None,
    threads: int,
    table_mb: int,
    weights: str | None,
    seed: int | None,
) -> SearchPlayer:
    """The engine at a level, to a depth, or for as long as there is time; it has no chance in it."""
    engine = Engine(
        threads=threads,
        table_megabytes=table_mb,
        weights=weight_files.load(Path(weights)) if weights else None,
    )
    limit = Limit(
        level=level,
        depth=depth,
        nodes=nodes,
        seconds=time,
        confidence=int(confidence) if confidence else None,
    )
    if limit == Limit():
        limit = Limit(seconds=DEFAULT_SECONDS)
    return SearchPlayer(engine, limit)
