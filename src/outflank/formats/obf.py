"""OBF: one position per line, with the scores of some of its moves.

::

    <64 squares> X; A2:+38; C7:+36; % a comment

Scores are in discs for the side to move. A line with only a comment belongs to the next position;
comments at the end of a file belong to the last position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

from outflank.errors import FormatError, OutflankError
from outflank.formats.boards import format_board, looks_like_board, parse_board
from outflank.formats.wording import excerpt, placed
from outflank.rules.game import Colour, Game
from outflank.rules.position import Position
from outflank.rules.squares import Square, parse_move, square_name

_SCORE = re.compile(r"([a-h][1-8]|--|pass|pa|ps)\s*:\s*([+-]?[0-9]{1,3})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ObfRecord:
    """One line of an OBF file: a position, the side to move, scored moves, and a comment.

    `scores` are pairs (move, score in discs for the side to move).
    """

    position: Position
    to_move: Colour
    scores: tuple[tuple[Square, int], ...] = ()
    comment: str = ""

    def __post_init__(self) -> None:
        scored: set[Square] = set()
        for move, score in self.scores:
            if move in scored:
                raise FormatError(f"{square_name(move)} is scored twice; keep one of the scores")
            if not -64 <= score <= 64:
                raise FormatError(
                    f"{square_name(move)} cannot score {score}; scores are discs from -64 to +64"
                )
            self.position.play(move)  # raises IllegalMove
            scored.add(move)


def parse_obf(text: str) -> list[ObfRecord]:
    """Read all positions in `text`."""
    records: list[ObfRecord] = []
    comments: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        content, mark, comment = line.removesuffix("\r").partition("%")
        if mark:
            comments.append(comment.removeprefix(" "))
        if content.strip():
            try:
                records.append(_parse_record(content, "\n".join(comments)))
            except OutflankError as error:
                raise placed(error, f"line {number}") from error
            comments = []
    if records and comments:
        last = records.pop()
        comment = "\n".join(filter(None, [last.comment, *comments]))
        records.append(ObfRecord(last.position, last.to_move, last.scores, comment))
    return records


def format_obf(records: Iterable[ObfRecord]) -> str:
    """Write `records`, one position per line."""
    return "".join(_format_record(record) for record in records)


def record_to_game(record: ObfRecord) -> Game:
    """Convert to a game that starts from the position and has one variation for each scored move.

    The first scored move is the main line; the cursor is before it.
    """
    game = Game(record.position, record.to_move)
    game.root.comment = record.comment
    for move, score in record.scores:
        game.go_to_start()
        game.play(move, evaluation=score)
    game.go_to_start()
    return game


def game_to_record(game: Game) -> ObfRecord:
    """The start position of `game`,
    with the evaluations of its first moves rounded to whole discs.
    """
    scores = tuple(
        (child.move, _whole_discs(child.evaluation))
        for child in game.root.children
        if child.evaluation is not None
    )
    return ObfRecord(game.root.position, game.root.to_move, scores, game.root.comment)


def _whole_discs(evaluation: float) -> int:
    if not isfinite(evaluation):
        raise FormatError(f"{evaluation} cannot be written; evaluations are finite numbers")
    return round(evaluation)


def looks_like_obf(head: str) -> bool:
    """Whether a text whose first characters are `head` begins with a
    comment or a one-line position.
    """
    if head.startswith("%"):
        return True
    first, _, rest = head.partition("\n")
    return looks_like_board(first) and (";" in first or "%" in first or _has_another(first, rest))


def _has_another(first: str, rest: str) -> bool:
    """Whether the line `first` is a whole board, not just one row, and is followed by more text."""
    return len(first.split()[0]) >= 64 and bool(rest.strip())


def _parse_record(content: str, comment: str) -> ObfRecord:
    board, *scores = content.split(";")
    position, to_move = parse_board(board)
    parsed = tuple(_parse_score(score) for score in scores if score.strip())
    return ObfRecord(position, to_move, parsed, comment)


def _parse_score(text: str) -> tuple[Square, int]:
    match = _SCORE.fullmatch(text.strip())
    if match is None:
        raise FormatError(f"{excerpt(text.strip())} is not a score; write it like A2:+38")
    return parse_move(match[1]), int(match[2])


def _format_record(record: ObfRecord) -> str:
    line = format_board(record.position, record.to_move) + ";"
    for move, score in record.scores:
        line += f" {square_name(move).upper()}:{score:+d};"
    if not record.comment:
        return f"{line}\n"
    *before, last = record.comment.split("\n")
    return "".join(f"% {text}\n" for text in before) + f"{line} % {last}\n"
