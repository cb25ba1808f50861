"""Alpha-beta search with an evaluation evolved by NEAT (report 002)."""

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
    """Alpha-beta search with the genome in `file`, or the shipped genome."""
    search = AlphaBeta(evaluation_in(file), seed=seed)
    return SearchPlayer(search, depth=depth, nodes=nodes, time=time)
