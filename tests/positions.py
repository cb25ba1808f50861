"""Boards for tests, as pairs of bitboards (player to move, opponent): from play and beyond it.

Everything is drawn from a seed, so a failure can be run again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, islice
from typing import TypeAlias

from outflank.rules.squares import CORNERS, FULL
from outflank.rules.symmetry import SYMMETRIES, transform
from tests import oracle

Pair: TypeAlias = tuple[int, int]

EDGES = 0xFF818181818181FF
CHECKERBOARD = 0xAA55AA55AA55AA55


def random_play_positions(seed: int, games: int) -> Iterator[Pair]:
    """Every position of `games` random games from the start to the end.

    Positions where the player must pass, and those where the game is over, are among them. The
    oracle plays, so that a bug in the library cannot keep the games away from where it shows.
    """
    chance = random.Random(seed)
    for _ in range(games):
        board = oracle.start()
        yield oracle.bitboards_of(board)
        while not oracle.is_over(board):
            if cells := oracle.legal_moves(board):
                board = oracle.after(board, chance.choice(cells))
            board = oracle.swapped(board)
            yield oracle.bitboards_of(board)


def custom_positions(seed: int, count: int) -> Iterator[Pair]:
    """`count` boards that play does not reach: the extreme ones first, then random ones."""
    chance = random.Random(seed)
    return islice(chain(extreme_positions(), _random_boards(chance)), count)


def extreme_positions() -> Iterator[Pair]:
    """Empty, full, one-coloured, striped and chequered boards, edges, corners and long lines."""
    stripes = 0x5555555555555555
    columns_cd = 0x0C0C0C0C0C0C0C0C
    centre = FULL & ~EDGES
    boards = [
        (0, 0),
        (FULL, 0),
        (CHECKERBOARD, FULL & ~CHECKERBOARD),
        (CHECKERBOARD, 0),
        (CHECKERBOARD & EDGES, FULL & ~CHECKERBOARD & EDGES),
        (CHECKERBOARD & centre, FULL & ~CHECKERBOARD & centre),
        (stripes, FULL & ~stripes),
        (stripes, FULL & ~stripes & ~columns_cd),
        (EDGES, centre),
        (EDGES, 0),
        (EDGES & ~CORNERS, centre),
        (CORNERS, centre),
        (CORNERS, EDGES & ~CORNERS),
        (CORNERS, 0),
        (CORNERS, FULL & ~CORNERS),
        (0x00000000FFFFFFFF, 0xFFFFFFFF00000000),
        # The player sits on one long line's far end, the opponent fills it: the longest flips.
        (1 << 0, 0x7E),
        (1 << 63, 0x0040201008040200),
        (1 << 56, 0x0001010101010100),
        (1 << 7, 0x0002040810204000),
        # Discs on both sides of the seam from h of one row to a of the next: no line joins them.
        (1 << 6 | 1 << 48, 1 << 7 | 1 << 8 | 1 << 55 | 1 << 56),
    ]
    for player, opponent in boards:
        yield player, opponent
        yield opponent, player


def _random_boards(chance: random.Random) -> Iterator[Pair]:
    while True:
        # Mostly boards with something to do; some full, some of one colour, some edges alone.
        density = 1.0 if chance.random() < 0.1 else chance.random()
        share = chance.choice([0.0, 1.0]) if chance.random() < 0.1 else chance.random()
        area = chance.choice([EDGES, FULL & ~EDGES]) if chance.random() < 0.2 else FULL
        occupied = _random_mask(chance, density) & area
        player = _random_mask(chance, share) & occupied
        yield player, occupied & ~player


def _random_mask(chance: random.Random, density: float) -> int:
    return sum(1 << square for square in range(64) if chance.random() < density)


def all_images(player: int, opponent: int) -> Iterator[Pair]:
    """The eight images of a board, in the order of `SYMMETRIES`; the first is the board itself."""
    for symmetry in SYMMETRIES:
        yield transform(player, symmetry), transform(opponent, symmetry)
