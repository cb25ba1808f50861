"""Convert finished games to entries of a journal (`arena.journal`) and back, with validation."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TypeVar

from outflank.arena.journal import NOT_OURS
from outflank.arena.messages import GameTask, MatchGame
from outflank.errors import FormatError, OutflankError
from outflank.play.statistics import SideStatistics
from outflank.rules.game import Reason, Result
from outflank.rules.squares import parse_square, square_name

Read = TypeVar("Read")


def game_as_entry(game: MatchGame) -> dict[str, Any]:
    """The journal entry of a finished game.

    It does not hold players and opening: they follow from the game's number and the journal's
    heading.
    """
    return {
        "number": game.task.number,
        "moves": "".join(square_name(move) for move in game.moves),
        "seconds": list(game.seconds),
        "score": game.result.score,
        "reason": game.result.reason.value,
        "detail": game.detail,
        "black": asdict(game.black),
        "white": asdict(game.white),
    }


def game_of_entry(entry: dict[str, Any], task: GameTask) -> MatchGame:
    """The finished game that `entry` describes; `task` has its players and opening.

    An invalid entry raises `ValueError` or `LookupError`.
    """
    moves, detail = entry["moves"], entry["detail"]
    seconds = tuple(_amount(value) for value in entry["seconds"])
    if len(moves) != 2 * len(seconds) or not isinstance(detail, str):
        raise ValueError("moves and seconds differ in number")
    return MatchGame(
        task=task,
        moves=tuple(parse_square(moves[at : at + 2]) for at in range(0, len(moves), 2)),
        seconds=seconds,
        result=Result(whole_number(entry["score"], -64, 64), Reason(entry["reason"])),
        black=_statistics(entry["black"]),
        white=_statistics(entry["white"]),
        detail=detail,
    )


def read_entries(
    entries: Iterable[dict[str, Any]], read: Callable[[dict[str, Any]], Read], path: Path
) -> list[Read]:
    """Convert every entry of a journal with the function `read`.

    An invalid entry, or a second entry with the same game number, raises `FormatError` with the
    line in the journal at `path`.
    """
    found: dict[Any, Read] = {}
    for line, entry in enumerate(entries, 2):
        try:
            game = read(entry)
            is_new = entry["number"] not in found
        except (AttributeError, LookupError, TypeError, ValueError, OutflankError) as error:
            raise FormatError(NOT_OURS, source=str(path), place=f"line {line}") from error
        if not is_new:
            raise FormatError(
                f"game {entry['number']} appears twice; delete one of the two lines",
                source=str(path),
                place=f"line {line}",
            )
        found[entry["number"]] = game
    return list(found.values())


def whole_number(value: Any, least: int, most: int) -> int:
    """Return `value` if it is an integer from `least` to `most`; otherwise raise `ValueError`."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{value!r} is not a number from {least} to {most}")
    return value


def _amount(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value < math.inf:
        raise ValueError(f"{value!r} is not an amount")
    return float(value)


def _statistics(values: dict[str, Any]) -> SideStatistics:
    # Journals of version 0.1.0 have no waited_seconds.
    if set(values) | {"waited_seconds"} != {field.name for field in fields(SideStatistics)}:
        raise ValueError("the figures of a side are not complete")
    for value in values.values():
        _amount(value)
    return SideStatistics(**values)
