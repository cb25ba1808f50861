"""A board in the terminal."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from outflank.rules.game import BLACK, Game
from outflank.rules.squares import Square, square_name

BOARD = "on #1f7a4d"
BLACK_DISC = f"bold #101010 {BOARD}"
WHITE_DISC = f"bold #ffffff {BOARD}"
LEGAL = f"#9fd8b8 {BOARD}"
LAST_MOVE = "on #2f9a66"


def board_view(game: Game, console: Console) -> RenderableType:
    """The board at the cursor of `game` beside a few lines about it."""
    view = Table.grid(padding=(0, 3))
    view.add_row(_board(game, coloured=console.color_system is not None), _summary(game))
    return view


def _board(game: Game, coloured: bool) -> Text:
    node = game.current
    legal = node.position.legal_mask
    last = node.move if node.parent and not node.is_pass else None
    text = Text()
    text.append("   a b c d e f g h\n", style="dim")
    for row in range(8):
        text.append(f" {row + 1} ", style="dim")
        for square in range(row * 8, row * 8 + 8):
            mark, style = _mark(node.black, node.white, legal, square, coloured)
            text.append(f"{mark} ", style=f"{style} {LAST_MOVE}" if square == last else style)
        text.append("\n")
    return text


def _mark(black: int, white: int, legal: int, square: Square, coloured: bool) -> tuple[str, str]:
    if black >> square & 1:
        return "●", BLACK_DISC
    if white >> square & 1:
        # Without colours only the shape can tell the two apart.
        return "●" if coloured else "○", WHITE_DISC
    return ("·", LEGAL) if legal >> square & 1 else (" " if coloured else "-", BOARD)


def _summary(game: Game) -> RenderableType:
    node = game.current
    lines = Table.grid(padding=(0, 2))
    lines.add_row("Black", str(node.black.bit_count()))
    lines.add_row("White", str(node.white.bit_count()))
    lines.add_row("Empty", str(node.position.empty_count))
    if result := game.result if node.position.is_over() or not node.children else None:
        lines.add_row("Result", str(result))
    elif not node.position.is_over():
        legal = " ".join(square_name(square) for square in node.position.legal_moves())
        lines.add_row("To move", "Black ●" if game.to_move is BLACK else "White ○")
        lines.add_row("Legal", Text(legal))
    return Group(Text(), lines)
