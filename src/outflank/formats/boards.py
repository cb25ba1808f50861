"""Board strings: the 64 squares row by row, then the side to move.

Many dialects are read. A black disc is one of ``X x * B b ●``, a white disc one of ``O o W w ○``,
an empty square one of ``- . _``; rows may be separated by spaces or line breaks, with or without
coordinates. If both ``X`` and ``*`` occur, ``*`` marks a legal move, as in ``print(position)``.
Black is to move unless the text says otherwise.
"""

from __future__ import annotations

import re
from typing import Any

from outflank.errors import FormatError
from outflank.formats.wording import excerpt
from outflank.rules.game import BLACK, WHITE, Colour, Node
from outflank.rules.position import Position
from outflank.rules.squares import SQUARES, Square, mask_of, square_name

BLACK_MARKS = "Xx*Bb●"
WHITE_MARKS = "OoWw○"
EMPTY_MARKS = "-._"

_SIDES = dict.fromkeys(BLACK_MARKS, BLACK) | dict.fromkeys(WHITE_MARKS, WHITE)
_CELLS = BLACK_MARKS + WHITE_MARKS + EMPTY_MARKS

_COLUMN_NAMES = re.compile(
    rf"^[ \t]*{'[ ]*'.join('abcdefgh')}[ \t]*\r?$", re.MULTILINE | re.IGNORECASE
)
_ROW_NAMES = re.compile(r"^[ \t]*[1-8]|[1-8](?=[ \t]*\r?$)", re.MULTILINE)
# A single mark after a longer run is the side to move, even if a square is missing.
_LONE_SIDE = re.compile(r"\S\S\s+(?P<side>\S)\s*\Z")
_BOARD_HEAD = re.compile(rf"\s*1?(\s*[{re.escape(_CELLS)}]){{8}}")


def parse_board(text: str) -> tuple[Position, Colour]:
    """Read a board string; return the position, from the point of view of the side to move,
    and the colour of that side.
    """
    drawn = _without_coordinates(text)
    lone_side = _LONE_SIDE.search(drawn)
    places = _first_marks(drawn[: lone_side.start("side")] if lone_side else drawn, 64)
    marks = "".join(drawn[place] for place in places)
    for square, mark in enumerate(marks):
        if mark not in _CELLS:
            raise FormatError(
                f"{mark!r} is not a square of a board; write X for black, O for white, - for empty",
                place=f"character {places[square] + 1} ({square_name(square)})",
            )
    if len(marks) < 64:
        raise FormatError(f"the board has {len(marks)} squares; it needs 64")
    if "*" in marks and "X" in marks.upper():
        marks = marks.replace("*", "-")
    black, white = _mask(marks, BLACK_MARKS), _mask(marks, WHITE_MARKS)
    to_move = _parse_side(drawn, places[-1] + 1)
    return (Position(black, white) if to_move is BLACK else Position(white, black)), to_move


def format_board(position: Position, to_move: Colour) -> str:
    """The position as 64 characters, ``X`` (Black), ``O`` (White) or ``-``,
    a space, and the side to move.
    """
    squares = "".join(mark_on(position, to_move, square) for square in SQUARES)
    return f"{squares} {'X' if to_move is BLACK else 'O'}"


def node_as_dict(node: Node) -> dict[str, Any]:
    """The position of `node` as a dictionary for JSON.
    Every JSON result about a position begins with these fields.
    """
    return {
        "position": format_board(node.position, node.to_move),
        "to_move": node.to_move.value,
        "empties": node.position.empty_count,
    }


def mark_on(position: Position, to_move: Colour, square: Square) -> str:
    """The content of `square` as a character: ``X`` (Black), ``O`` (White) or ``-`` (empty)."""
    if position.player >> square & 1:
        return "X" if to_move is BLACK else "O"
    if position.opponent >> square & 1:
        return "O" if to_move is BLACK else "X"
    return "-"


def looks_like_board(head: str) -> bool:
    """Whether a text whose first characters are `head` begins with
    column names or a row of a board.
    """
    return bool(_BOARD_HEAD.match(_COLUMN_NAMES.sub("", head, count=1)))


def _without_coordinates(text: str) -> str:
    """`text` with row and column names replaced by spaces, so that all offsets stay the same."""
    if "\n" not in text.strip():
        return text
    for names in (_COLUMN_NAMES, _ROW_NAMES):
        text = names.sub(lambda match: " " * len(match[0]), text)
    return text


def _first_marks(text: str, number: int) -> list[int]:
    """The offsets of the first `number` characters that are not white space."""
    places: list[int] = []
    for match in re.finditer(r"\S", text):
        places.append(match.start())
        if len(places) == number:
            break
    return places


def _mask(marks: str, wanted: str) -> int:
    return mask_of(square for square, mark in enumerate(marks) if mark in wanted)


def _parse_side(text: str, offset: int) -> Colour:
    side = text[offset:].strip()
    if not side:
        return BLACK
    if side not in _SIDES:
        raise FormatError(
            f"{excerpt(side)} is not a side to move; write X for Black or O for White",
            place=f"character {text.index(side, offset) + 1}",
        )
    return _SIDES[side]
