"""The full evaluation of report 000: its terms depend on the phase of the game.

With fewer than `EARLY_DISCS` discs only mobility counts. The report calls this evaporation
(消失子): few discs and many moves are better than many discs. Later it is the sum of square
weights, mobility and edge stability. A side without discs has lost. Every term can be switched off;
mobility and stability have a factor. `full` has all terms and counts stable edge discs;
`stability="report"` counts edge discs as the report's program does.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from outflank.classics.evaluations import Evaluation
from outflank.classics.evaluations.edge_lines import edge_lines
from outflank.classics.evaluations.edges import edges
from outflank.classics.evaluations.mobility import mobility
from outflank.classics.evaluations.table import table
from outflank.kernels.bits import popcount
from outflank.kernels.jit import compile_own, kernel, u64

EARLY_DISCS = 16
MOBILITY_FACTOR = 50
STABILITY_FACTOR = 50
"""`MOBILITY_FACTOR` and `STABILITY_FACTOR` are the weights, in points, that the report gives to a
legal move and to a stable edge disc.
"""

WORST = 1_000_000

Stability: TypeAlias = Literal["anchored", "report", "off"]
"""How stable edge discs are counted: like the evaluation `edges`,
like `edge_lines`, or not at all.
"""

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
    stability: Stability = "anchored",
    evaporation: bool = True,
    avoid_bad_squares: bool = False,
    mobility_factor: int = MOBILITY_FACTOR,
    stability_factor: int = STABILITY_FACTOR,
) -> Evaluation:
    """The evaluation of report 000 with the terms that are switched on, compiled for this choice.

    `evaporation` counts only mobility early in the game. `avoid_bad_squares` gives the worst value
    to a side with a disc beside a corner that it does not own. Only evaluations with the report's
    factors are cached on disk, as there are few of them.
    """
    use_table, use_mobility = int(weight_table), int(mobility_term)
    use_edges, use_edge_lines = int(stability == "anchored"), int(stability == "report")
    early_discs = EARLY_DISCS if evaporation else 0
    strict = int(avoid_bad_squares)

    def evaluate(player: int, opponent: int) -> int:
        if not opponent:
            return WORST if player else 0
        if not player:
            return -WORST
        moves = mobility_factor * mobility(player, opponent)
        if popcount(player | opponent) < early_discs:
            return moves
        value = 0
        if strict:
            value += WORST * (risks_corner(opponent) - risks_corner(player))
        if use_table:
            value += table(player, opponent)
        if use_mobility:
            value += moves
        if use_edges:
            value += stability_factor * edges(player, opponent)
        if use_edge_lines:
            value += stability_factor * edge_lines(player, opponent)
        return value

    signature = "i8(u8,u8)"
    if (mobility_factor, stability_factor) == (MOBILITY_FACTOR, STABILITY_FACTOR):
        return kernel(signature)(evaluate)
    return compile_own(evaluate, signature)


@kernel("i8(u8)")
def risks_corner(discs: int) -> int:
    """1 if a disc in `discs` is beside a corner that is not in `discs`, else 0."""
    for corner, beside in CORNER_AND_BESIDE:
        if discs & beside and not discs & corner:
            return 1
    return 0


full = full_with()
