"""The final programs of the five student reports as players, with the settings of their authors.

`docs/reports.md` describes the reports and the intended differences. In all factories, `depth` is
in plies and `time` in seconds per move.
"""

from __future__ import annotations

from outflank.players.classics import make_alphabeta, make_mcts, make_mtdf, make_pvs
from outflank.players.searching import SearchPlayer


def make_report000(
    *, depth: int | None, nodes: int | None, time: float | None, threads: int, seed: int | None
) -> SearchPlayer:
    """The program of report 000: alpha-beta with the options of its last source code.

    These are: square weights, pruning, history table, corners taken at once, stability, mobility
    and evaporation (see `classics.alphabeta`). With several threads, it has no history table and
    avoids the squares beside corners.
    """
    is_parallel = threads > 1
    return make_alphabeta(
        depth=depth,
        nodes=nodes,
        time=time,
        eval="full",
        pruning=True,
        history=not is_parallel,
        corners=True,
        avoid="mildly" if is_parallel else "off",
        width=64,
        threads=threads,
        weights=True,
        mobility=True,
        mobility_factor=50,
        stability="report",
        stability_factor=50,
        evaporation="on",
        equals="first",
        seed=seed,
    )


def make_report001(
    *, depth: int | None, nodes: int | None, time: float | None, seed: int | None
) -> SearchPlayer:
    """The program of report 001: MTD(f) with the report's evaluation; ties are broken at random."""
    return make_mtdf(
        depth=depth,
        nodes=nodes,
        time=time,
        eval="corners",
        zero_windows=True,
        symmetric=False,
        equals="random",
        seed=seed,
    )


def make_report002(
    *, depth: int | None, nodes: int | None, time: float | None, seed: int | None
) -> SearchPlayer:
    """The `BasicMinimaxAgent` of report 002: alpha-beta with the evaluation `positional`."""
    from outflank.classics.alphabeta import AlphaBeta

    search = AlphaBeta("positional", history=False, seed=seed)
    return SearchPlayer(search, depth=depth, nodes=nodes, time=time)


def make_report002neat(
    *, depth: int | None, nodes: int | None, time: float | None, seed: int | None
) -> SearchPlayer:
    """The `NEATAgent` of report 002: alpha-beta with an evolved network as evaluation."""
    from outflank.classics.alphabeta import AlphaBeta
    from outflank.classics.genomes import evaluation_in

    search = AlphaBeta(evaluation_in(None), history=False, seed=seed)
    return SearchPlayer(search, depth=depth, nodes=nodes, time=time)


def make_report003(*, nodes: int | None, time: float | None, seed: int | None) -> SearchPlayer:
    """The program of report 003: Monte-Carlo tree search with Roxanne playouts,
    exploration constant 2.
    """
    return make_mcts(
        nodes=nodes,
        time=time,
        rollout="roxanne",
        exploration=2.0,
        threads=1,
        share_tree=True,
        keep_tree=True,
        seed=seed,
    )


def make_report004(
    *, depth: int | None, nodes: int | None, time: float | None, seed: int | None
) -> SearchPlayer:
    """The program of report 004: principal variation search with its evaluation of six terms."""
    return make_pvs(depth=depth, nodes=nodes, time=time, eval="phased", seed=seed)
