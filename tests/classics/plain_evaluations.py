"""The evaluations once more, cell by cell on lists, from what the reports say about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tests import oracle
from tests.oracle import EMPTY, OTHER, OWN, Board, Cell

WEIGHTS_000 = [
    [150, -80, 10, 10, 10, 10, -80, 150],
    [-80, -90, 5, 5, 5, 5, -90, -80],
    [10, 5, 1, 1, 1, 1, 5, 10],
    [10, 5, 1, 1, 1, 1, 5, 10],
    [10, 5, 1, 1, 1, 1, 5, 10],
    [10, 5, 1, 1, 1, 1, 5, 10],
    [-80, -90, 5, 5, 5, 5, -90, -80],
    [150, -80, 10, 10, 10, 10, -80, 150],
]

WEIGHTS_002 = [
    [500, -150, 30, 10, 10, 30, -150, 500],
    [-150, -250, 0, 0, 0, 0, -250, -150],
    [30, 0, 1, 2, 2, 1, 0, 30],
    [10, 0, 2, 16, 16, 2, 0, 10],
    [10, 0, 2, 16, 16, 2, 0, 10],
    [30, 0, 1, 2, 2, 1, 0, 30],
    [-150, -250, 0, 0, 0, 0, -250, -150],
    [500, -150, 30, 10, 10, 30, -150, 500],
]

CORNERS: list[Cell] = [(0, 0), (0, 7), (7, 0), (7, 7)]

LOST_OUTRIGHT = 1_000_000


# Features: what the player to move has


def count(board: Board) -> int:
    return len(oracle.cells_of(board, OWN))


def move_count(board: Board) -> int:
    return len(oracle.legal_moves(board))


def potential_count(board: Board) -> int:
    return len(oracle.potential_moves(board))


def corner_count(board: Board) -> int:
    return sum(board[row][column] == OWN for row, column in CORNERS)


def stable_count(board: Board) -> int:
    return len(oracle.stable_discs(board))


def frontier_count(board: Board) -> int:
    return len(oracle.frontier(board))


def weight_000(board: Board) -> int:
    return sum(WEIGHTS_000[row][column] for row, column in oracle.cells_of(board, OWN))


def weight_002(board: Board) -> int:
    return sum(WEIGHTS_002[row][column] for row, column in oracle.cells_of(board, OWN))


def anchored_count(board: Board) -> int:
    """Edge discs that own discs join to an own corner along that edge."""
    anchored = set()
    for row, column in CORNERS:
        for axis in ((0, 1), (1, 0)):
            line = oracle.line_through((row, column), axis)
            if line[0] != (row, column):
                line.reverse()
            for cell in line:
                if board[cell[0]][cell[1]] != OWN:
                    break
                anchored.add(cell)
    return len(anchored)


EDGE_LINES: list[tuple[Cell, Cell, list[tuple[str, str]]]] = [
    ((0, 0), (1, 1), [("a1 g1", "a2 a8"), ("b2 f2", "b3 b7")]),
    ((0, 7), (1, 6), [("a1 g1", "h1 h7"), ("b2 f2", "g2 g6")]),
    ((7, 7), (6, 6), [("b8 h8", "h1 h7"), ("c7 g7", "g2 g6")]),
    ((7, 0), (6, 1), [("b8 h8", "a2 a8"), ("c7 g7", "b3 b7")]),
]
"""A corner, the cell inside it, and the ends of the lines that each of them lets count."""


def edge_line_count(board: Board) -> int:
    """What the code of report 000 counts at owned corners."""
    total = 0
    for corner, inside, (edges_here, second_ring) in EDGE_LINES:
        if board[corner[0]][corner[1]] == OWN:
            total += sum(_own_between(board, ends) for ends in edges_here)
            if board[inside[0]][inside[1]] == OWN:
                total += sum(_own_between(board, ends) for ends in second_ring)
    return total


def _own_between(board: Board, ends: str) -> int:
    first, last = ends.split()
    rows = range(int(first[1]) - 1, int(last[1]))
    columns = range(ord(first[0]) - ord("a"), ord(last[0]) - ord("a") + 1)
    return sum(board[row][column] == OWN for row in rows for column in columns)


def turnable_count(board: Board) -> int:
    """Discs of the other side that a move could turn."""
    return len({cell for move in oracle.legal_moves(board) for cell in oracle.flips(board, move)})


def corner_part(board: Board) -> int:
    """What report 004 counts at the corners."""
    value = 0
    for corner_row, corner_column in CORNERS:
        # Steps that lead from the corner into the board.
        down = 1 if corner_row == 0 else -1
        right = 1 if corner_column == 0 else -1
        corner = board[corner_row][corner_column]
        beside = [(down, 0), (0, right)]
        if corner == OWN:
            value += 20
            for row_step, column_step in beside:
                near = board[corner_row + row_step][corner_column + column_step]
                behind = board[corner_row + 2 * row_step][corner_column + 2 * column_step]
                if behind == OWN:
                    value -= {OTHER: 12, EMPTY: 6, OWN: 0}[near]
        if corner == OTHER:
            if board[corner_row + down][corner_column + right] == OWN:
                value -= 10
            for row_step, column_step in beside:
                if board[corner_row + row_step][corner_column + column_step] == OWN:
                    value -= 2
    return value


def stability_part(board: Board) -> int:
    """What report 004 counts for stable, semi-stable and unstable discs."""
    stable = set(oracle.stable_discs(board))
    semi_stable = {cell for cell in oracle.cells_of(board, OWN) if _is_enclosed(board, cell)}
    unstable = turnable_count(oracle.swapped(board))
    return 5 * len(stable) + 2 * len(semi_stable - stable) - unstable


def _is_enclosed(board: Board, cell: Cell) -> bool:
    """The other side on all four sides, or on both sides along the edge that the disc is on."""
    row, column = cell

    def other_at(row: int, column: int) -> bool:
        return oracle.on_board(row, column) and board[row][column] == OTHER

    along_row = other_at(row, column - 1) and other_at(row, column + 1)
    along_column = other_at(row - 1, column) and other_at(row + 1, column)
    on_row_edge, on_column_edge = row in (0, 7), column in (0, 7)
    return (
        (along_row and along_column)
        or (on_row_edge and along_row)
        or (on_column_edge and along_column)
    )


Feature: TypeAlias = Callable[[Board], int]


def difference(feature: Feature, board: Board) -> int:
    """A feature of one's own less the other side's."""
    return feature(board) - feature(oracle.swapped(board))


# Evaluations: scores for the player to move


def discs(board: Board) -> int:
    return difference(count, board)


def table(board: Board) -> int:
    return difference(weight_000, board)


def mobility(board: Board) -> int:
    return difference(move_count, board)


def edges(board: Board) -> int:
    return difference(anchored_count, board)


def edge_lines(board: Board) -> int:
    return difference(edge_line_count, board)


def positional(board: Board) -> int:
    return difference(weight_002, board)


def corners(board: Board) -> int:
    value = (
        difference(count, board)
        + 8 * difference(move_count, board)
        + 300 * difference(corner_count, board)
        + difference(turnable_count, board)
    )
    if oracle.is_over(board) and discs(board):
        value += 5000 if discs(board) > 0 else -5000
    return value


def full(
    board: Board,
    *,
    weight_table: bool = True,
    mobility_term: bool = True,
    stability: str = "anchored",
    evaporation: bool = True,
    avoid_bad_squares: bool = False,
) -> int:
    own, other = count(board), count(oracle.swapped(board))
    if not own or not other:
        return LOST_OUTRIGHT * ((own > 0) - (other > 0))
    if evaporation and own + other < 16:
        return 50 * mobility(board)
    value = 0
    if weight_table:
        value += table(board)
    if mobility_term:
        value += 50 * mobility(board)
    if stability != "off":
        value += 50 * (edges if stability == "anchored" else edge_lines)(board)
    if avoid_bad_squares:
        value += LOST_OUTRIGHT * (_stands_badly(oracle.swapped(board)) - _stands_badly(board))
    return value


def _stands_badly(board: Board) -> bool:
    """Whether a disc touches a corner that is not of its own colour."""
    return any(
        board[row][column] != OWN and any(board[r][c] == OWN for r, c in oracle.touching(corner))
        for corner in CORNERS
        for row, column in [corner]
    )


def phased(board: Board) -> int:
    parts = [
        difference(feature, board)
        for feature in (corner_part, move_count, potential_count, stability_part, weight_000, count)
    ]
    occupied = 64 - len(oracle.cells_of(board, EMPTY))
    if occupied < 20:
        weights = [20, 30, 12, 10, 1, 0]
    elif occupied < 48:
        weights = [25, 25, 8, 15, 1, 0]
    else:
        weights = [25, 15, 3, 25, 0, 10]
    return sum(weight * part for weight, part in zip(weights, parts, strict=True))


EVALUATIONS: dict[str, Feature] = {
    "discs": discs,
    "table": table,
    "mobility": mobility,
    "edges": edges,
    "edge_lines": edge_lines,
    "full": full,
    "corners": corners,
    "positional": positional,
    "phased": phased,
}
