"""Bit counting and scanning against Python's own."""

from __future__ import annotations

import random
from typing import Any

import pytest

from outflank.kernels.bits import highest, lowest, nth_bit, popcount, scanned_bit, single
from outflank.kernels.jit import kernel


@kernel("i8(u8)")
def compiled_popcount(bits: int) -> int:
    return popcount(bits)


@kernel("i8(u8)")
def compiled_lowest(bits: int) -> int:
    return lowest(bits)


@kernel("i8(u8)")
def compiled_highest(bits: int) -> int:
    return highest(bits)


@kernel("u8(i8)")
def compiled_single(square: int) -> int:
    return single(square)


@kernel("i8(u8,i8)")
def compiled_nth_bit(bits: int, index: int) -> int:
    return nth_bit(bits, index)


@kernel("i8(u8,i8)")
def compiled_scanned_bit(bits: int, index: int) -> int:
    return scanned_bit(bits, index)


@pytest.fixture(scope="module")
def masks() -> list[int]:
    chance = random.Random(1)
    edges = [0, 1, 1 << 63, (1 << 64) - 1]
    singles = [1 << square for square in range(64)]
    return edges + singles + [chance.getrandbits(64) >> chance.randrange(64) for _ in range(500)]


def test_bits_agree_with_python(masks: list[int]) -> None:
    for bits in masks:
        assert compiled_popcount(bits) == bin(bits).count("1")
        assert compiled_highest(bits) == bits.bit_length() - 1
        digits = bin(bits)[2:]
        assert compiled_lowest(bits) == (len(digits) - len(digits.rstrip("0")) if bits else 64)


def test_single_is_one_square() -> None:
    assert [compiled_single(square) for square in range(64)] == [1 << n for n in range(64)]


@pytest.mark.parametrize("choose", [compiled_nth_bit, compiled_scanned_bit])
def test_chosen_bit_has_so_many_below_it(choose: Any, masks: list[int]) -> None:
    for bits in masks:
        places = [place for place in range(64) if bits >> place & 1]
        assert [choose(bits, index) for index in range(len(places))] == places
