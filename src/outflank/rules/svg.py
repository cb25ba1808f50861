"""Draw a board as an SVG picture: a string that browsers, Jupyter and documents can show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from math import hypot

from outflank.rules.game import BLACK, Colour, Game
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square, column_of, row_of, square_name, squares_of

CELL = 50
"""The side of a square in drawing units. The whole picture is scaled to the size asked for."""

MARGIN = 30
"""Width, in drawing units, of the frame with the coordinates."""

BOARD = 8 * CELL


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a board, as CSS colours."""

    frame: str = "#2b2118"
    frame_text: str = "#e8d9c0"
    board: str = "#1f7a4d"
    grid: str = "#0f4a2d"
    black: str = "#16181a"
    black_shine: str = "#53585e"
    white: str = "#f4f1ea"
    white_shade: str = "#bdb8ac"
    highlight: str = "#f2b134"
    arrow: str = "#f2b134"


CLASSIC = Theme()


def board_svg(
    position: Position | Game,
    *,
    to_move: Colour | None = None,
    last_move: Square | None = None,
    coordinates: bool = True,
    legal: bool = True,
    arrows: Iterable[tuple[Square, Square]] = (),
    marks: Mapping[Square, str] | None = None,
    size: int = 460,
    theme: Theme = CLASSIC,
) -> str:
    """The board as SVG, `size` pixels wide and high.

    A game is drawn at its cursor, with its last move marked. A position has no colours: `to_move`
    is the colour of the side to move, Black by default. `last_move` is marked. `marks` puts a short
    text (a score, a number, a letter) on squares, `arrows` are pairs (from, to) of squares, and
    `legal` draws a small ring on every legal square without a text.
    """
    if isinstance(position, Game):
        last_move = _last_move(position) if last_move is None else last_move
        to_move = to_move or position.to_move
        position = position.position
    to_move = to_move or BLACK
    black, white = position.player, position.opponent
    if to_move is not BLACK:
        black, white = white, black
    marks = marks or {}
    margin = MARGIN if coordinates else 0
    extent = BOARD + 2 * margin
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {extent} {extent}" '
        f'width="{size}" height="{size}" role="img" '
        f'aria-label="{escape(_spoken(black, white, to_move))}">',
        _definitions(theme),
        f'<rect width="{extent}" height="{extent}" rx="6" fill="{theme.frame}"/>',
    ]
    if coordinates:
        parts.append(_coordinates(theme))
    parts.append(f'<g transform="translate({margin} {margin})">')
    parts.append(_grid(theme))
    parts.extend(_disc(square, "black", theme.grid) for square in squares_of(black))
    parts.extend(_disc(square, "white", theme.white_shade) for square in squares_of(white))
    if legal:
        colour = theme.black if to_move is BLACK else theme.white
        unmarked = (square for square in squares_of(position.legal_mask) if square not in marks)
        parts.extend(_ring(square, colour) for square in unmarked)
    if last_move is not None and last_move != PASS:
        parts.append(_dot(last_move, theme.highlight))
    for square, text in marks.items():
        parts.append(_text(square, text, theme.black if white >> square & 1 else "#ffffff"))
    parts.extend(_arrow(start, end, theme.arrow) for start, end in arrows)
    parts.append("</g></svg>")
    return "".join(parts)


def _centre(square: Square) -> tuple[float, float]:
    return (column_of(square) + 0.5) * CELL, (row_of(square) + 0.5) * CELL


def _last_move(game: Game) -> Square | None:
    """The square of the last move before the cursor, ignoring passes; None if there is none."""
    line = reversed(game.current.line())
    return next((node.move for node in line if not node.is_pass), None)


def _spoken(black: int, white: int, to_move: Colour) -> str:
    counts = f"{black.bit_count()} black and {white.bit_count()} white discs"
    return f"Othello board, {counts}, {to_move} to move"


def _definitions(theme: Theme) -> str:
    def gradient(name: str, light: str, dark: str) -> str:
        return (
            f'<radialGradient id="{name}" cx="36%" cy="30%" r="75%">'
            f'<stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{dark}"/>'
            "</radialGradient>"
        )

    return (
        "<defs>"
        + gradient("black", theme.black_shine, theme.black)
        + gradient("white", "#ffffff", theme.white)
        + '<marker id="head" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="3.4" '
        'markerHeight="3.4" orient="auto">'
        f'<path d="M0 0 10 5 0 10z" fill="{theme.arrow}"/></marker></defs>'
    )


def _coordinates(theme: Theme) -> str:
    style = (
        f'fill="{theme.frame_text}" font-family="Verdana,DejaVu Sans,sans-serif" font-size="15" '
        'text-anchor="middle" dominant-baseline="central"'
    )
    labels = []
    for index in range(8):
        along = MARGIN + (index + 0.5) * CELL
        for across in (MARGIN / 2, 1.5 * MARGIN + BOARD):
            labels.append(f'<text x="{along}" y="{across}">{"abcdefgh"[index]}</text>')
            labels.append(f'<text x="{across}" y="{along}">{index + 1}</text>')
    return f"<g {style}>{''.join(labels)}</g>"


def _grid(theme: Theme) -> str:
    lines = "".join(
        f"M{offset} 0V{BOARD}M0 {offset}H{BOARD}" for offset in range(0, BOARD + 1, CELL)
    )
    dots = "".join(
        f'<circle cx="{x * CELL}" cy="{y * CELL}" r="4" fill="{theme.grid}"/>'
        for x in (2, 6)
        for y in (2, 6)
    )
    return (
        f'<rect width="{BOARD}" height="{BOARD}" fill="{theme.board}"/>'
        f'<path d="{lines}" stroke="{theme.grid}" stroke-width="1.6" fill="none"/>{dots}'
    )


def _disc(square: Square, fill: str, edge: str) -> str:
    x, y = _centre(square)
    return (
        f'<circle cx="{x}" cy="{y + 2}" r="21" fill="#000" opacity=".28"/>'
        f'<circle cx="{x}" cy="{y}" r="21" fill="url(#{fill})" stroke="{edge}"/>'
    )


def _ring(square: Square, colour: str) -> str:
    x, y = _centre(square)
    return (
        f'<circle cx="{x}" cy="{y}" r="7" fill="none" stroke="{colour}" stroke-width="2" '
        f'opacity=".6"><title>{square_name(square)}</title></circle>'
    )


def _dot(square: Square, colour: str) -> str:
    x, y = _centre(square)
    return f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>'


def _text(square: Square, text: str, colour: str) -> str:
    x, y = _centre(square)
    return (
        f'<text x="{x}" y="{y}" fill="{colour}" font-family="Verdana,DejaVu Sans,sans-serif" '
        f'font-size="17" text-anchor="middle" dominant-baseline="central">'
        f"{escape(_printable(text))}</text>"
    )


def _printable(text: str) -> str:
    """`text` without characters that XML does not allow, such as control characters."""
    return "".join(character for character in text if character.isprintable())


def _arrow(start: Square, end: Square, colour: str) -> str:
    """The SVG of an arrow. Its line ends before the centre of `end`, so that the tip lies on it."""
    (x1, y1), (x2, y2) = _centre(start), _centre(end)
    length = hypot(x2 - x1, y2 - y1) or 1.0
    x2, y2 = x2 - (x2 - x1) / length * 12, y2 - (y2 - y1) / length * 12
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" '
        'stroke-width="7" stroke-linecap="round" opacity=".85" marker-end="url(#head)"/>'
    )
