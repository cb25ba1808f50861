"""Playouts: play a position to the end of the game by a fast policy (report 003).

The policy `RANDOM` plays any legal move, `ROXANNE` a random one among the legal squares of the best
class of the Roxanne table (`classics.roxanne`). `state` is a state of `kernels.chance`.
"""

from __future__ import annotations

from typing import Any

from outflank.classics.roxanne import ROXANNE_CLASSES
from outflank.kernels.bits import popcount, single
from outflank.kernels.chance import random_square
from outflank.kernels.jit import inner, u64
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.rules.squares import mask_of

RANDOM, ROXANNE = 0, 1
POLICIES = {"random": RANDOM, "roxanne": ROXANNE}

ROXANNE_MASKS = tuple(u64(mask_of(squares)) for squares in ROXANNE_CLASSES)


@inner
def policy_move(moves: int, policy: int, state: Any) -> int:
    """The square that the policy plays, one of the bitboard `moves`, which must not be empty."""
    if policy == ROXANNE:
        for squares in ROXANNE_MASKS:
            if moves & squares:
                return random_square(moves & squares, state)
    return random_square(moves, state)


@inner
def playout(player: int, opponent: int, policy: int, state: Any) -> float:
    """Play a game to its end; return 1 if the player to move wins,
    0 if the opponent does, ½ for a draw.
    """
    mine = True
    while True:
        moves = vector_legal_moves(player, opponent)
        if not moves:
            player, opponent = opponent, player
            mine = not mine
            moves = vector_legal_moves(player, opponent)
            if not moves:
                break
        square = policy_move(moves, policy, state)
        flipped = vector_flips(square, player, opponent)
        player, opponent = opponent ^ flipped, player | flipped | single(square)
        mine = not mine
    difference = popcount(player) - popcount(opponent)
    if difference == 0:
        return 0.5
    return 1.0 if (difference > 0) == mine else 0.0
