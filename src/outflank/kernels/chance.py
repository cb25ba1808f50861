"""Random numbers in kernels: Marsaglia's xorshift (64 bits, multiplied).

Its state is an array of one number, which must not be 0; the same state gives the same numbers.
"""

from __future__ import annotations

from typing import Any

from outflank.kernels.bits import nth_bit, popcount
from outflank.kernels.jit import i64, inner, u64

SHIFT_12, SHIFT_25, SHIFT_27, HIGH_HALF = u64(12), u64(25), u64(27), u64(32)
MULTIPLIER = u64(0x2545F4914F6CDD1D)


@inner
def _random_high(state: Any) -> int:
    """32 random bits."""
    bits = state[0]
    bits ^= bits >> SHIFT_12
    bits ^= bits << SHIFT_25
    bits ^= bits >> SHIFT_27
    state[0] = bits
    return (bits * MULTIPLIER) >> HIGH_HALF  # type: ignore[no-any-return]


@inner
def random_below(count: int, state: Any) -> int:
    """A random number from 0 to count − 1."""
    return i64((_random_high(state) * u64(count)) >> HIGH_HALF)


@inner
def random_fraction(state: Any) -> float:
    """A random number above 0 and below 1."""
    return (i64(_random_high(state)) + 0.5) / 4294967296.0


@inner
def random_square(moves: int, state: Any) -> int:
    """One of the squares in `moves`, all with the same chance. Requires at least one."""
    return nth_bit(moves, random_below(popcount(moves), state))
