"""The evaluation of report 004: six terms whose weights change in the course of the game.

The terms are those of the report: corners and squares beside them, mobility, potential mobility,
stability in three grades, square weights, and discs near the end. The report's table of weights was
a picture that is lost, so the weights here were chosen by hand to the same effect: first mobility,
then stability and corners, and discs only when few squares are left.
"""

from __future__ import annotations

from outflank.classics.evaluations.table import table
from outflank.kernels.bits import popcount
from outflank.kernels.features import potential_moves, stable_discs, turnable
from outflank.kernels.jit import inner, kernel, u64
from outflank.kernels.moves import vector_legal_moves
from outflank.rules import squares

CORNER_SQUARES = u64(squares.CORNERS)
X_SQUARES = u64(squares.X_SQUARES)
C_SQUARES = u64(squares.C_SQUARES)
ROWS = u64(0xFF000000000000FF)
COLUMNS = u64(0x8181818181818181)
BY_1, BY_7, BY_8, BY_9 = (u64(n) for n in (1, 7, 8, 9))
NOT_COLUMN_A = u64(0xFEFEFEFEFEFEFEFE)
NOT_COLUMN_H = u64(0x7F7F7F7F7F7F7F7F)

OPENING_DISCS, ENDGAME_DISCS = 20, 48


@inner
def _beside_in_row(discs: int) -> int:
    return discs << BY_1 & NOT_COLUMN_A | discs >> BY_1 & NOT_COLUMN_H


@inner
def _diagonally_beside(discs: int) -> int:
    right = discs << BY_9 & NOT_COLUMN_A | discs >> BY_7 & NOT_COLUMN_A
    return right | discs << BY_7 & NOT_COLUMN_H | discs >> BY_9 & NOT_COLUMN_H


@inner
def _corner_part(player: int, opponent: int) -> int:
    """Points of a side for corners: +20 for each corner, −10 for each disc on an X square and −2 on
    a C square beside a corner of the opponent, −12 for each wedge, −6 for each gap.

    A wedge is a disc of the opponent between an own corner and the next own disc on the same edge;
    a gap is an empty square in that place. Both endanger the edge discs behind them.
    """
    value = 20 * popcount(player & CORNER_SQUARES)
    lost_corners = opponent & CORNER_SQUARES
    value -= 10 * popcount(player & X_SQUARES & _diagonally_beside(lost_corners))
    beside_lost = _beside_in_row(lost_corners) | lost_corners << BY_8 | lost_corners >> BY_8
    value -= 2 * popcount(player & C_SQUARES & beside_lost)

    own_corners = player & CORNER_SQUARES
    behind = player & ROWS
    hole = own_corners << BY_1 & NOT_COLUMN_A & behind >> BY_1
    hole |= own_corners >> BY_1 & NOT_COLUMN_H & behind << BY_1
    behind = player & COLUMNS
    hole |= own_corners << BY_8 & behind >> BY_8
    hole |= own_corners >> BY_8 & behind << BY_8
    value -= 12 * popcount(hole & opponent)
    return value - 6 * popcount(hole & ~(player | opponent))


@inner
def _semi_stable(player: int, opponent: int) -> int:
    """The player's discs with opponent's discs on all four sides,
    or on both sides along an edge.
    """
    left, right = opponent << BY_1 & NOT_COLUMN_A, opponent >> BY_1 & NOT_COLUMN_H
    above, below = opponent << BY_8, opponent >> BY_8
    surrounded = left & right & above & below
    return player & (surrounded | left & right & ROWS | above & below & COLUMNS)


@inner
def _stability_part(player: int, opponent: int) -> int:
    """Points of a side for stability: +5 for each stable disc, +2 for each semi-stable disc, −1 for
    each disc that the opponent can turn at once.
    """
    stable = stable_discs(player, opponent)
    semi_stable = _semi_stable(player, opponent) & ~stable
    return 5 * popcount(stable) + 2 * popcount(semi_stable) - popcount(turnable(opponent, player))


@kernel("i8(u8,u8)")
def phased(player: int, opponent: int) -> int:
    """The weighted sum of the six terms, in points for the player to move."""
    corner = _corner_part(player, opponent) - _corner_part(opponent, player)
    mobility = popcount(vector_legal_moves(player, opponent)) - popcount(
        vector_legal_moves(opponent, player)
    )
    potential = popcount(potential_moves(player, opponent)) - popcount(
        potential_moves(opponent, player)
    )
    stability = _stability_part(player, opponent) - _stability_part(opponent, player)
    discs = popcount(player | opponent)
    if discs < OPENING_DISCS:
        return (
            20 * corner + 30 * mobility + 12 * potential + 10 * stability + table(player, opponent)
        )
    if discs < ENDGAME_DISCS:
        return (
            25 * corner + 25 * mobility + 8 * potential + 15 * stability + table(player, opponent)
        )
    return (
        25 * corner
        + 15 * mobility
        + 3 * potential
        + 25 * stability
        + 10 * (popcount(player) - popcount(opponent))
    )
