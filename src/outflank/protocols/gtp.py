"""Parsing and formatting of the Go Text Protocol, version 2.

A command is a line with an optional number, a name and arguments. A response begins with ``=``, or
``?`` on failure, repeats the number, and ends with an empty line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from outflank.errors import OutflankError
from outflank.formats.wording import excerpt
from outflank.rules.game import BLACK, WHITE, Colour, Game
from outflank.rules.squares import PASS, PASS_NAMES, SQUARES, Square, parse_square, square_name

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_NUMBER = re.compile(r"[0-9]{1,9}")
_TIME = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
_COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}


class GtpFailure(OutflankError):
    """A command failed; the message is the text of the failure response."""


@dataclass(frozen=True, slots=True)
class GtpCommand:
    """One command; `number`, the optional id before its name, is repeated in the response."""

    name: str
    arguments: tuple[str, ...] = ()
    number: str = ""

    def argument(self, index: int, meaning: str) -> str:
        """The argument at `index`; if it is missing, the error message calls it `meaning`."""
        if index >= len(self.arguments):
            raise GtpFailure(f"syntax error: {self.name} needs {meaning}")
        return self.arguments[index]


def parse_gtp(line: str) -> GtpCommand | None:
    """Parse a command; None for an empty line or a comment."""
    words = _CONTROL.sub("", line).partition("#")[0].split()
    number = words.pop(0) if words and _NUMBER.fullmatch(words[0]) else ""
    if not words:
        return GtpCommand("", number=number) if number else None
    return GtpCommand(words[0], tuple(words[1:]), number)


def format_gtp(command: GtpCommand, text: str, *, failed: bool = False) -> str:
    """The response to `command` with this `text`, including the final empty line.

    `failed` makes it a failure response (``?``).
    """
    # An empty line within the text would end the response.
    lines = [line for line in text.splitlines() if line.strip()]
    head = f"{'?' if failed else '='}{command.number} "
    return f"{head}{chr(10).join(lines)}".rstrip() + "\n\n"


# Arguments


def parse_colour(text: str) -> Colour:
    """Parse a colour: ``b``, ``black``, ``w`` or ``white``, in either case."""
    colour = _COLOURS.get(text.lower())
    if colour is None:
        raise GtpFailure(f"syntax error: {excerpt(text)} is not a colour; write black or white")
    return colour


def parse_vertex(text: str) -> Square:
    """Parse a square or a pass; letter case does not matter."""
    if text.lower() in PASS_NAMES:
        return PASS
    try:
        return parse_square(text)
    except OutflankError:
        raise GtpFailure(
            f"syntax error: {excerpt(text)} is not a square; write a1 to h8 or pass"
        ) from None


def parse_count(text: str) -> int:
    """Parse a whole number, 0 or more."""
    if not _NUMBER.fullmatch(text):
        raise GtpFailure(f"syntax error: {excerpt(text)} is not a whole number")
    return int(text)


def parse_seconds(text: str) -> float:
    """Parse a time in seconds. Fractions are accepted, although GTP allows only integers."""
    if not _TIME.fullmatch(text):
        raise GtpFailure(f"syntax error: {excerpt(text)} is not a time in seconds")
    return float(text)


# Answers


def format_vertex(move: Square) -> str:
    """A move as GTP programs write it: ``F5`` or ``pass``."""
    return "pass" if move == PASS else square_name(move).upper()


def format_rows(game: Game) -> list[str]:
    """The eight rows of the board as text: black ``X``, white ``O``, empty ``.``"""
    node = game.current

    def mark(square: Square) -> str:
        if node.black >> square & 1:
            return "X"
        return "O" if node.white >> square & 1 else "."

    return [" ".join(mark(square) for square in SQUARES[row * 8 : row * 8 + 8]) for row in range(8)]


def format_board(game: Game) -> str:
    """The board with coordinates, and whose turn it is."""
    rows = [f"{number} {row}" for number, row in enumerate(format_rows(game), 1)]
    turn = "game over" if game.is_over() else f"{game.to_move} to move"
    return "\n".join([turn, "  a b c d e f g h", *rows])


def format_score(game: Game) -> str:
    """The result of a finished game as ``B+12``, ``W+3`` or ``0``."""
    result = game.result
    if result is None or not game.is_over():
        raise GtpFailure("cannot score: the game is not over")
    if result.winner is None:
        return "0"
    return f"{'B' if result.winner is BLACK else 'W'}+{abs(result.score)}"
