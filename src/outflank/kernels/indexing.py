"""Index recorded games by position: a key for every position, equal for its eight images.

`outflank.library.keys` has the twins in plain Python, for lookups without Numba.
"""

from __future__ import annotations

from typing import Any

from outflank.kernels.bits import single
from outflank.kernels.hashing import hash_position, mirror_columns, mirror_rows, transpose
from outflank.kernels.jit import i64, inner, kernel, u64
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.replay import NO_MOVE

NO_CHOICE = 64
"""The choice in the last position of a record, where no move follows."""

BLACK_BIT = 128
"""Set in a choice that was Black's."""

GAME_FACTOR = u64(0x9E3779B97F4A7C15)
LAST_COLUMN, LAST_ROW, COLUMN_BITS, ROW_SHIFT = i64(7), i64(56), i64(7), i64(3)


@inner
def _canonical_choice(player: int, opponent: int, square: int) -> tuple[int, int, int]:
    """The smallest image of a position, and the smallest square that `square` has in it."""
    least_player, least_opponent, least_square = player, opponent, square
    for image in range(1, 8):
        # The order of images of `hashing.canonical`, with the square transformed as well.
        if image == 4:
            player, opponent = transpose(player), transpose(opponent)
            square = (square & COLUMN_BITS) << ROW_SHIFT | square >> ROW_SHIFT
        elif image % 2 == 1:
            player, opponent = mirror_columns(player), mirror_columns(opponent)
            square = square ^ LAST_COLUMN
        else:
            player, opponent = mirror_rows(player), mirror_rows(opponent)
            square = square ^ LAST_ROW
        if player < least_player or (player == least_player and opponent < least_opponent):
            least_player, least_opponent, least_square = player, opponent, square
        elif player == least_player and opponent == least_opponent and square < least_square:
            least_square = square
    return least_player, least_opponent, least_square


@kernel("void(u1[:,::1],u8[::1],u8[::1],b1[::1],u8[:,::1],u1[:,::1],i2[::1],u8[::1])")
def index_games(
    moves: Any,
    players: Any,
    opponents: Any,
    black_begins: Any,
    keys: Any,
    choices: Any,
    lengths: Any,
    game_keys: Any,
) -> None:
    """Index one game a row: squares 0-63 without passes, then `NO_MOVE`.

    `players`, `opponents` and `black_begins` are the start positions. For each game, `lengths` is
    the number of positions, which is one more than the number of legal moves; `keys` and `choices`
    are the positions' keys and the moves played there, in the position's canonical form.
    `game_keys` hashes the whole game, equal for its eight images. A position in which the side to
    move must pass is left out.
    """
    for game in range(moves.shape[0]):
        player, opponent = players[game], opponents[game]
        black_to_move = black_begins[game]
        game_key = u64(0)
        count = 0
        while True:
            legal = vector_legal_moves(player, opponent)
            if not legal and vector_legal_moves(opponent, player):
                player, opponent = opponent, player
                black_to_move = not black_to_move
                legal = vector_legal_moves(player, opponent)
            square = i64(NO_MOVE)
            if count < moves.shape[1]:
                square = i64(moves[game, count])
            is_legal = square != NO_MOVE and single(square) & legal != u64(0)
            least_player, least_opponent, least_square = _canonical_choice(
                player, opponent, square if is_legal else i64(0)
            )
            key = hash_position(least_player, least_opponent)
            keys[game, count] = key
            game_key = (game_key ^ key) * GAME_FACTOR
            choice = least_square if is_legal else NO_CHOICE
            choices[game, count] = choice + BLACK_BIT if black_to_move else choice
            count += 1
            if not is_legal:
                break
            flipped = vector_flips(square, player, opponent)
            player, opponent = opponent ^ flipped, player | flipped | single(square)
            black_to_move = not black_to_move
        lengths[game] = count
        game_keys[game] = game_key ^ game_key >> u64(29)
