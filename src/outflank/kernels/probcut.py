"""Multi-ProbCut: a shallow search (the probe) that may replace a deep one.

A search to `probe_depth(depth)` differs from a search to `depth` by an error whose standard
deviation is known from our own games (`training.probcut_fit`): it depends on the depth and on the
number of empties. If the value of the probe lies outside the window by enough deviations, the deep
search is skipped. The confidence sets how many: 1.1 deviations are right in 73 % of all cases, 3.3
in 99 %; at 100 % nothing is cut.

The deviations are in two tables of 64 × 64 numbers in 1/128 disc, by empties and depth: those of
the probe, and those of the static evaluation, which decides whether to probe. A depth that equals
the number of empties is a solve.
"""

from __future__ import annotations

import ctypes
from typing import Any

from llvmlite import ir

from outflank.kernels.bits import popcount
from outflank.kernels.jit import inner, lowered, u64

EXACT = 5
"""The confidence of a search that cuts nothing, as an index; 0 to 4 are 73, 87, 95, 98, 99 %."""

DEVIATIONS = (1.1, 1.5, 2.0, 2.6, 3.3)
"""Standard deviations for each confidence below `EXACT`."""

TOLERANCE_UNIT = 256
"""`work.tolerance` counts deviations in 1/256; 0 switches ProbCut off."""

ERROR_PLACES = 64
MOST_NESTED = 2
"""A probe may contain probes, but those may not."""

FEW_DISCS = 4
"""A side with this many discs or fewer may be wiped out, which no evaluation foresees: no ProbCut
there. The engine once lost 64 : 0 to a player that looks one move ahead, by a move that it scored
+27 at 9 to 14 plies and 73 %; a full-width search of six plies avoids it."""


def _load_error(address: int, index: int) -> int:
    return ctypes.c_int16.from_address(int(address) + 2 * int(index)).value


@lowered("i8(u8,i8)", twin=_load_error)
def load_error(builder: ir.IRBuilder, address: ir.Value, index: ir.Value) -> ir.Value:
    """The 16-bit number at `index` of the table at `address`."""
    pointer = builder.inttoptr(address, ir.IntType(16).as_pointer())
    return builder.sext(builder.load(builder.gep(pointer, [index])), ir.IntType(64))


@inner
def may_probe(player: int, opponent: int, work: Any) -> bool:
    """Whether ProbCut is allowed in this position, at this nesting of probes."""
    return (
        work.tolerance != 0
        and work.probes < MOST_NESTED
        and popcount(player) > FEW_DISCS
        and popcount(opponent) > FEW_DISCS
    )


@inner
def probe_depth(depth: int) -> int:
    """The depth of the probe for a search to `depth`: about half, of the same parity.

    Searches of different parity differ by the value of a move, so they are never compared.
    """
    return 2 * (depth >> 2) + (depth & 1)


@inner
def probe_margin(empties: int, depth: int, work: Any) -> int:
    """How far beyond the window the probe's value must lie, in 1/128 disc."""
    error = load_error(work.errors_address, empties * ERROR_PLACES + depth)
    return error * work.tolerance // TOLERANCE_UNIT  # type: ignore[no-any-return]


@inner
def static_margin(empties: int, depth: int, work: Any) -> int:
    """How far inside the window the evaluation may lie for a probe to be tried."""
    table = work.errors_address + u64(2 * ERROR_PLACES * ERROR_PLACES)
    error = load_error(table, empties * ERROR_PLACES + depth)
    return error * work.tolerance // (2 * TOLERANCE_UNIT)  # type: ignore[no-any-return]
