"""Playouts: a position played to its end by a quick policy (report 003).

`RANDOM` plays any legal move. `ROXANNE` plays by Canosa's priority table: the best class of squares
that has a legal move, and a random square of that class.
"""

from __future__ import annotations

from typing import Any

from outflank.kernels.bits import nth_bit, popcount, single
from outflank.kernels.jit import i64, inner, u64
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.rules.squares import mask_of, parse_square

RANDOM, ROXANNE = 0, 1
POLICIES = {"random": RANDOM, "roxanne": ROXANNE}

ROXANNE_TABLE = (
    "a1 h1 a8 h8",
    "c3 f3 c6 f6",
    "c4 f4 c5 f5 d3 e3 d6 e6",
    "a3 h3 a6 h6 c1 f1 c8 f8",
    "a4 h4 a5 h5 d1 e1 d8 e8",
    "b3 g3 b6 g6 c2 f2 c7 f7",
    "b4 g4 b5 g5 d2 e2 d7 e7",
    "b2 g2 b7 g7",
    "a2 h2 a7 h7 b1 g1 b8 g8",
)
"""The classes of squares, best first."""

ROXANNE_MASKS = tuple(
    u64(mask_of(parse_square(name) for name in names.split())) for names in ROXANNE_TABLE
)

SHIFT_12, SHIFT_25, SHIFT_27, HIGH_HALF = u64(12), u64(25), u64(27), u64(32)
MULTIPLIER = u64(0x2545F4914F6CDD1D)


@inner
def random_below(count: int, work: Any) -> int:
    """A random number from 0 to count − 1, by Marsaglia's xorshift (64 bits, multiplied)."""
    state = work.random
    state ^= state >> SHIFT_12
    state ^= state << SHIFT_25
    state ^= state >> SHIFT_27
    work.random = state
    high = (state * MULTIPLIER) >> HIGH_HALF
    return i64((high * u64(count)) >> HIGH_HALF)


@inner
def random_square(moves: int, work: Any) -> int:
    """One of the squares in `moves`, all with the same chance. Requires at least one."""
    return nth_bit(moves, random_below(popcount(moves), work))


@inner
def policy_move(moves: int, policy: int, work: Any) -> int:
    """The square that the policy plays. Requires at least one legal move."""
    if policy == ROXANNE:
        for squares in ROXANNE_MASKS:
            if moves & squares:
                return random_square(moves & squares, work)
    return random_square(moves, work)


@inner
def playout(player: int, opponent: int, policy: int, work: Any) -> float:
    """1 if the player to move wins, 0 if the opponent does, ½ for a draw."""
    mine = True
    while True:
        moves = vector_legal_moves(player, opponent)
        if not moves:
            player, opponent = opponent, player
            mine = not mine
            moves = vector_legal_moves(player, opponent)
            if not moves:
                break
        square = policy_move(moves, policy, work)
        flipped = vector_flips(square, player, opponent)
        player, opponent = opponent ^ flipped, player | flipped | single(square)
        mine = not mine
    difference = popcount(player) - popcount(opponent)
    if difference == 0:
        return 0.5
    return 1.0 if (difference > 0) == mine else 0.0
