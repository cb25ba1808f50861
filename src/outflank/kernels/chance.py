"""Random numbers in kernels: the generator xorshift64* by Marsaglia and Vigna.

`state` is an array with one 64-bit number, which must not be 0. Every call changes it; the same
initial number gives the same sequence.
"""

from __future__ import annotations

from typing import Any

from outflank.kernels.bits import nth_bit, popcount
from outflank.kernels.jit import i64, inner, u64

SHIFT_12, SHIFT_25, SHIFT_27, HIGH_HALF = u64(12), u64(25), u64(27), u64(32)
MULTIPLIER = u64(0x2545F4914F6CDD1D)


@inner
def _random_high(state: Any) -> int:
    """Advance the generator and return 32 random bits.

    `state` is the state of the random numbers.
    """
    bits = state[0]
    bits ^= bits >> SHIFT_12
    bits ^= bits << SHIFT_25
    bits ^= bits >> SHIFT_27
    state[0] = bits
    return (bits * MULTIPLIER) >> HIGH_HALF  # type: ignore[no-any-return]


@inner
def random_below(count: int, state: Any) -> int:
    """A random integer from 0 to `count` − 1, all equally likely;
    advances the generator's `state`.
    """
    return i64((_random_high(state) * u64(count)) >> HIGH_HALF)


@inner
def random_fraction(state: Any) -> float:
    """A random number above 0 and below 1; advances the generator's `state`."""
    return (i64(_random_high(state)) + 0.5) / 4294967296.0


@inner
def random_square(moves: int, state: Any) -> int:
    """A random square of the bitboard `moves`, all equally likely. Requires at least one.

    `state` is the state of the random numbers.
    """
    return nth_bit(moves, random_below(popcount(moves), state))
