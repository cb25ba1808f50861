"""Transcripts: the moves of a game as one word, such as ``f5d6c3``.

Reading is generous: either case, spaces, line breaks, commas, move numbers, and passes written as
``--``, ``pa``, ``ps`` or ``pass`` or left out. Writing leaves passes out, as most programs do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from outflank.errors import FormatError
from outflank.formats.replay import play_named
from outflank.formats.wording import placed
from outflank.rules.game import BLACK, Colour, Game
from outflank.rules.position import Position
from outflank.rules.squares import PASS, parse_square, square_name

_TOKEN = re.compile(
    r"""
    [\s,]+                                    # between moves
    | [0-9]+ [.)]*                            # a move number
    | (?P<move> [a-h][1-8] | -- | pass | pa | ps)
    | (?P<unknown> [^\s,]{1,12})
    """,
    re.IGNORECASE | re.VERBOSE,
)


def parse_transcript(text: str, start: Position | None = None, to_move: Colour = BLACK) -> Game:
    """The game that `text` writes down, played from `start` or else the usual position."""
    game = Game(start, to_move)
    for name in move_names(text):
        play_named(game, name)
    return game


def format_transcript(game: Game) -> str:
    """The main line of `game` in lower case, passes left out."""
    return "".join(square_name(move) for move in game.moves() if move != PASS)


def parse_transcripts(text: str) -> list[Game]:
    """One game a line if every line begins with a first move; otherwise one game over all lines."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) < 2 or not all(_begins_a_game(line) for _, line in lines):
        return [parse_transcript(text)]
    try:
        return [_parse_line(number, line) for number, line in lines]
    except FormatError:
        # One game may be broken where a line happens to begin with c4, d3, e6 or f5.
        try:
            return [parse_transcript(text)]
        except FormatError:
            pass
        raise


def format_transcripts(games: Sequence[Game]) -> str:
    """The main lines of `games`, one a line."""
    return "".join(f"{format_transcript(game)}\n" for game in games)


def looks_like_transcript(head: str) -> bool:
    """Whether text that begins with `head` begins with the name of a square."""
    return _is_square(next(move_names(head), ""))


def move_names(text: str) -> Iterator[str]:
    """The moves in `text` as they are written; whatever is none comes as it is."""
    return (match[0] for match in _TOKEN.finditer(text) if match["move"] or match["unknown"])


def _is_square(name: str) -> bool:
    return len(name) == 2 and name[0] in "abcdefghABCDEFGH" and name[1] in "12345678"


def _begins_a_game(line: str) -> bool:
    name = next(move_names(line), "")
    return _is_square(name) and parse_square(name) in Position.start().legal_moves()


def _parse_line(number: int, line: str) -> Game:
    try:
        return parse_transcript(line)
    except FormatError as error:
        raise placed(error, f"line {number}") from error
