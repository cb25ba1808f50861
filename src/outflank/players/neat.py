"""A player that uses alpha-beta with an evaluation evolved by NEAT (report 002)."""

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
    """A player that uses alpha-beta with the genome in `file`.

    None means the genome that comes with Outflank. `depth` is in plies, `time` in seconds per move.
    """
    search = AlphaBeta(evaluation_in(file), seed=seed)
    return SearchPlayer(search, depth=depth, nodes=nodes, time=time)
