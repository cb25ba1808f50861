"""The whole evaluation of report 000: what counts depends on the phase of the game.

Before there are `EARLY_DISCS` discs only mobility counts (evaporation, 消失子: few discs and many
moves are better than many discs). Later the weight table, mobility and edge stability add up. A
side without discs has lost outright. Every part can be switched off; `full` is the report's choice.
"""

from __future__ import annotations

from functools import cache

from outflank.classics.evaluations import Evaluation
from outflank.classics.evaluations.edges import edges
from outflank.classics.evaluations.mobility import mobility
from outflank.classics.evaluations.table import table
from outflank.kernels.bits import popcount
from outflank.kernels.hashing import hash_position
from outflank.kernels.jit import i64, kernel, u64

EARLY_DISCS = 16
MOBILITY_WEIGHT = 50
EDGE_WEIGHT = 50
WORST = 1_000_000
RANDOM_BITS = u64(31)

# Each corner with the three squares beside it.
CORNER_AND_BESIDE = (
    (u64(1 << 0), u64(0x0000000000000302)),
    (u64(1 << 7), u64(0x000000000000C040)),
    (u64(1 << 56), u64(0x0203000000000000)),
    (u64(1 << 63), u64(0x40C0000000000000)),
)


@cache
def full_with(
    *,
    weight_table: bool = True,
    mobility_term: bool = True,
    stability: bool = True,
    evaporation: bool = True,
    random_evaporation: bool = False,
    avoid_bad_squares: bool = False,
) -> Evaluation:
    """The evaluation with its parts switched on or off, compiled for that choice and cached.

    `random_evaporation` adds a small random number to the early mobility, so that equally mobile
    positions are told apart by chance; the number depends on the position alone, so searches agree
    on it. `avoid_bad_squares` makes a disc beside a corner that is not one's own the worst value.
    """
    use_table, use_mobility, use_edges = int(weight_table), int(mobility_term), int(stability)
    early_discs = EARLY_DISCS if evaporation or random_evaporation else 0
    noisy, strict = int(random_evaporation), int(avoid_bad_squares)

    def evaluate(player: int, opponent: int) -> int:
        if not opponent:
            return WORST if player else 0
        if not player:
            return -WORST
        moves = MOBILITY_WEIGHT * mobility(player, opponent)
        if popcount(player | opponent) < early_discs:
            if noisy:
                moves += noise(player, opponent)
            return moves
        value = 0
        if strict:
            value += WORST * (risks_corner(opponent) - risks_corner(player))
        if use_table:
            value += table(player, opponent)
        if use_mobility:
            value += moves
        if use_edges:
            value += EDGE_WEIGHT * edges(player, opponent)
        return value

    return kernel("i8(u8,u8)")(evaluate)


@kernel("i8(u8,u8)")
def noise(player: int, opponent: int) -> int:
    """A number from 0 to 31 that looks random but belongs to the position."""
    return i64(hash_position(player, opponent) & RANDOM_BITS)


@kernel("i8(u8)")
def risks_corner(discs: int) -> int:
    """1 where a disc stands beside a corner that is not of its own colour, else 0."""
    for corner, beside in CORNER_AND_BESIDE:
        if discs & beside and not discs & corner:
            return 1
    return 0


full = full_with()
