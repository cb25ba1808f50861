"""Parse the commands that a person types during a game in the terminal."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.errors import OutflankError
from outflank.formats.wording import excerpt
from outflank.players.options import did_you_mean
from outflank.rules.squares import SQUARE_NAMES

COMMANDS: dict[str, str] = {
    "hint": "suggest a move",
    "undo": "take back your last move, and the answer to it",
    "redo": "play the moves again that you took back",
    "continue": "let the waiting program move",
    "restart": "begin the game again",
    "change SIDE SETTINGS": "change a side's settings (change white depth=8) or its player",
    "save FILE": "write the game to a file such as game.sgf; .session keeps players and clocks",
    "load FILE": "continue the session or game in a file of any format",
    "resign": "resign the game",
    "help": "show this",
    "quit": "leave",
}
"""Usage of every command and what it does; a square such as d3 is a move."""

_NEEDS_FILE = {"save", "load"}
_NEEDS_MORE = {*_NEEDS_FILE, "change"}
_VERBS = [usage.split()[0] for usage in COMMANDS]


@dataclass(frozen=True, slots=True)
class Command:
    """A parsed line: `verb` is "move" or the name of a command, `argument` the text after it."""

    verb: str
    argument: str = ""


def parse_command(line: str) -> Command:
    """Parse a line as a move or command; raise `OutflankError` if it is neither.

    Letter case does not matter.
    """
    word, _, argument = line.strip().partition(" ")
    verb, argument = word.lower(), argument.strip()
    if verb in SQUARE_NAMES and not argument:
        return Command("move", verb)
    if verb not in _VERBS:
        raise OutflankError(
            f"{excerpt(line.strip())} is neither a square nor a command"
            f"{did_you_mean(verb, _VERBS)} Commands: {', '.join(COMMANDS)}"
        )
    if verb in _NEEDS_FILE and not argument:
        raise OutflankError(f"{verb} needs the name of a file: {verb} FILE")
    if verb == "change" and len(argument.split()) < 2:
        raise OutflankError("change needs a side and settings, such as change white depth=8")
    if verb not in _NEEDS_MORE and argument:
        raise OutflankError(f"{verb} takes nothing after it, not {excerpt(argument)}")
    return Command(verb, argument)
