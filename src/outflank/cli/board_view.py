"""Draw a board in the terminal."""

from __future__ import annotations

from typing import TypeAlias

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from outflank.library.opening_names import opening_name
from outflank.rules.game import BLACK, Game, Node
from outflank.rules.squares import Square, square_name

Signs: TypeAlias = tuple[str, str, str]

BOARD = "on #1f7a4d"
BLACK_DISC = f"bold #101010 {BOARD}"
WHITE_DISC = f"bold #ffffff {BOARD}"
LEGAL = f"#9fd8b8 {BOARD}"
LAST_MOVE = "on #2f9a66"

SIGNS = ("●", "○", "·")
"""Signs for a black disc, a white disc and a legal move."""

PLAIN_SIGNS = ("X", "O", ".")
"""The same in ASCII, for encodings without disc characters, such as files on Windows."""


def board_view(game: Game, console: Console) -> RenderableType:
    """The board at the cursor of `game`, with disc counts and legal moves beside it."""
    view = Table.grid(padding=(0, 3))
    view.add_row(board_text(game, console), _summary(game, _signs_for(console)))
    return view


def _signs_for(console: Console) -> Signs:
    try:
        "".join(SIGNS).encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return PLAIN_SIGNS
    return SIGNS


def board_text(game: Game, console: Console) -> Text:
    """The board at the cursor of `game`, with signs and colours that `console` supports."""
    signs, coloured = _signs_for(console), console.color_system is not None
    node = game.current
    last = node.move if node.parent and not node.is_pass else None
    text = Text()
    text.append("   a b c d e f g h\n", style="dim")
    for row in range(8):
        text.append(f" {row + 1} ", style="dim")
        for square in range(row * 8, row * 8 + 8):
            mark, style = _mark(node, square, signs, coloured)
            text.append(f"{mark} ", style=f"{style} {LAST_MOVE}" if square == last else style)
        text.append("\n")
    return text


def _mark(node: Node, square: Square, signs: Signs, coloured: bool) -> tuple[str, str]:
    black, white, legal = signs
    if node.black >> square & 1:
        return black, BLACK_DISC
    if node.white >> square & 1:
        # Without colours the two sides need different shapes.
        return black if coloured and signs == SIGNS else white, WHITE_DISC
    is_legal = node.position.legal_mask >> square & 1
    return (legal, LEGAL) if is_legal else (" " if coloured else "-", BOARD)


def _summary(game: Game, signs: Signs) -> RenderableType:
    node = game.current
    lines = Table.grid(padding=(0, 2))
    lines.add_row("Black", str(node.black.bit_count()))
    lines.add_row("White", str(node.white.bit_count()))
    lines.add_row("Empty", str(node.position.empty_count))
    if opening := opening_name(game):
        lines.add_row("Opening", Text(opening))
    if result := game.result if node.position.is_over() or not node.children else None:
        lines.add_row("Result", str(result))
    elif not node.position.is_over():
        legal = " ".join(square_name(square) for square in node.position.legal_moves())
        to_move = f"Black {signs[0]}" if game.to_move is BLACK else f"White {signs[1]}"
        lines.add_row("To move", to_move)
        lines.add_row("Legal", Text(legal))
    return Group(Text(), lines)
