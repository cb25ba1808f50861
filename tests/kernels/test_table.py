"""The transposition table: what goes in comes out, or nothing does."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from numba import types

from outflank.engine.workspace import Table
from outflank.kernels.jit import INTERPRETED, i64, kernel, u64
from outflank.kernels.table import (
    AGE_SHIFT,
    BUCKET_BYTES,
    BUCKET_ENTRIES,
    ENTRY_BYTES,
    NO_SQUARE,
    NOTHING,
    bucket_of,
    depth_of,
    first_move_of,
    load_word,
    lower_of,
    pack,
    probe,
    second_move_of,
    selectivity_of,
    store,
    store_word,
    upper_of,
)
from outflank.kernels.workspace import WORK_TYPE, new_work

SCALE = 1 if INTERPRETED else 20

i8, u8 = types.int64, types.uint64


@kernel(u8(i8, i8, i8, i8, i8, i8, i8))
def packed(
    lower: int, upper: int, depth: int, selectivity: int, first: int, second: int, age: int
) -> int:
    return pack(lower, upper, depth, selectivity, first, second, age)


@kernel(types.UniTuple(i8, 7)(u8))
def unpacked(data: int) -> tuple[int, ...]:
    return (
        lower_of(data),
        upper_of(data),
        depth_of(data),
        selectivity_of(data),
        first_move_of(data),
        second_move_of(data),
        i64(data >> AGE_SHIFT),
    )


@kernel(u8(u8, WORK_TYPE))
def probed(hashed: int, work: Any) -> int:
    return probe(bucket_of(hashed, work), hashed)


@kernel(types.void(u8, i8, i8, i8, i8, i8, i8, WORK_TYPE))
def stored(
    hashed: int,
    lower: int,
    upper: int,
    depth: int,
    selectivity: int,
    first: int,
    second: int,
    work: Any,
) -> None:
    bucket = bucket_of(hashed, work)
    store(bucket, hashed, lower, upper, depth, selectivity, first, second, work)


@kernel(u8(u8))
def word_at(address: int) -> int:
    return load_word(address)


@kernel(types.void(u8, u8))
def write_word(address: int, word: int) -> None:
    store_word(address, word)


class SmallTable:
    """A table of a few buckets, with a record for kernels to find it by."""

    def __init__(self, buckets: int, age: int = 1) -> None:
        self.memory = Table(buckets * BUCKET_BYTES / 2**20)
        assert self.memory.buckets == buckets
        self.work: Any = new_work()
        self.work["table_address"] = self.memory.address
        self.work["table_mask"] = buckets - 1
        self.work["age"] = age

    def store(
        self,
        hashed: int,
        depth: int = 10,
        lower: int = -64,
        upper: int = 64,
        first: int = 0,
        selectivity: int = 0,
    ) -> None:
        stored(hashed, lower, upper, depth, selectivity, first, NO_SQUARE, self.work)

    def probe(self, hashed: int) -> tuple[int, ...] | None:
        data = int(probed(hashed, self.work))
        return None if data == NOTHING else tuple(int(field) for field in unpacked(data))

    def knows(self, hashed: int) -> bool:
        return self.probe(hashed) is not None


def random_hashes(seed: int, count: int) -> list[int]:
    chance = random.Random(seed)
    return [chance.getrandbits(64) for _ in range(count)]


# The data word

EXTREMES = [
    (-16383, 16383, 63, 7, 64, 64, 255),
    (16383, -16383, 0, 0, 0, 0, 0),
    (-64, 64, 60, 0, NO_SQUARE, NO_SQUARE, 1),
    (0, 0, 1, 1, 63, 1, 128),
    (-1, 1, 32, 4, 1, 63, 127),
]


@pytest.mark.parametrize("fields", EXTREMES)
def test_extreme_fields_survive(fields: tuple[int, ...]) -> None:
    assert unpacked(packed(*fields)) == fields


def test_all_fields_survive_each_other() -> None:
    chance = random.Random(1)
    for _ in range(100 * SCALE):
        lower, upper = chance.randint(-16383, 16383), chance.randint(-16383, 16383)
        depth, selectivity = chance.randrange(64), chance.randrange(8)
        first, second, age = chance.randrange(65), chance.randrange(65), chance.randrange(256)
        fields = (lower, upper, depth, selectivity, first, second, age)
        data = packed(*fields)
        assert data != NOTHING
        assert unpacked(data) == fields


# Storing and probing


def test_what_was_stored_is_found_and_nothing_else() -> None:
    table = SmallTable(1024)
    # One for each bucket: none overflows.
    hashes = [hashed & ~1023 | i for i, hashed in enumerate(random_hashes(2, 50 * SCALE))]
    for index, hashed in enumerate(hashes):
        table.store(hashed, depth=index % 60, lower=-index % 65, upper=64, first=index % 64)
    for index, hashed in enumerate(hashes):
        found = (-index % 65, 64, index % 60, 0, index % 64, NO_SQUARE, 1)
        assert table.probe(hashed) == found
    for hashed in random_hashes(3, 50 * SCALE):
        assert not table.knows(hashed)


def test_every_bit_of_the_hash_counts() -> None:
    table = SmallTable(4)
    hashed = random_hashes(4, 1)[0]
    table.store(hashed)
    assert table.knows(hashed)
    for bit in range(64):
        assert not table.knows(hashed ^ 1 << bit)


def test_a_position_is_stored_once() -> None:
    table = SmallTable(1)
    first, *others = random_hashes(5, BUCKET_ENTRIES)
    for other in others:
        table.store(other, depth=20)
    for number, depth in enumerate((0, 10, 10, 50)):  # what is newest is kept
        table.store(first, depth=depth, lower=number)
        found = table.probe(first)
        assert found is not None
        assert (found[0], found[2]) == (number, depth)
    assert all(table.knows(other) for other in others)


@pytest.mark.parametrize(
    ("selectivity", "age", "is_kept"),
    [(3, 1, True), (2, 1, True), (4, 1, False), (3, 2, False), (2, 2, False)],
)
def test_a_deeper_entry_of_the_same_search_is_not_replaced_by_one_as_sure_or_less(
    selectivity: int, age: int, is_kept: bool
) -> None:
    table = SmallTable(1)
    (hashed,) = random_hashes(51, 1)
    table.store(hashed, depth=12, lower=1, selectivity=3)
    table.work["age"] = age
    table.store(hashed, depth=11, lower=2, selectivity=selectivity)
    found = table.probe(hashed)
    assert found is not None
    assert found[0] == (1 if is_kept else 2)


def test_positions_keep_to_their_buckets() -> None:
    table = SmallTable(8)
    hashes = [hashed & ~7 | 5 for hashed in random_hashes(6, BUCKET_ENTRIES)]
    for hashed in hashes:
        table.store(hashed)
    for hashed in random_hashes(7, 50):
        if hashed & 7 != 5:
            table.store(hashed, depth=60)
    assert all(table.knows(hashed) for hashed in hashes)


# Replacement


def test_the_least_deep_entry_gives_way() -> None:
    for order in range(BUCKET_ENTRIES):
        table = SmallTable(1)
        depths = [12, 20, 31, 9][order:] + [12, 20, 31, 9][:order]
        hashes = random_hashes(8, BUCKET_ENTRIES + 1)
        for hashed, depth in zip(hashes, depths, strict=False):
            table.store(hashed, depth=depth)
        table.store(hashes[-1], depth=1)
        known = [table.knows(hashed) for hashed in hashes]
        assert known == [depth != 9 for depth in depths] + [True]


def test_entries_of_earlier_searches_give_way_first() -> None:
    table = SmallTable(1, age=1)
    old_deep, old_shallow, new_deep, new_shallow, *newest = random_hashes(9, 7)
    table.store(old_deep, depth=60)
    table.store(old_shallow, depth=5)
    table.work["age"] = 2
    table.store(new_deep, depth=40)
    table.store(new_shallow, depth=0)
    gone = []
    for hashed in newest:
        table.store(hashed, depth=30)
        everything = (old_deep, old_shallow, new_deep, new_shallow)
        gone.append([name for name in everything if not table.knows(name)])
    assert gone == [
        [old_shallow],
        [old_deep, old_shallow],
        [old_deep, old_shallow, new_shallow],
    ]


def test_old_entries_are_still_found_and_grow_young_when_stored_again() -> None:
    table = SmallTable(1, age=255)
    kept, *others = random_hashes(10, BUCKET_ENTRIES + 1)
    table.store(kept, depth=3)
    table.work["age"] = 0
    found = table.probe(kept)
    assert found is not None
    assert found[-1] == 255
    table.store(kept, depth=3)
    found = table.probe(kept)
    assert found is not None
    assert found[-1] == 0
    for other in others[:-1]:
        table.store(other, depth=2)
    table.store(others[-1], depth=2)
    assert table.knows(kept)


# Races


def test_a_single_wrong_bit_makes_an_entry_unknown() -> None:
    table = SmallTable(1)
    hashed = random_hashes(11, 1)[0]
    table.store(hashed, depth=17, lower=-2, upper=6, first=44)
    for offset in (0, 8):
        place = u64(table.memory.address + offset)
        word = int(word_at(place))
        for bit in range(64):
            write_word(place, u64(word ^ 1 << bit))
            assert not table.knows(hashed)
        write_word(place, u64(word))
        assert table.knows(hashed)


def test_halves_of_two_entries_are_neither() -> None:
    table = SmallTable(1)
    one, other = random_hashes(12, 2)
    table.store(one, depth=17)
    table.store(other, depth=18)
    start = table.memory.address
    first, second = u64(start + 8), u64(start + ENTRY_BYTES + 8)
    data = word_at(first), word_at(second)
    write_word(first, data[1])
    write_word(second, data[0])
    assert not table.knows(one)
    assert not table.knows(other)


HASH_STEP = u64(0x9E3779B97F4A7C15)
FIVE, SCORE_BITS = u64(5), u64(0x1FFF)


@kernel(i8(i8, i8, WORK_TYPE))
def hammer(seed: int, rounds: int, work: Any) -> int:
    """Store and probe the same few positions again and again; how many answers were wrong.

    The bounds of a position are made from its hash and the age, so a mixture shows.
    """
    wrong = 0
    for turn in range(rounds):
        hashed = (u64((seed + turn * 7) % 6) + u64(1)) * HASH_STEP
        told = i64(hashed >> FIVE & SCORE_BITS)
        bucket = bucket_of(hashed, work)
        data = probe(bucket, hashed)
        if data != NOTHING and (
            lower_of(data) != told
            or upper_of(data) - told != i64(data >> AGE_SHIFT)
            or first_move_of(data) != told % 64
        ):
            wrong += 1
        work.age = turn % 256
        store(bucket, hashed, told, told + work.age, turn % 64, 0, told % 64, NO_SQUARE, work)
    return wrong


def test_threads_that_write_the_same_bucket_never_read_a_mixture() -> None:
    table = SmallTable(1)
    rounds = 200 if INTERPRETED else 1_000_000

    def work_of_thread() -> Any:
        work = new_work()
        work["table_address"] = table.memory.address
        return work

    with ThreadPoolExecutor(3) as pool:
        works = [work_of_thread() for _ in range(3)]
        wrong = list(pool.map(lambda seed: hammer(seed, rounds, works[seed]), range(3)))
    assert wrong == [0, 0, 0]


# The table's memory


@pytest.mark.parametrize("megabytes", [1e-9, 0.001, 1, 1.5, 3, 64])
def test_a_table_takes_no_more_than_it_was_given(megabytes: float) -> None:
    table = Table(megabytes)
    assert table.buckets.bit_count() == 1
    taken = table.buckets * BUCKET_BYTES / 2**20
    assert megabytes / 2 < taken <= megabytes or table.buckets == 1
    assert table.address % BUCKET_BYTES == 0


def test_every_search_has_another_age_until_they_come_round() -> None:
    table = Table(0.001)
    ages = []
    for _ in range(256):
        table.begin_search()
        ages.append(table.age)
    assert sorted(ages) == list(range(256))


def test_a_cleared_table_knows_nothing() -> None:
    table = SmallTable(16)
    hashes = random_hashes(13, 40)
    for hashed in hashes:
        table.store(hashed)
    assert any(table.knows(hashed) for hashed in hashes)
    table.memory.clear()
    assert not any(table.knows(hashed) for hashed in hashes)
    assert table.memory.age == 0
