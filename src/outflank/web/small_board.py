"""Small boards as SVG for lists of games, about 500 bytes each; CSS colours them."""

from __future__ import annotations

from outflank.library.rows import GameRow
from outflank.rules.game import BLACK, Colour
from outflank.rules.position import Position
from outflank.rules.squares import Square

_LINES = "".join(f"M{place} 0v8M0 {place}h8" for place in range(1, 8))


def small_board(position: Position, to_move: Colour, last_move: Square | None = None) -> str:
    """A position as SVG; `last_move` is marked with a small dot."""
    black, white = position.player, position.opponent
    if to_move is not BLACK:
        black, white = white, black
    mark = ""
    if last_move is not None:
        row, column = divmod(last_move, 8)
        mark = f'<path class="of-small__last" d="M{column}.5 {row}.5h0"/>'
    return (
        '<svg class="of-small" viewBox="0 0 8 8" aria-hidden="true">'
        f'<path class="of-small__grid" d="{_LINES}"/>'
        f'<path class="of-small__black" d="{_dots(black)}"/>'
        f'<path class="of-small__white" d="{_dots(white)}"/>{mark}</svg>'
    )


def final_board(row: GameRow) -> str:
    """The final position of a library game as SVG, with its last move marked."""
    return small_board(*row.final_position(), row.moves[-1] if row.moves else None)


def _dots(discs: int) -> str:
    """An SVG path with a dot for each disc: lines of length zero with round caps."""
    return "".join(
        f"M{square % 8}.5 {square // 8}.5h0" for square in range(64) if discs >> square & 1
    )
