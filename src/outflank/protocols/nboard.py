"""Parsing and formatting of the NBoard protocol, version 2.

The board program and the engine send each other lines, and ignore unknown ones. A move is written
``F5``, a pass ``PA``. Evaluations are in discs for the side to move.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from outflank.players.thinking import Thought
from outflank.rules.squares import PASS, Square, square_name

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")

_COMMANDS: dict[str, bool] = {
    "nboard": True,
    "set depth": True,
    "set game": False,
    "set contempt": False,
    "move": False,
    "hint": True,
    "go": False,
    "ping": True,
    "learn": False,
    "analyze": False,
    "quit": False,
}
"""The known commands, and whether the argument of each is a number."""


@dataclass(frozen=True, slots=True)
class NBoardCommand:
    """One command; `argument` is the rest of the line, `number` its value if it is an integer."""

    name: str
    argument: str = ""
    number: int = 0


def parse_nboard(line: str) -> NBoardCommand | None:
    """Parse a command; None for a line that is unknown and must be ignored."""
    name, _, argument = line.strip().partition(" ")
    if name == "set":
        word, _, argument = argument.strip().partition(" ")
        name = f"set {word}"
    if name not in _COMMANDS:
        return None
    argument = argument.strip()
    if not _COMMANDS[name]:
        return NBoardCommand(name, argument)
    if name == "hint" and not argument:
        argument = "1"
    if not _WHOLE_NUMBER.fullmatch(argument):
        return None
    return NBoardCommand(name, argument, int(argument))


def parse_move_notes(argument: str) -> tuple[str, float, float]:
    """Parse ``F5/1.5/12`` into move name, evaluation in discs, and seconds.

    A missing or invalid number becomes 0.
    """
    name, *notes = argument.split("/")
    evaluation, seconds = (_number(note) for note in (*notes, "", "")[:2])
    return name.strip(), evaluation, seconds


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def format_move(move: Square) -> str:
    """A move as NBoard writes it: ``F5``, or ``PA`` for a pass."""
    return "PA" if move == PASS else square_name(move).upper()


def format_search(thought: Thought) -> str:
    """The line that reports an intermediate result of a search, or a move of the opening book."""
    line = "".join(format_move(move) for move in thought.line)
    depth = "100%" if thought.is_exact else str(thought.depth)
    if thought.is_from_book:
        return f"book {line} {thought.score:.2f} 0 {depth}"
    text = "" if thought.is_in_discs else " not in discs"
    return f"search {line} {thought.score:.2f} 0 {depth}{text}"


def format_answer(move: Square, thought: Thought | None, seconds: float) -> str:
    """The answer to the command ``go``: the move, its evaluation if known, and seconds used."""
    evaluation = "" if thought is None else f"{thought.score:.2f}"
    return f"=== {format_move(move)}/{evaluation}/{seconds:.2f}"


def format_statistics(nodes: int, seconds: float) -> str:
    """The line that reports the nodes and seconds of a search."""
    return f"nodestats {nodes} {seconds:.2f}"
