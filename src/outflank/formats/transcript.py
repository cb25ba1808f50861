"""Transcripts: the moves of a game as one word, such as ``f5d6c3``.

Reading accepts upper and lower case, spaces, line breaks, commas and move numbers. A pass may be
written as ``--``, ``pa``, ``ps`` or ``pass``, or left out. Writing leaves passes out, as most
programs do.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

from outflank.errors import FormatError
from outflank.formats.lazy import games_on_demand
from outflank.formats.replay import play_named
from outflank.formats.wording import placed
from outflank.rules.game import BLACK, Colour, Game
from outflank.rules.position import Position
from outflank.rules.squares import PASS, move_names, square_name

_LINE = re.compile(r"^.*\S.*$", re.MULTILINE)
"""Matches a line that is not blank."""

_LINE_OF_NO_GAME = re.compile(
    r"""
    ^ (?=.*\S)                                         # something on the line
    (?! (?: [^\S\n] | , | [0-9]++ [.)]*+ )*+            # and after spaces and a move number
        (?: c4 | d3 | e6 | f5 ) )                      # no first move of Black's
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)


def parse_transcript(text: str, start: Position | None = None, to_move: Colour = BLACK) -> Game:
    """Read the game in `text`, played from `start` with `to_move` to move;
    default: the start position.
    """
    game = Game(start, to_move)
    for name in move_names(text):
        play_named(game, name)
    return game


def format_transcript(game: Game) -> str:
    """Write the main line of `game` in lower case, without passes."""
    return "".join(square_name(move) for move in game.moves() if move != PASS)


def parse_transcripts(text: str) -> Sequence[Game]:
    """Read one game per line if every line begins with a legal first move; else one game in all.

    Collections of many games are parsed when a game is accessed (`formats.lazy`).
    """
    starts = array("Q", (line.start() for line in _LINE.finditer(text)))
    if len(starts) < 2 or _LINE_OF_NO_GAME.search(text):
        return [parse_transcript(text)]
    try:
        return games_on_demand(lambda index: _parse_line(text, starts[index]), len(starts))
    except FormatError:
        # One game may be wrapped so that every line begins with c4, d3, e6 or f5.
        try:
            return [parse_transcript(text)]
        except FormatError:
            pass
        raise


def format_transcripts(games: Sequence[Game]) -> str:
    """Write the main lines of `games`, one per line."""
    return "".join(f"{format_transcript(game)}\n" for game in games)


def looks_like_transcript(head: str) -> bool:
    """Whether a text whose first characters are `head` begins with the name of a square."""
    return _is_square(next(move_names(head), ""))


def _is_square(name: str) -> bool:
    return len(name) == 2 and name[0] in "abcdefghABCDEFGH" and name[1] in "12345678"


def _parse_line(text: str, start: int) -> Game:
    """Read the game on the line of `text` that begins at the offset `start`."""
    end = text.find("\n", start)
    try:
        return parse_transcript(text[start : end if end >= 0 else None])
    except FormatError as error:
        raise placed(error, f"line {text.count(chr(10), 0, start) + 1}") from error
