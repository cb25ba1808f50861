"""A player for trained evaluations: a plain search with a neural network or linear patterns.

Both evaluations are computed from the board alone and used by the same search, so that a match at
equal time compares only the evaluations. The engine with its own search is much stronger.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from outflank.classics.evaluations import Evaluation, compiled
from outflank.classics.pvs import PrincipalVariationSearch
from outflank.engine import networks
from outflank.engine import weights as weight_files
from outflank.engine.networks import Kind, Network
from outflank.engine.weights import Weights
from outflank.files import read_bytes
from outflank.kernels.bits import popcount
from outflank.kernels.jit import u64
from outflank.kernels.linear import linear_value
from outflank.kernels.network import pattern_network_value, raw_network_value
from outflank.players.searching import SearchPlayer


def make_network(
    *,
    weights: str | None,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    seed: int | None,
) -> SearchPlayer:
    """A player that uses principal variation search with the evaluation in the file `weights`.

    None means the network that comes with Outflank. `depth` is in plies, `time` in seconds per
    move.
    """
    search = PrincipalVariationSearch(evaluation_in(weights), seed=seed)
    return SearchPlayer(search, depth=depth, nodes=nodes, time=time)


_kept_alive: list[Network | Weights] = []
"""Objects whose arrays compiled evaluations read by address; they are never freed."""


@cache
def evaluation_in(file: str | None) -> Evaluation:
    """The evaluation in a network file or weights file; None means the network shipped with
    Outflank.

    Each file is read once per process.
    """
    if file is None:
        return network_evaluation(networks.shipped())
    data = read_bytes(Path(file))
    if data.startswith(weight_files.SEAL.magic):
        return linear_evaluation(weight_files.from_bytes(data, file))
    return network_evaluation(networks.from_bytes(data, file))


def linear_evaluation(linear: Weights) -> Evaluation:
    """A compiled evaluation by linear patterns, for classic searches, in 1/`DISC` of a disc."""
    _kept_alive.append(linear)
    address = u64(linear.address)

    def evaluate(player: int, opponent: int) -> int:
        return linear_value(player, opponent, address)

    return compiled(evaluate)


def network_evaluation(network: Network) -> Evaluation:
    """A compiled evaluation by a neural network, for classic searches, in 1/`DISC` of a disc."""
    _kept_alive.append(network)
    shape = network.shape
    width = shape.width
    phases = np.array([shape.phase_of(discs) for discs in range(65)], dtype=np.uint64)
    dense, dense_bytes = u64(network.dense.ctypes.data), u64(network.dense[0].nbytes)
    embeddings = u64(network.embeddings.ctypes.data)
    embedding_bytes = u64(network.embeddings[0].nbytes)

    def evaluate_patterns(player: int, opponent: int) -> int:
        phase = phases[popcount(player | opponent)]
        return pattern_network_value(
            player,
            opponent,
            embeddings + phase * embedding_bytes,
            dense + phase * dense_bytes,
            width,
        )

    def evaluate_raw(player: int, opponent: int) -> int:
        phase = phases[popcount(player | opponent)]
        return raw_network_value(player, opponent, dense + phase * dense_bytes, width)

    return compiled(evaluate_patterns if shape.kind is Kind.PATTERNS else evaluate_raw)
