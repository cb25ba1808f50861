"""The engine as a player."""

from __future__ import annotations

from pathlib import Path

from outflank.engine import weights as weight_files
from outflank.engine.engine import Engine
from outflank.players.searching import SearchPlayer

DEFAULT_SECONDS = 1.0
"""A move, where the spec gives no limit; a clock may give less."""


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
    """The engine at a level, to a depth, or for as long as there is time; never by chance."""
    engine = Engine(
        threads=threads,
        table_megabytes=table_mb,
        weights=weight_files.load(Path(weights)) if weights else None,
    )
    is_unlimited = level is None and depth is None and nodes is None
    return SearchPlayer(
        engine,
        level=level,
        depth=depth,
        nodes=nodes,
        time=DEFAULT_SECONDS if is_unlimited and time is None else time,
        confidence=int(confidence) if confidence else None,
    )
