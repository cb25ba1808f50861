"""The rules once more, as a beginner would write them: rays walked on an 8x8 list of lists.

Slow and obvious on purpose, and it shares no code with `outflank.rules.bitboard`, so the two can
only agree by both being right. A cell is `OWN` (the player to move), `OTHER` or `EMPTY`. Functions
that take a colour answer for that colour; bitboards appear only in `board_of` and `mask_of_cells`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

OWN = "X"
OTHER = "O"
EMPTY = "."

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]
"""Row and column, both from 0 at the top left."""

DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
AXES = [(0, 1), (1, 0), (1, 1), (1, -1)]
CELLS = [(row, column) for row in range(8) for column in range(8)]


# Between bitboards and lists


def board_of(player: int, opponent: int) -> Board:
    """The board that two bitboards describe."""

    def mark(row: int, column: int) -> str:
        bit = 2 ** (8 * row + column)
        if player // bit % 2:
            return OWN
        return OTHER if opponent // bit % 2 else EMPTY

    return [[mark(row, column) for column in range(8)] for row in range(8)]


def mask_of_cells(cells: Iterable[Cell]) -> int:
    """The bitboard of `cells`."""
    return sum(2 ** (8 * row + column) for row, column in set(cells))


def bitboards_of(board: Board) -> tuple[int, int]:
    """The two bitboards that describe `board`."""
    return mask_of_cells(cells_of(board, OWN)), mask_of_cells(cells_of(board, OTHER))


def cells_of(board: Board, colour: str) -> list[Cell]:
    """The cells that hold `colour`, which may be `EMPTY`."""
    return [(row, column) for row, column in CELLS if board[row][column] == colour]


def enemy_of(colour: str) -> str:
    """The other colour."""
    return OTHER if colour == OWN else OWN


def on_board(row: int, column: int) -> bool:
    """Whether the cell exists."""
    return 0 <= row <= 7 and 0 <= column <= 7


# The rules


def start() -> Board:
    """The position that every game begins with, seen by Black."""
    board = [[EMPTY] * 8 for _ in range(8)]
    board[3][4] = board[4][3] = OWN
    board[3][3] = board[4][4] = OTHER
    return board


def flips(board: Board, cell: Cell, colour: str = OWN) -> list[Cell]:
    """The discs that turn when `colour` plays on the empty `cell`."""
    turned = []
    for ray in rays_from(*cell):
        passed_over: list[Cell] = []
        for row, column in ray:
            if board[row][column] == colour:
                turned.extend(passed_over)
            if board[row][column] in (colour, EMPTY):
                break
            passed_over.append((row, column))
    return turned


@cache
def rays_from(row: int, column: int) -> list[list[Cell]]:
    """The cells one meets on the way to the border, for each of the eight directions."""
    steps = range(1, 8)
    rays = [[(row + dr * step, column + dc * step) for step in steps] for dr, dc in DIRECTIONS]
    return [[cell for cell in ray if on_board(*cell)] for ray in rays]


def legal_moves(board: Board, colour: str = OWN) -> list[Cell]:
    """The empty cells where `colour` turns at least one disc."""
    return [cell for cell in cells_of(board, EMPTY) if flips(board, cell, colour)]


def after(board: Board, cell: Cell, colour: str = OWN) -> Board:
    """The board after `colour` has played on `cell`; the colours keep their names."""
    played = [row.copy() for row in board]
    for row, column in [cell, *flips(board, cell, colour)]:
        played[row][column] = colour
    return played


def swapped(board: Board) -> Board:
    """The board as the other side sees it."""
    return [[cell if cell == EMPTY else enemy_of(cell) for cell in row] for row in board]


def is_over(board: Board) -> bool:
    """Whether neither side has a move."""
    return not legal_moves(board, OWN) and not legal_moves(board, OTHER)


def score(board: Board) -> int:
    """The result in discs for `OWN`: the winner also gets the empty squares."""
    own, other = len(cells_of(board, OWN)), len(cells_of(board, OTHER))
    if own > other:
        return 64 - 2 * other
    if own < other:
        return 2 * own - 64
    return 0


def perft(board: Board, depth: int) -> int:
    """The lines of play of `depth` plies, a pass being a ply; a game that is over is one line."""
    if depth == 0:
        return 1
    moves = legal_moves(board)
    if moves:
        return sum(perft(swapped(after(board, cell)), depth - 1) for cell in moves)
    return 1 if is_over(board) else perft(swapped(board), depth - 1)


# What evaluations look at


def touching(cell: Cell) -> list[Cell]:
    """The up to eight cells round `cell`."""
    row, column = cell
    return [(row + dr, column + dc) for dr, dc in DIRECTIONS if on_board(row + dr, column + dc)]


def frontier(board: Board) -> list[Cell]:
    """The own discs that touch an empty cell."""
    return _that_touch(board, cells_of(board, OWN), EMPTY)


def potential_moves(board: Board) -> list[Cell]:
    """The empty cells that touch a disc of the other side."""
    return _that_touch(board, cells_of(board, EMPTY), OTHER)


def _that_touch(board: Board, cells: list[Cell], colour: str) -> list[Cell]:
    return [cell for cell in cells if any(board[r][c] == colour for r, c in touching(cell))]


# Stability: what the library proves, derived once more, and an attempt to disprove it by play


def stable_discs(board: Board) -> list[Cell]:
    """The own discs stable by the definition that the library documents.

    An edge disc is stable if no sequence of placements on its edge turns it. Any disc is stable if
    along each axis its line is full, or it stands at the border, or beside an own stable disc.
    """
    stable = {cell for edge in _edges() for cell in _stable_of_edge(board, edge)}
    grew = True
    while grew:
        more = {
            cell
            for cell in cells_of(board, OWN)
            if cell not in stable and all(_is_safe(board, cell, axis, stable) for axis in AXES)
        }
        stable |= more
        grew = bool(more)
    return sorted(stable)


def _is_safe(board: Board, cell: Cell, axis: Cell, stable: set[Cell]) -> bool:
    row, column = cell
    sides = [(row + sign * axis[0], column + sign * axis[1]) for sign in (1, -1)]
    if any(not on_board(*side) or side in stable for side in sides):
        return True
    return all(board[r][c] != EMPTY for r, c in line_through(cell, axis))


def line_through(cell: Cell, axis: Cell) -> list[Cell]:
    """All cells of the line through `cell` along `axis`, itself included."""
    row, column = cell
    line = [(row + step * axis[0], column + step * axis[1]) for step in range(-7, 8)]
    return [place for place in line if on_board(*place)]


def _edges() -> list[list[Cell]]:
    return [line_through(corner, axis) for corner in ((0, 0), (7, 7)) for axis in ((0, 1), (1, 0))]


def _stable_of_edge(board: Board, edge: list[Cell]) -> list[Cell]:
    text = "".join(board[row][column] for row, column in edge)
    return [edge[index] for index in stable_on_edge(text)]


@cache
def stable_on_edge(edge: str) -> frozenset[int]:
    """The indices of the `OWN` discs in eight cells that keep their colour in all continuations."""
    stable = {index for index, colour in enumerate(edge) if colour == OWN}
    for index, colour in enumerate(edge):
        if colour == EMPTY:
            for placed in (OWN, OTHER):
                stable &= stable_on_edge(_edge_after(edge, index, placed))
    return frozenset(stable)


def _edge_after(edge: str, index: int, colour: str) -> str:
    left, right = edge[:index], edge[index + 1 :]
    return _capped(left[::-1], colour)[::-1] + colour + _capped(right, colour)


def _capped(ray: str, colour: str) -> str:
    """The cells of a ray after `colour` was played just before it."""
    run = len(ray) - len(ray.lstrip(enemy_of(colour)))
    return colour * run + ray[run:] if ray[run : run + 1] == colour else ray


def disprove_stability(board: Board, claimed: list[Cell], playouts: int, seed: int) -> str | None:
    """Try to turn one of the `claimed` own discs; the story of how, or None if all attempts failed.

    In each playout either side may move at any time, as if passing were allowed at will. Before
    each move all attacks of the other side are looked at, so what can turn at once does.
    """
    chance = random.Random(seed)
    for _ in range(playouts):
        place, story = board, ""
        while True:
            attacks = [(cell, flips(place, cell, OTHER)) for cell in legal_moves(place, OTHER)]
            for cell, turned in attacks:
                if not set(turned).isdisjoint(claimed):
                    return f"{story} {OTHER}{cell} turns {turned}"
            moves = {OTHER: [cell for cell, _ in attacks], OWN: legal_moves(place, OWN)}
            colours = [colour for colour in moves if moves[colour]]
            if not colours:
                break
            colour = chance.choice(colours)
            cell = chance.choice(moves[colour])
            story += f" {colour}{cell}"
            place = after(place, cell, colour)
    return None
