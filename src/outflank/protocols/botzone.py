"""Parsing and formatting of the Reversi protocol of the website Botzone.

The judge, a program of Botzone, sends a request each turn and gets the bot's response. A line of
JSON holds all requests and responses so far, or in later turns only the new request. In the simple
format a line with the number of turns comes first, then one line of two numbers per move. A move is
column and row from 0 to 7; a pass is -1 -1. A pass as the first request means that the bot plays
Black.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from outflank.errors import FormatError
from outflank.formats.wording import excerpt, shown
from outflank.rules.squares import PASS, Square, column_of, row_of, square_at

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
"""Line of output that asks the judge to keep the process running until the next turn."""

_PAIR = re.compile(r"\s*(-?[0-9]{1,3})\s+(-?[0-9]{1,3})\s*")
_COUNT = re.compile(r"\s*[1-9][0-9]{0,2}\s*")


@dataclass(frozen=True, slots=True)
class History:
    """Moves received from the judge (`requests`) and the bot's earlier answers (`responses`).

    `is_whole` means that they are all moves of the game so far, and not only the new request.
    """

    requests: tuple[Square, ...]
    responses: tuple[Square, ...] = ()
    is_whole: bool = True


def is_json(line: str) -> bool:
    """Whether `line` is in the JSON format and not in the simple one."""
    return line.lstrip().startswith("{")


def parse_json(line: str) -> History:
    """Parse a line of the JSON format."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{excerpt(line)} is not JSON: {error}") from None
    if isinstance(message, dict) and "requests" in message:
        requests, responses = message["requests"], message.get("responses")
        moves = requests if isinstance(requests, list) else [requests]
        answers = responses if isinstance(responses, list) else []
        history = History(
            tuple(_parse_point(point) for point in moves),
            tuple(_parse_point(point) for point in answers),
            is_whole=isinstance(responses, list),
        )
    else:
        history = History((_parse_point(message),), is_whole=False)
    if len(history.requests) != len(history.responses) + 1:
        raise FormatError(
            f"there are {len(history.requests)} requests and {len(history.responses)} responses; "
            "there must be one more request than responses"
        )
    return history


def parse_count(line: str) -> int | None:
    """Parse the number of turns in the simple format; None if `line` is not a single number."""
    return int(line) if _COUNT.fullmatch(line) else None


def parse_pair(line: str) -> Square:
    """Parse a move of the simple format: a line of two numbers, column and row."""
    pair = _PAIR.fullmatch(line)
    if pair is None:
        raise FormatError(f"{excerpt(line)} is not a move; write two numbers from 0 to 7")
    return _square(int(pair[1]), int(pair[2]))


def format_json(move: Square, debug: str) -> str:
    """The bot's response in the JSON format; `debug` is text that appears in the match log."""
    return json.dumps({"response": dict(zip("xy", _point(move), strict=True)), "debug": debug})


def format_pair(move: Square) -> str:
    """The bot's response in the simple format: column and row, such as ``2 3``."""
    column, row = _point(move)
    return f"{column} {row}"


def _parse_point(point: Any) -> Square:
    x, y = (point.get("x"), point.get("y")) if isinstance(point, dict) else (None, None)
    if type(x) is not int or type(y) is not int:
        raise FormatError(f"{excerpt(str(point))} is not a move; it needs whole numbers x and y")
    return _square(x, y)


def _square(column: int, row: int) -> Square:
    if not (-1 <= column < 8 and -1 <= row < 8):
        raise FormatError(
            f"column {shown(column)}, row {shown(row)} is off the board; both go from 0 to 7"
        )
    return PASS if column == row == -1 else square_at(column, row)


def _point(move: Square) -> tuple[int, int]:
    return (-1, -1) if move == PASS else (column_of(move), row_of(move))
