"""Move generation: perft with vector kernels against the equivalent scalar ones."""

from __future__ import annotations

from outflank.bench.timing import Measurement, best_seconds
from outflank.kernels.perft import perft, scalar_perft
from outflank.rules.position import Position


def measure() -> list[Measurement]:
    """Time perft(11) for the speed, and perft(9) with both in turns for the ratio."""
    start = Position.start()
    vector, scalar = best_seconds(
        lambda: perft(start.player, start.opponent, 9),
        lambda: scalar_perft(start.player, start.opponent, 9),
        rounds=8,
    )
    (whole,) = best_seconds(lambda: perft(start.player, start.opponent, 11), rounds=3)
    leaves = perft(start.player, start.opponent, 11)
    return [
        Measurement(
            what="perft(11), vector kernels against scalar twins",
            value=leaves / whole / 1e6,
            unit="M leaves/s",
            ratio=scalar / vector,
        )
    ]
