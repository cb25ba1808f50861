"""A player with an evolved evaluation: alpha-beta on a genome of NEAT's (report 002)."""

from __future__ import annotations

from outflank.classics.alphabeta import AlphaBeta
from outflank.classics.genomes import evaluation_in
from outflank.players.searching import SearchPlayer


def make_neat(
    *,
    file: str | None,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    seed: int | None,
) -> SearchPlayer:
    """Alpha-beta on the genome in a file, or on the shipped one."""
    search = AlphaBeta(evaluation_in(file), seed=seed)
    return SearchPlayer(search, depth=depth, nodes=nodes, time=time)
