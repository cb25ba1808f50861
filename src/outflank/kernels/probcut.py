"""Multi-ProbCut: skip a deep search if a shallow search (the probe) makes its result likely enough.

The value of a search to `probe_depth(depth)` differs from that of a search to `depth` by an error.
Its standard deviation was measured on the engine's own games (`training.probcut_fit`) and depends
on the depth and the number of empty squares. If the value of the probe lies outside the search
window by enough standard deviations, the deep search is skipped. The confidence level sets how
many: 1.1 are right in 73 % of all cases, 3.3 in 99 %; at 100 % nothing is skipped.

The standard deviations are in two tables of 64 × 64 numbers in 1/128 disc, indexed by empty squares
and depth: one for the probe, and one for the static evaluation, which decides whether a probe is
worth trying. A depth equal to the number of empty squares means an exact solve.
"""

from __future__ import annotations

import ctypes
from typing import Any

from llvmlite import ir

from outflank.kernels.bits import popcount
from outflank.kernels.jit import inner, lowered, u64

EXACT = 5
"""The confidence level of a search that cuts nothing (100 %). Confidence levels are indices: 0 to 4
mean 73, 87, 95, 98 and 99 %.
"""

DEVIATIONS = (1.1, 1.5, 2.0, 2.6, 3.3)
"""For each confidence level below `EXACT`, the number of standard deviations required for a cut."""

TOLERANCE_UNIT = 256
"""`work.tolerance` is the required number of standard deviations times 256;
0 switches ProbCut off.
"""

ERROR_PLACES = 64
MOST_NESTED = 2
"""How deep probes may be nested: a probe may use probes itself, but those may not."""

FEW_DISCS = 4
"""ProbCut is not used if a side has this many discs or fewer, because it may be wiped out, which no
evaluation foresees. The engine once lost 64 : 0 to a player that looks one move ahead, by a move
that it scored +27 at 9 to 14 plies and 73 %; a full-width search of six plies avoids it.
"""


def _load_error(address: int, index: int) -> int:
    return ctypes.c_int16.from_address(int(address) + 2 * int(index)).value


@lowered("i8(u8,i8)", twin=_load_error)
def load_error(builder: ir.IRBuilder, address: ir.Value, index: ir.Value) -> ir.Value:
    """The standard deviation at `index` of the table at `address`, a 16-bit number."""
    pointer = builder.inttoptr(address, ir.IntType(16).as_pointer())
    return builder.sext(builder.load(builder.gep(pointer, [index])), ir.IntType(64))


@inner
def may_probe(player: int, opponent: int, work: Any) -> bool:
    """Whether ProbCut may be tried here: it is on, probes are not nested too deep, and no side has
    too few discs.

    `work` is the state of this search thread.
    """
    return (
        work.tolerance != 0
        and work.probes < MOST_NESTED
        and popcount(player) > FEW_DISCS
        and popcount(opponent) > FEW_DISCS
    )


@inner
def probe_depth(depth: int) -> int:
    """The depth of the probe for a search to `depth`: about half of it, and odd or even alike.

    Values of searches to odd and to even depths differ systematically, so they are never compared.
    """
    return 2 * (depth >> 2) + (depth & 1)


@inner
def probe_margin(empties: int, depth: int, work: Any) -> int:
    """How far outside the search window the probe's value must lie for a cut, in 1/128 disc.

    `work` is the state of this search thread.
    """
    error = load_error(work.errors_address, empties * ERROR_PLACES + depth)
    return error * work.tolerance // TOLERANCE_UNIT  # type: ignore[no-any-return]


@inner
def static_margin(empties: int, depth: int, work: Any) -> int:
    """How far inside the window the static evaluation may lie for a probe to be tried, in 1/128
    disc.

    `work` is the state of this search thread.
    """
    table = work.errors_address + u64(2 * ERROR_PLACES * ERROR_PLACES)
    error = load_error(table, empties * ERROR_PLACES + depth)
    return error * work.tolerance // (2 * TOLERANCE_UNIT)  # type: ignore[no-any-return]
