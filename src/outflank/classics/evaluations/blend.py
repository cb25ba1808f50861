"""Make your own evaluation as a weighted sum of features.

>>> from outflank.classics.evaluations.blend import blend
>>> mine = blend(mobility=8, corners=300, discs=1)
>>> mine(0x0000000810000000, 0x0000001008000000)
0
"""

from __future__ import annotations

from functools import cache

from outflank.classics.evaluations import Evaluation
from outflank.classics.evaluations.edges import edges as edge_difference
from outflank.classics.evaluations.mobility import mobility as mobility_difference
from outflank.classics.evaluations.table import table as table_difference
from outflank.kernels.bits import popcount
from outflank.kernels.features import frontier as frontier_discs
from outflank.kernels.features import potential_moves, stable_discs
from outflank.kernels.jit import kernel, u64
from outflank.rules import squares

CORNERS = u64(squares.CORNERS)


@cache
def blend(
    *,
    discs: int = 0,
    mobility: int = 0,
    potential: int = 0,
    corners: int = 0,
    edges: int = 0,
    stability: int = 0,
    frontier: int = 0,
    table: int = 0,
) -> Evaluation:
    """Make an evaluation from features, each weighted by the number given, which is in points.

    Each feature is the player's count minus the opponent's: `discs`, legal moves (`mobility`),
    empty squares beside discs of the other side (`potential`), `corners`, stable `edges` discs,
    proved stable discs (`stability`), discs beside an empty square (`frontier`), and square weights
    (`table`). The evaluation is compiled for these weights and cached; a feature of weight 0 costs
    no time.
    """

    def evaluate(player: int, opponent: int) -> int:
        value = 0
        if discs:
            value += discs * (popcount(player) - popcount(opponent))
        if mobility:
            value += mobility * mobility_difference(player, opponent)
        if potential:
            own = popcount(potential_moves(player, opponent))
            value += potential * (own - popcount(potential_moves(opponent, player)))
        if corners:
            value += corners * (popcount(player & CORNERS) - popcount(opponent & CORNERS))
        if edges:
            value += edges * edge_difference(player, opponent)
        if stability:
            own = popcount(stable_discs(player, opponent))
            value += stability * (own - popcount(stable_discs(opponent, player)))
        if frontier:
            own = popcount(frontier_discs(player, opponent))
            value += frontier * (own - popcount(frontier_discs(opponent, player)))
        if table:
            value += table * table_difference(player, opponent)
        return value

    return kernel("i8(u8,u8)")(evaluate)
