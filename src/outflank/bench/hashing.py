"""Time to hash a position, and to compute its canonical form."""

from __future__ import annotations

from outflank.bench.timing import Measurement, best_seconds
from outflank.kernels.hashing import canonical, hash_position
from outflank.kernels.jit import kernel, u64

STEP = u64(0x9E3779B97F4A7C15)


@kernel("u8(i8)")
def _hash_many(count: int) -> int:
    total = bits = STEP
    for _ in range(count):
        bits += STEP
        total ^= hash_position(bits, ~bits)
    return total


@kernel("u8(i8)")
def _canonical_many(count: int) -> int:
    total = bits = STEP
    for _ in range(count):
        bits += STEP
        total ^= canonical(bits, ~bits)[0]
    return total


def measure() -> list[Measurement]:
    """Time both computations over a million positions."""
    million = 1_000_000
    hashing, canonical_form = best_seconds(
        lambda: _hash_many(million), lambda: _canonical_many(million)
    )
    return [
        Measurement(what="hash of a position", value=hashing * 1e3, unit="ns"),
        Measurement(what="canonical form", value=canonical_form * 1e3, unit="ns"),
    ]
