"""Compute the positions of many games with a compiled kernel, for the position index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outflank.formats.boards import parse_board
from outflank.library.incoming import IncomingGame
from outflank.library.keys import KEY_SHIFT
from outflank.library.opening_names import longest_opening, openings_by_key
from outflank.library.position_index import SLOT_SHIFT, Entries, Keys
from outflank.rules.game import BLACK
from outflank.rules.position import Position

ROW_MOVES = 64
"""Length of a row in the array of moves: no game has more moves than the board has squares."""

NO_MOVE = 255
"""Fills a row of the array of moves after the last move of a game."""


@dataclass(frozen=True, slots=True)
class IndexedGames:
    """The positions of a batch of games, one row per game.

    `lengths` are the numbers of positions: one more than the number of legal moves. `keys` and
    `choices` have one column per position: its key, and the move played there with the colour to
    move, as stored in the position index. `game_keys` are hashes of whole games, equal for the
    eight symmetric images of a game.
    """

    keys: Keys
    choices: np.ndarray[Any, np.dtype[np.uint8]]
    lengths: np.ndarray[Any, np.dtype[np.int16]]
    game_keys: np.ndarray[Any, np.dtype[np.int64]]

    def entries(self, rows: Sequence[int], first_slot: int) -> tuple[Keys, Entries]:
        """Keys and entries to add to the position index for the games `rows`.

        The games get consecutive slots (numbers in the index) from `first_slot` on.
        """
        chosen = np.asarray(rows, dtype=np.int64)
        is_used = np.arange(self.keys.shape[1])[None, :] < self.lengths[chosen][:, None]
        slots = np.arange(first_slot, first_slot + len(chosen), dtype=np.uint32)
        entries = slots[:, None] << np.uint32(SLOT_SHIFT) | self.choices[chosen]
        return self.keys[chosen][is_used], entries[is_used]

    def openings(self) -> list[str]:
        """For each game, the usual moves of the last named opening that it passes; '' if none."""
        named = openings_by_key()
        names = sorted(named)
        known = np.array(names, dtype=np.uint64)
        early = self.keys[:, : longest_opening() + 1]
        places = np.minimum(np.searchsorted(known, early), len(known) - 1)
        is_reached = np.arange(early.shape[1])[None, :] < self.lengths[:, None]
        is_named = (known[places] == early) & is_reached
        last = early.shape[1] - 1 - np.argmax(is_named[:, ::-1], axis=1)
        return [
            named[names[places[row, column]]].moves if is_named[row, column] else ""
            for row, column in enumerate(last.tolist())
        ]


def index_games(games: Sequence[IncomingGame]) -> IndexedGames:
    """Replay `games` from their start positions, each up to its end or its first illegal move."""
    from outflank.kernels import indexing

    count = len(games)
    rows = np.full((count, ROW_MOVES), NO_MOVE, dtype=np.uint8)
    players, opponents = (np.empty(count, dtype=np.uint64) for _ in range(2))
    black_begins = np.ones(count, dtype=np.bool_)
    usual = Position.start()
    players[:], opponents[:] = usual.player, usual.opponent
    for row, game in enumerate(games):
        rows[row, : len(game.moves)] = np.frombuffer(game.moves, dtype=np.uint8)
        if game.start is not None:
            position, to_move = parse_board(game.start)
            players[row], opponents[row] = position.player, position.opponent
            black_begins[row] = to_move is BLACK
    keys = np.zeros((count, ROW_MOVES + 1), dtype=np.uint64)
    choices = np.zeros((count, ROW_MOVES + 1), dtype=np.uint8)
    lengths = np.zeros(count, dtype=np.int16)
    game_keys = np.zeros(count, dtype=np.uint64)
    indexing.index_games(rows, players, opponents, black_begins, keys, choices, lengths, game_keys)
    return IndexedGames(
        keys >> np.uint64(KEY_SHIFT),
        choices,
        lengths,
        (game_keys >> np.uint64(1)).astype(np.int64),
    )
