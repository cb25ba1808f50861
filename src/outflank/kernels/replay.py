"""Replay many recorded games at once, to check their moves and results."""

from __future__ import annotations

from typing import Any

from outflank.kernels.bits import popcount, single
from outflank.kernels.jit import kernel, u64
from outflank.kernels.moves import vector_flips, vector_legal_moves

START_PLAYER = u64(0x0000000810000000)
START_OPPONENT = u64(0x0000001008000000)
ZERO = u64(0)

NO_MOVE = 255
"""Fills up a row of moves after the last move of a game."""


@kernel("void(u1[:,::1],i2[::1],i2[::1],b1[::1])")
def replay(moves: Any, illegal_move: Any, black_score: Any, finished: Any) -> None:
    """Replay many games from the standard start position.

    Row i of `moves` has game i: squares 0-63 without passes, filled up with `NO_MOVE`. The results
    of game i are written to place i of three arrays: `illegal_move` is the number of the first
    illegal move, counted from 1, or 0 if there is none; `black_score` the score in discs for Black
    after the legal moves, with empty squares for the winner; `finished` whether the game was over
    there.
    """
    for game in range(moves.shape[0]):
        player, opponent = START_PLAYER, START_OPPONENT
        black_to_move = True
        illegal_move[game] = 0
        for index in range(moves.shape[1]):
            square = moves[game, index]
            if square == NO_MOVE:
                break
            if not vector_legal_moves(player, opponent):
                player, opponent = opponent, player
                black_to_move = not black_to_move
            move = single(square)
            if not move & vector_legal_moves(player, opponent):
                illegal_move[game] = index + 1
                break
            flipped = vector_flips(square, player, opponent)
            player, opponent = opponent ^ flipped, player | flipped | move
            black_to_move = not black_to_move
        finished[game] = not (
            vector_legal_moves(player, opponent) or vector_legal_moves(opponent, player)
        )
        own, other = popcount(player), popcount(opponent)
        score = own - other
        empties = 64 - own - other
        if score > 0:
            score += empties
        elif score < 0:
            score -= empties
        black_score[game] = score if black_to_move else -score
