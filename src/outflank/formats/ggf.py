"""GGF, the format of the Generic Game Server, of NBoard and of most Othello engines.

::

    (;GM[Othello]PC[GGS/os]PB[Ann]PW[Bob]TY[8]RE[+4.000]BO[8 <64 squares> *]B[f5/1.5/12]W[d6]…;)

A move is ``square/evaluation/seconds``. The evaluation is in discs for the side that moves; only
the result ``RE`` is for Black. There are no variations, and a comment ``C`` belongs to the move
before it. Outflank adds one flag to the format: ``i`` after the result says that the loser made
illegal moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from outflank.errors import FormatError
from outflank.formats.boards import mark_on, parse_board
from outflank.formats.lazy import games_on_demand
from outflank.formats.numbers import format_number, parse_number
from outflank.formats.properties import (
    Bracket,
    Property,
    first_properties,
    format_property,
    parse_trees,
    tree_starts,
)
from outflank.formats.replay import play_named
from outflank.formats.tags import COMMON_TAGS, TagTable
from outflank.formats.wording import errors_at, excerpt
from outflank.rules.game import BLACK, WHITE, Game, Node, Reason, Result
from outflank.rules.squares import PASS, SQUARES, square_name

_COLOURS = {"B": BLACK, "W": WHITE}

STANDARD_TYPE = "8"
"""The usual game type, eight by eight squares; such games get no tag "game type"."""

GGF_TAGS = TagTable(
    {
        **COMMON_TAGS,
        "black rating": "RB",
        "white rating": "RW",
        "time limit": "TI",
        "black time limit": "TB",
        "white time limit": "TW",
        "game type": "TY",
    },
    reserved=("GM", "BO", "RE", "B", "W", "C", "KB", "KW", "KM"),
)

_REASONS = {
    "": Reason.COUNTED,
    "r": Reason.RESIGNATION,
    "t": Reason.TIMEOUT,
    "s": Reason.AGREEMENT,
    "i": Reason.ILLEGAL_MOVES,
}
_FLAGS = {reason: flag for flag, reason in _REASONS.items()}

# A game type of the server: s for a synchronised pair, the size, then options such as r18.
_SERVER_TYPE = re.compile(r"s?[0-9]{1,2}(?P<options>[a-z0-9]*)", re.IGNORECASE)


def parse_ggf(text: str) -> Sequence[Game]:
    """Read the games in `text`; the cursor of each is at its end.

    Collections of many games are parsed when a game is accessed (`formats.lazy`).
    """
    starts = tree_starts(text)

    def read(index: int) -> Game:
        properties: list[Property] = []
        is_inside = False
        for event in parse_trees(text, starts[index]):
            if isinstance(event, tuple):
                properties.extend(event)
            elif event is Bracket.CLOSE:
                break
            elif is_inside:
                raise FormatError("GGF holds no variations", place=f"game {index + 1}")
            else:
                is_inside = True
        return _parse_game(text, properties)

    return games_on_demand(read, len(starts))


def format_ggf(games: Iterable[Game]) -> str:
    """Write the main lines of `games`, one game per line; only comments may contain line breaks."""
    return "".join(f"{_format_game(game)}\n" for game in games)


def looks_like_ggf(head: str) -> bool:
    """Whether a text whose first characters are `head` is GGF, and not SGF, which has the same
    syntax.

    In GGF the game (``GM``) is a name, in SGF a number, and only GGF has a board (``BO``). Only the
    properties of the first node are examined, because comments and names may contain any text.
    """
    for name, value in first_properties(head):
        if name == "GM":
            return value.lstrip()[:1].isalpha()
        if name == "BO":
            return True
    return False


def _parse_game(text: str, properties: list[Property]) -> Game:
    game, result = Game(), None
    for entry in properties:
        if entry.name == "BO":
            with errors_at(text, entry.offset):
                game = _parse_start(entry.value)
    node = game.root
    for entry in properties:
        with errors_at(text, entry.offset):
            if entry.name in _COLOURS:
                node = _parse_move(game, entry)
            elif entry.name == "C":
                node.comment = entry.value
            elif entry.name == "RE":
                result = _parse_result(entry.value)
            else:
                _check_supported(entry)
    game.tags.update(GGF_TAGS.parse(properties))
    if game.tags.get("game type") == STANDARD_TYPE:
        del game.tags["game type"]
    if result not in (None, game.result):
        game.declare(result)
    return game


def _check_supported(entry: Property) -> None:
    if entry.name == "GM" and entry.value.lower() != "othello":
        raise FormatError(f"the game is {excerpt(entry.value)}; Outflank reads Othello")
    options = ""
    if entry.name == "TY" and (server_type := _SERVER_TYPE.fullmatch(entry.value)):
        options = server_type["options"].lower()
    if "a" in options:
        raise FormatError("this is anti-Othello, where fewer discs win; Outflank reads Othello")
    komi = entry.name == "KM" and parse_number(entry.value) != 0
    if komi or entry.name in ("KB", "KW") or "k" in options:
        raise FormatError("this is a komi game, whose result is not in discs; it cannot be read")


def _parse_start(value: str) -> Game:
    size, board = (*value.split(maxsplit=1), "", "")[:2]
    if size != "8":
        raise FormatError(f"the board size is {excerpt(size)}; Outflank reads boards of size 8")
    return Game(*parse_board(board))


def _parse_move(game: Game, entry: Property) -> Node:
    name, *notes = (part.strip() for part in entry.value.split("/"))
    if len(notes) > 2:
        raise FormatError(f"{excerpt(entry.value)} is not a move; write square/evaluation/seconds")
    evaluation, seconds = (*notes, "", "")[:2]
    return play_named(
        game,
        name,
        _COLOURS[entry.name],
        evaluation=parse_number(evaluation) if evaluation else None,
        seconds=_parse_seconds(seconds) if seconds else None,
    )


def _parse_seconds(text: str) -> float:
    """A time in seconds, read from seconds, minutes:seconds or hours:minutes:seconds."""
    seconds = 0.0
    for part in text.split(":", maxsplit=2):
        seconds = seconds * 60 + parse_number(part)
    return seconds


def _parse_result(value: str) -> Result | None:
    score, _, flag = value.strip().partition(":")
    if score in ("", "?"):
        return None
    discs = parse_number(score)
    # Edax writes -127 for an unknown result.
    if not -64 <= discs <= 64:
        return None
    if not discs.is_integer() or flag not in _REASONS:
        raise FormatError(f"{excerpt(value)} is not a result; write it like +4.000 or -64.000:r")
    return Result(int(discs), _REASONS[flag])


def _format_game(game: Game) -> str:
    root = game.root
    parts = [
        "(;GM[Othello]",
        GGF_TAGS.format({"game type": STANDARD_TYPE} | game.tags),
        f"RE[{_format_result(game.result)}]",
        f"BO[{_format_start(root)}]",
        _format_comment(root),
    ]
    for node in root.main_line():
        parts.append(_format_move(node) + _format_comment(node))
    return "".join(parts) + ";)"


def _format_result(result: Result | None) -> str:
    if result is None:
        return "?"
    flag = _FLAGS[result.reason]
    return f"{result.score:+.3f}:{flag}" if flag else f"{result.score:+.3f}"


def _format_start(root: Node) -> str:
    marks = [mark_on(root.position, root.to_move, square) for square in SQUARES]
    rows = ["".join(marks[first : first + 8]) for first in range(0, 64, 8)]
    side = "X" if root.to_move is BLACK else "O"
    return " ".join(["8", *rows, side]).replace("X", "*")


def _format_comment(node: Node) -> str:
    return format_property("C", node.comment) if node.comment else ""


def _format_move(node: Node) -> str:
    notes = [
        "PA" if node.move == PASS else square_name(node.move),
        "" if node.evaluation is None else format_number(node.evaluation),
        "" if node.seconds is None else format_number(node.seconds),
    ]
    return f"{'B' if node.mover is BLACK else 'W'}[{'/'.join(notes).rstrip('/')}]"
