"""Play one game under the referee, and keep the details that reports print."""

from __future__ import annotations

from typing import Any

from outflank.arena.referee import play_game
from outflank.formats.transcript import format_transcript
from outflank.play.time_control import UNLIMITED
from outflank.players.making import make_player
from outflank.rules.game import BLACK, WHITE, Game


def play_once(
    black: str, white: str, *, seed: int = 1, opening: Game | None = None
) -> dict[str, Any]:
    """Play a game between two players, given by specs such as ``engine:level=5``.

    Returns moves, times, discs and the final board as a dictionary for JSON. The game starts with
    the moves of `opening`, which have no times.
    """
    players = make_player(black, seed=seed), make_player(white, seed=seed + 1)
    record = play_game(*players, start=opening, time_control=UNLIMITED)
    for player in players:
        player.close()
    nodes = [node for node in record.game.main_line() if not node.is_pass]
    position = record.game.position
    to_move = record.game.to_move
    discs = {to_move: position.player, to_move.other: position.opponent}
    return {
        "black": black,
        "white": white,
        "moves": format_transcript(record.game),
        "seconds": [node.seconds for node in nodes],
        "is_black": [node.mover is BLACK for node in nodes],
        "board": _board(record.game),
        "discs": [discs[colour].bit_count() for colour in (BLACK, WHITE)],
        "last_seconds": [record.black.last_seconds, record.white.last_seconds],
        "total_seconds": [record.black.seconds, record.white.seconds],
    }


def _board(game: Game) -> str:
    """The board as text with coordinates, in the format of report 000 (docs/reports.md)."""
    position = game.position
    black, white = position.player, position.opponent
    if game.to_move is WHITE:
        black, white = white, black
    rows = ["  A B C D E F G H"]
    for row in range(8):
        cells = (
            "X" if black >> square & 1 else "O" if white >> square & 1 else "."
            for square in range(8 * row, 8 * row + 8)
        )
        rows.append(f"{row + 1} {' '.join(cells)}")
    return "\n".join(rows)
