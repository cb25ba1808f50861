"""Index recorded games by position, for the opening explorer of the library.

Every position gets a 64-bit key, the same for its eight symmetric images. `outflank.library.keys`
has functions with the same results in plain Python, for lookups without Numba.
"""

from __future__ import annotations

from typing import Any

from outflank.kernels.bits import single
from outflank.kernels.hashing import hash_position, mirror_columns, mirror_rows, transpose
from outflank.kernels.jit import i64, inner, kernel, u64
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.replay import NO_MOVE

NO_CHOICE = 64
"""Written as the move played in the last position of a game, where no move follows."""

BLACK_BIT = 128
"""Added to a move in `choices` if Black played it."""

GAME_FACTOR = u64(0x9E3779B97F4A7C15)
LAST_COLUMN, LAST_ROW, COLUMN_BITS, ROW_SHIFT = i64(7), i64(56), i64(7), i64(3)


@inner
def _canonical_choice(player: int, opponent: int, square: int) -> tuple[int, int, int]:
    """The canonical image of a position, as (player, opponent, square), with `square` mapped into
    it.

    If the position is symmetric, several squares are possible; the smallest is taken.
    """
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
    """Compute the keys of all positions of many games. Row i of each array belongs to game i.

    Input: `moves` has the squares (0-63) in order, without passes, filled up with `NO_MOVE`;
    `players`, `opponents` and `black_begins` are the start positions.

    Output: `lengths` is the number of positions, one more than the number of legal moves; `keys`
    has the key of each position and `choices` the move played there, both for the canonical image
    of the position; `game_keys` is a hash of the whole game, the same for its eight images.
    Positions in which the side to move must pass are left out.
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
