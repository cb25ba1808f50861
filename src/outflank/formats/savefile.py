"""The plain save file: a numbered list of moves, and a last line with the moves played so far.

::

    1. B f5
    2. W d6
    f5d6

A pass is ``--`` in both. The list includes moves that were taken back, so that undo and redo work
after reading. The last line is the transcript up to the cursor, for pasting elsewhere. If the list
and the last line disagree, because only one of them was edited, reading fails. If the cursor is at
the start, it is written as if it were at the end.
"""

from __future__ import annotations

import re
from itertools import zip_longest

from outflank.errors import FormatError
from outflank.formats.replay import play_named
from outflank.formats.transcript import parse_transcript
from outflank.formats.wording import excerpt, placed
from outflank.rules.game import BLACK, WHITE, Game
from outflank.rules.squares import PASS, Square, square_name

_LINE = re.compile(
    r"[ \t]*(?P<number>[0-9]{1,4})\.[ \t]+(?P<side>[BW])[ \t]+(?P<move>\S+)\s*", re.I
)


def parse_savefile(text: str) -> Game:
    """Read the game in `text`; its cursor is after the moves of the last line."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    last_number, transcript = lines.pop() if lines else (1, "")
    game = Game()
    for index, (number, line) in enumerate(lines, 1):
        try:
            _parse_line(game, line, index)
        except FormatError as error:
            raise placed(error, f"line {number}") from error
    try:
        written = parse_transcript(transcript)
        _check_agreement(game, written)
    except FormatError as error:
        raise placed(error, f"line {last_number}") from error
    game.go_to_start()
    for _ in _moves(written):
        game.redo()
    return game


def format_savefile(game: Game) -> str:
    """Write the moves of `game` up to its cursor, and the moves after it that redo would play."""
    played = game.current.line()
    nodes = list(played)
    while (node := nodes[-1].next if nodes else game.root.next) is not None:
        nodes.append(node)
    lines = [
        f"{number}. {'B' if node.mover is BLACK else 'W'} {square_name(node.move)}"
        for number, node in enumerate(nodes, 1)
    ]
    transcript = "".join(square_name(node.move) for node in played or nodes)
    return "\n".join([*lines, transcript]) + "\n"


def looks_like_savefile(head: str) -> bool:
    """Whether a text whose first characters are `head` begins with a line of the numbered list."""
    return _LINE.match(head) is not None


def _parse_line(game: Game, line: str, index: int) -> None:
    match = _LINE.fullmatch(line)
    if match is None:
        raise FormatError(f"{excerpt(line)} is not a move of the list; write it like 1. B f5")
    if int(match["number"]) != index:
        raise FormatError(f"the move is numbered {match['number']}; it should be {index}")
    play_named(game, match["move"], BLACK if match["side"] in "Bb" else WHITE)


def _check_agreement(listed: Game, written: Game) -> None:
    pairs = zip_longest(_moves(listed), _moves(written))
    for number, (in_list, in_transcript) in enumerate(pairs, 1):
        if in_transcript is not None and in_list != in_transcript:
            raise FormatError(
                f"move {number} is {_name(in_list)} in the list "
                f"but {_name(in_transcript)} in the last line; correct one of them"
            )


def _moves(game: Game) -> list[Square]:
    """The moves of the main line without passes, which follow from the rules."""
    return [move for move in game.moves() if move != PASS]


def _name(move: Square | None) -> str:
    return "missing" if move is None else square_name(move)
