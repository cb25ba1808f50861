"""Time of one evaluation from the two bitboards: neural networks against linear patterns."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from outflank.bench.timing import Measurement, best_seconds
from outflank.engine.networks import Kind, Network, Shape
from outflank.engine.weights import Weights
from outflank.kernels.jit import kernel, u64
from outflank.kernels.linear import linear_value
from outflank.kernels.network import pattern_network_value, raw_network_value
from outflank.rules.position import Position

GAMES = 500
DISCS = 36
WIDTHS = (16, 32)


@kernel("i8(u8[::1],u8[::1],u8)")
def _linear(players: Any, opponents: Any, weights: int) -> int:
    total = 0
    for row in range(players.size):
        total += linear_value(players[row], opponents[row], weights)
    return total


@kernel("i8(u8[::1],u8[::1],u8,u8,i8)")
def _patterns(players: Any, opponents: Any, embeddings: int, dense: int, width: int) -> int:
    total = 0
    for row in range(players.size):
        total += pattern_network_value(players[row], opponents[row], embeddings, dense, width)
    return total


@kernel("i8(u8[::1],u8[::1],u8,i8)")
def _raw(players: Any, opponents: Any, dense: int, width: int) -> int:
    total = 0
    for row in range(players.size):
        total += raw_network_value(players[row], opponents[row], dense, width)
    return total


def measure() -> list[Measurement]:
    """Time the evaluations on positions of random games.

    The weights are zero, which does not change the time.
    """
    players, opponents = _boards()
    linear = Weights.zeros()
    calls: dict[str, Callable[[], object]] = {
        "linear patterns": lambda: _linear(players, opponents, linear.address)
    }
    for width in WIDTHS:
        calls[f"pattern network of width {width}"] = _call(_patterns, Kind.PATTERNS, width)
        calls[f"raw network of width {width}"] = _call(_raw, Kind.RAW, width)
    seconds = best_seconds(*calls.values(), rounds=20)
    return [
        Measurement(
            what=f"value of a position by {name}, against linear patterns",
            value=one / len(players) * 1e9,
            unit="ns",
            ratio=seconds[0] / one,
        )
        for name, one in zip(calls, seconds, strict=True)
    ]


def _call(run: Callable[..., int], kind: Kind, width: int) -> Callable[[], object]:
    players, opponents = _boards()
    network = Network.zeros(Shape(kind, width, (0,)))
    addresses = [u64(network.embeddings.ctypes.data)] if kind is Kind.PATTERNS else []

    def call() -> int:
        return run(players, opponents, *addresses, u64(network.dense.ctypes.data), width)

    return call


def _boards() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Fixed positions with about the same number of discs, like the leaves of a search."""
    choice = random.Random(5)
    boards = []
    for _ in range(GAMES):
        position = Position.start()
        while position.occupied.bit_count() < DISCS and not position.is_over():
            position = position.play(choice.choice(position.legal_moves()))
        boards.append((position.player, position.opponent))
    players, opponents = np.array(boards, dtype=np.uint64).T
    return players.copy(), opponents.copy()
