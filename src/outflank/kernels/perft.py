"""Perft: count the leaves of the game tree, to test move generation and measure its speed.

A pass counts as a ply, and a game that ends early counts as one leaf. The moves of the last ply are
not played: they are counted as the bits of the mask of legal moves.
"""

from __future__ import annotations

from outflank.kernels.bits import lowest, popcount
from outflank.kernels.jit import kernel
from outflank.kernels.moves import (
    scalar_flips,
    scalar_legal_moves,
    vector_flips,
    vector_legal_moves,
)


@kernel("i8(u8,u8,i8)")
def perft(player: int, opponent: int, depth: int) -> int:
    """The number of leaves of the game tree at `depth` plies. Requires depth ≥ 1."""
    moves = vector_legal_moves(player, opponent)
    if not moves:
        if depth == 1 or not vector_legal_moves(opponent, player):
            return 1
        return perft(opponent, player, depth - 1)
    if depth == 1:
        return popcount(moves)
    leaves = 0
    while moves:
        square = lowest(moves)
        move = moves & -moves
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player | flipped | move
        if depth == 2:
            # No call for the last ply; a pass or the end of the game is one leaf as well.
            leaves += max(popcount(vector_legal_moves(next_player, next_opponent)), 1)
        else:
            leaves += perft(next_player, next_opponent, depth - 1)
    return leaves


@kernel("i8(u8,u8,i8)")
def scalar_perft(player: int, opponent: int, depth: int) -> int:
    """The same as `perft`, with the scalar move generator,
    to compare its speed with the vector one.
    """
    moves = scalar_legal_moves(player, opponent)
    if not moves:
        if depth == 1 or not scalar_legal_moves(opponent, player):
            return 1
        return scalar_perft(opponent, player, depth - 1)
    if depth == 1:
        return popcount(moves)
    leaves = 0
    while moves:
        square = lowest(moves)
        move = moves & -moves
        moves ^= move
        flipped = scalar_flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player | flipped | move
        if depth == 2:
            # No call for the last ply; a pass or the end of the game is one leaf as well.
            leaves += max(popcount(scalar_legal_moves(next_player, next_opponent)), 1)
        else:
            leaves += scalar_perft(next_player, next_opponent, depth - 1)
    return leaves
