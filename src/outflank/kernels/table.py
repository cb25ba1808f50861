"""The transposition table of the engine, shared by all threads without locks.

An entry is two 64-bit words: `data`, and the hash of the position XOR-ed with `data`. Four entries
fill one cache line, called a bucket; a position is always stored in the same bucket. If one thread
reads while another writes, or two write at once, the two words do not belong together, the XOR
gives a wrong hash, and the entry looks like that of another position: a race can only lose an
entry. Two positions with the same 64-bit hash would be confused; with a billion probes this has a
chance of 1 in 10^10.

`data` has a lower and an upper bound of the value, the depth and the selectivity of the search that
found them, and the best moves. Bounds are in the unit of the search (discs in the solver, 1/128
disc in the midgame), within ±16383.
"""

from __future__ import annotations

import ctypes
from typing import Any

from llvmlite import ir

from outflank.kernels.jit import i64, inner, lowered, u64
from outflank.kernels.switches import switched

ENTRY_BYTES = 16
BUCKET_ENTRIES = 4
BUCKET_BYTES = ENTRY_BYTES * BUCKET_ENTRIES

NO_SQUARE = 64
"""Stands for an unknown or missing move."""

_I64 = ir.IntType(64)
_I32 = ir.IntType(32)


def _load_word(address: int) -> int:
    return u64(ctypes.c_uint64.from_address(int(address)).value)


def _store_word(address: int, word: int) -> None:
    ctypes.c_uint64.from_address(int(address)).value = int(word)


def _prefetch(address: int) -> None:
    return None


@lowered("u8(u8)", twin=_load_word)
def load_word(builder: ir.IRBuilder, address: ir.Value) -> ir.Value:
    """Read the 64-bit word at `address`."""
    return builder.load_atomic(
        builder.inttoptr(address, _I64.as_pointer()), ordering="monotonic", align=8
    )


@lowered("void(u8,u8)", twin=_store_word)
def store_word(builder: ir.IRBuilder, address: ir.Value, word: ir.Value) -> None:
    """Write a 64-bit word to `address`."""
    pointer = builder.inttoptr(address, _I64.as_pointer())
    builder.store_atomic(word, pointer, ordering="monotonic", align=8)


@lowered("void(u8)", twin=_prefetch)
def prefetch(builder: ir.IRBuilder, address: ir.Value) -> None:
    """Tell the processor to load the cache line at `address`, which will be read soon."""
    pointer = builder.inttoptr(address, ir.IntType(8).as_pointer())
    function = builder.module.globals.get("llvm.prefetch.p0")
    if function is None:
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, _I32, _I32, _I32])
        function = ir.Function(builder.module, kind, "llvm.prefetch.p0")
    builder.call(function, [pointer, *(ir.Constant(_I32, value) for value in (0, 3, 1))])


# The fields of `data`: lower and upper with an offset of 16384 in 15 bits each, depth 6 bits,
# selectivity 3, first and second move 7 each, age 8, and 3 bits to spare.
OFFSET = 1 << 14
SCORE_MASK = u64(0x7FFF)
DEPTH_MASK = u64(0x3F)
SELECTIVITY_MASK = u64(0x7)
MOVE_MASK = u64(0x7F)
AGE_MASK = u64(0xFF)
UPPER_SHIFT, DEPTH_SHIFT, SELECTIVITY_SHIFT = u64(15), u64(30), u64(36)
FIRST_SHIFT, SECOND_SHIFT, AGE_SHIFT = u64(39), u64(46), u64(56)

NOTHING = u64(0)
"""Returned by `probe` if the position is not in the table; never the data of an entry."""


@inner
def pack(
    lower: int, upper: int, depth: int, selectivity: int, first: int, second: int, age: int
) -> int:
    """Pack the fields of an entry into its data word.

    `lower` and `upper` are the bounds, `first` and `second` the best and the previous best move,
    `age` is the number of the search.
    """
    return (
        u64(lower + OFFSET)
        | u64(upper + OFFSET) << UPPER_SHIFT
        | u64(depth) << DEPTH_SHIFT
        | u64(selectivity) << SELECTIVITY_SHIFT
        | u64(first) << FIRST_SHIFT
        | u64(second) << SECOND_SHIFT
        | u64(age) << AGE_SHIFT
    )


@inner
def lower_of(data: int) -> int:
    """The lower bound in an entry's data word."""
    return i64(data & SCORE_MASK) - OFFSET


@inner
def upper_of(data: int) -> int:
    """The upper bound in an entry's data word."""
    return i64(data >> UPPER_SHIFT & SCORE_MASK) - OFFSET


@inner
def depth_of(data: int) -> int:
    """The depth, in plies, of the search that found the bounds."""
    return i64(data >> DEPTH_SHIFT & DEPTH_MASK)


@inner
def selectivity_of(data: int) -> int:
    """The selectivity of the search that found the bounds,
    as an index from 0 to `probcut.EXACT`.
    """
    return i64(data >> SELECTIVITY_SHIFT & SELECTIVITY_MASK)


@inner
def first_move_of(data: int) -> int:
    """The best move in an entry's data word, or `NO_SQUARE`."""
    return i64(data >> FIRST_SHIFT & MOVE_MASK)


@inner
def second_move_of(data: int) -> int:
    """The move that was best before the present best one, or `NO_SQUARE`."""
    return i64(data >> SECOND_SHIFT & MOVE_MASK)


@inner
def bucket_of(hashed: int, work: Any) -> int:
    """The address of the bucket for the hash `hashed` in the table that all threads share.

    `work` is the state of this search thread.
    """
    return work.table_address + (hashed & work.table_mask) * u64(BUCKET_BYTES)  # type: ignore[no-any-return]


NEAR_BUCKETS = 1 << 12
NEAR_MASK = u64(NEAR_BUCKETS - 1)


@inner
def near_bucket_of(hashed: int, work: Any) -> int:
    """The address of the bucket for the hash `hashed` in the small table of this thread.

    That table has `NEAR_BUCKETS` buckets, a quarter of a megabyte. It stays in the second-level
    cache, where a lookup takes 4 ns; a lookup in the shared table, in main memory, takes 100 ns,
    which is more than searching a node near the end of the game. `work` is the state of this search
    thread.
    """
    return work.near_address + (hashed & NEAR_MASK) * u64(BUCKET_BYTES)  # type: ignore[no-any-return]


@inner
def probe(address: int, hashed: int) -> int:
    """Look up the hash `hashed` in the bucket at `address`; return the data word or `NOTHING`."""
    for _ in range(BUCKET_ENTRIES):
        data = load_word(address + u64(8))
        if load_word(address) ^ data == hashed:
            return data
        address += u64(ENTRY_BYTES)
    return NOTHING


DEEPER_ANSWERS = switched("midgame-deeper-answers", True, off=False)
DEEPER_KEPT = switched("midgame-deeper-kept", True, off=False)


@inner
def answers(known: int, depth: int, work: Any) -> bool:
    """Whether an entry can replace a search to `depth` at the selectivity of `work`.

    `known` is the entry's data word. A selective search also accepts entries of greater depth. A
    full-width search accepts only an equal depth, so that its value is that of plain alpha-beta.
    """
    if selectivity_of(known) < work.selectivity:
        return False
    if depth_of(known) == depth:
        return True
    return DEEPER_ANSWERS and work.tolerance != 0 and depth_of(known) > depth


UNANSWERED = 1 << 15
"""Returned by `known_answer` if the table does not answer; it is not a score."""


@inner
def known_answer(address: int, hashed: int, alpha: int, depth: int, work: Any) -> int:
    """What the table knows about a zero-window search at `alpha` to `depth` plies.

    Returns a lower bound above alpha, an upper bound at or below alpha, or `UNANSWERED`. `address`
    is the bucket of the position, `hashed` its hash. `work` is the state of this search thread.
    """
    known = probe(address, hashed)
    if known != NOTHING and answers(known, depth, work):
        if lower_of(known) > alpha:
            return lower_of(known)
        if upper_of(known) <= alpha:
            return upper_of(known)
    return UNANSWERED


@inner
def store(
    address: int,
    hashed: int,
    lower: int,
    upper: int,
    depth: int,
    selectivity: int,
    first: int,
    second: int,
    work: Any,
) -> None:
    """Write an entry to the bucket at `address`, in place of the position's old or the least useful
    one.

    Entries of earlier searches are the least useful, then those of least depth. But a deeper entry
    of the same position from the same search is not replaced: it answers more searches, its move is
    better, and a shallow probe of one thread would erase what another has just found (5 % fewer
    nodes to 18 plies, 11 % to 22). The other parameters are those of `pack`. `work` is the state of
    this search thread.
    """
    place = address
    least = 1 << 30
    for _ in range(BUCKET_ENTRIES):
        data = load_word(address + u64(8))
        if load_word(address) ^ data == hashed:
            if (
                DEEPER_KEPT
                and depth_of(data) > depth
                and selectivity_of(data) >= selectivity
                and data >> AGE_SHIFT == u64(work.age)
            ):
                return
            place = address
            break
        worth = depth_of(data) if data >> AGE_SHIFT == u64(work.age) else depth_of(data) - 64
        if worth < least:
            least = worth
            place = address
        address += u64(ENTRY_BYTES)
    data = pack(lower, upper, depth, selectivity, first, second, work.age)
    store_word(place, hashed ^ data)
    store_word(place + u64(8), data)
