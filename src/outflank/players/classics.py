"""Factories of the players that use a classic search; the parameters are the options of a spec.

The options are described in `players.registry`; `depth` is in plies, `time` in seconds per move,
and `eval` the name of an evaluation. Each factory imports only its own algorithm, because loading
the kernels of all would take twice as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.players.searching import SearchPlayer

if TYPE_CHECKING:
    from outflank.classics.evaluations.full import Stability


def make_minimax(
    *,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    eval: str,
    memory: bool,
    symmetric: bool,
    seed: int | None,
) -> SearchPlayer:
    """A player that uses minimax, with a transposition table if `memory`."""
    from outflank.classics.minimax import Minimax

    search = Minimax(eval, memory=memory, symmetric=symmetric, seed=seed)
    return SearchPlayer(search, depth=depth, nodes=nodes, time=time)


def make_alphabeta(
    *,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    eval: str,
    pruning: bool,
    history: bool,
    corners: bool,
    avoid: str,
    width: int,
    threads: int,
    weights: bool,
    mobility: bool,
    mobility_factor: int,
    stability: Stability,
    stability_factor: int,
    evaporation: str,
    equals: str,
    seed: int | None,
) -> SearchPlayer:
    """A player that uses alpha-beta with the options of report 000 (see `classics.alphabeta`)."""
    from outflank.classics.alphabeta import AlphaBeta
    from outflank.classics.evaluations import Evaluation, get

    evaluation: Evaluation = get(eval)
    if eval == "full":
        from outflank.classics.evaluations.full import full_with

        evaluation = full_with(
            weight_table=weights,
            mobility_term=mobility,
            stability=stability,
            evaporation=evaporation != "off",
            avoid_bad_squares=avoid == "strictly",
            mobility_factor=mobility_factor,
            stability_factor=stability_factor,
        )
    search = AlphaBeta(
        evaluation,
        pruning=pruning,
        history=history,
        take_corners=corners,
        avoid_bad_squares=avoid == "mildly",
        random_evaporation=evaporation == "random",
        width=width,
        threads=threads,
        random_equals=equals == "random",
        seed=seed,
    )
    return SearchPlayer(search, depth=depth, nodes=nodes, time=time)


def make_simple(
    *,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    pruning: bool,
    seed: int | None,
) -> SearchPlayer:
    """The simple AI against which report 000 tested:
    plain alpha-beta with the evaluation `table`.
    """
    from outflank.classics.alphabeta import AlphaBeta

    search = AlphaBeta("table", pruning=pruning, history=False, seed=seed)
    return SearchPlayer(search, depth=depth, nodes=nodes, time=time)


def make_pvs(
    *, depth: int | None, nodes: int | None, time: float | None, eval: str, seed: int | None
) -> SearchPlayer:
    """A player that uses principal variation search."""
    from outflank.classics.pvs import PrincipalVariationSearch

    search = PrincipalVariationSearch(eval, seed=seed)
    return SearchPlayer(search, depth=depth, nodes=nodes, time=time)


def make_mtdf(
    *,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    eval: str,
    zero_windows: bool,
    symmetric: bool,
    equals: str,
    seed: int | None,
) -> SearchPlayer:
    """A player that uses MTD(f)."""
    from outflank.classics.mtdf import MtdF

    search = MtdF(
        eval,
        zero_windows=zero_windows,
        symmetric=symmetric,
        random_equals=equals == "random",
        seed=seed,
    )
    return SearchPlayer(search, depth=depth, nodes=nodes, time=time)


def make_mcts(
    *,
    nodes: int | None,
    time: float | None,
    rollout: str,
    exploration: float,
    threads: int,
    share_tree: bool,
    keep_tree: bool,
    seed: int | None,
) -> SearchPlayer:
    """A player that uses Monte-Carlo tree search."""
    from outflank.classics.mcts import MonteCarloTreeSearch

    search = MonteCarloTreeSearch(
        playouts=rollout,
        exploration=exploration,
        threads=threads,
        share_tree=share_tree,
        keep_tree=keep_tree,
        seed=seed,
    )
    return SearchPlayer(search, nodes=nodes, time=time)
