"""SGF, version FF[4], for Othello (GM[2]): whole game trees with comments and evaluations.

::

    (;FF[4]GM[2]SZ[8]PB[Ann]PW[Bob]RE[B+4];B[f5];W[d6]C[the usual reply](;B[c3])(;B[c4]V[-2]))

Moves are written ``f5``; pairs of letters as in Go (``fe``) are read too. A pass is an empty value.
``V`` is an evaluation for Black; reading converts it to the side that moved. ``AB``, ``AW`` and
``AE`` change the start position and are allowed in the first node only.

SGF can store the time left but not the time spent, and no score for a game that ended by
resignation or agreement. Outflank therefore adds two properties: ``TS``, the seconds spent on a
move, and ``RS``, the score for Black and the reason if ``RE`` cannot express them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from outflank.errors import FormatError, InvalidPosition
from outflank.formats.lazy import games_on_demand
from outflank.formats.numbers import format_number, parse_number
from outflank.formats.properties import (
    Bracket,
    Property,
    PropertyNode,
    format_property,
    opens_a_tree,
    parse_trees,
    tree_starts,
)
from outflank.formats.replay import play_named
from outflank.formats.sgf_results import format_result, parse_exact_result, parse_result
from outflank.formats.tags import COMMON_TAGS, TagTable
from outflank.formats.wording import errors_at, excerpt, place_at
from outflank.rules.game import BLACK, WHITE, Colour, Game, Node, Result
from outflank.rules.position import Position
from outflank.rules.squares import (
    PASS,
    Bitboard,
    Square,
    column_of,
    mask_of,
    parse_square,
    row_of,
    square_at,
    square_name,
    squares_of,
)

_COLOURS = {"B": BLACK, "W": WHITE}
_SETUP = ("AB", "AW", "AE")

SGF_TAGS = TagTable(
    {**COMMON_TAGS, "black rating": "BR", "white rating": "WR", "time limit": "TM"},
    reserved=(*_COLOURS, *_SETUP, "FF", "GM", "SZ", "CA", "PL", "C", "V", "TS", "RE", "RS"),
)

_LETTER_PAIR = re.compile(r"[a-h][a-h]", re.IGNORECASE)
_PASSES = ("", "tt")
"""The ways in which Go programs write a pass; those of Othello are read by `rules.squares`."""


def parse_sgf(text: str) -> Sequence[Game]:
    """Read the games in `text` with all their variations; the cursor of each is at its end.

    Collections of many games are parsed when a game is accessed (`formats.lazy`).
    """
    starts = tree_starts(text)
    return games_on_demand(lambda index: _parse_game(text, starts[index]), len(starts))


def _parse_game(text: str, start: int) -> Game:
    """Read the game whose tree begins at the offset `start` of `text`."""
    events = parse_trees(text, start)
    next(events)
    root = next(events)
    assert isinstance(root, tuple), "a bracket that opens a tree is followed by a node"
    builder = _GameBuilder(text, root)
    for event in events:
        if isinstance(event, tuple):
            builder.add(event)
        elif event is Bracket.OPEN:
            builder.begin_variation()
        elif builder.is_in_variation:
            builder.end_variation()
        else:
            break
    return builder.finish()


def format_sgf(games: Iterable[Game]) -> str:
    """Write `games` with all variations, one game per line;
    only comments may contain line breaks.
    """
    return "".join(f"({''.join(_format_tree(game))})\n" for game in games)


def looks_like_sgf(head: str) -> bool:
    """Whether a text whose first characters are `head` begins with a tree of properties.

    GGF does so too, so check `looks_like_ggf` first.
    """
    return opens_a_tree(head)


class _GameBuilder:
    """Builds a game from the nodes of one tree.

    At each opening bracket the current node is pushed on a stack, to return to at the closing
    bracket.
    """

    def __init__(self, text: str, root: PropertyNode) -> None:
        self._text = text
        self._branches: list[Node] = []
        self._comments: dict[Node, list[str]] = {}
        self._result = _parse_declared(text, root)
        self._game = _parse_start(text, root)
        self._game.tags.update(SGF_TAGS.parse(root))
        self._play(root, self._game.root)

    @property
    def is_in_variation(self) -> bool:
        return bool(self._branches)

    def begin_variation(self) -> None:
        self._branches.append(self._game.current)

    def end_variation(self) -> None:
        self._game.go_to(self._branches.pop())

    def add(self, properties: PropertyNode) -> None:
        for entry in properties:
            if entry.name in _SETUP:
                raise FormatError(
                    f"{entry.name} changes the board; only the first node of a game may do so",
                    place=place_at(self._text, entry.offset),
                )
        self._play(properties, self._game.current)

    def _play(self, properties: PropertyNode, node: Node) -> None:
        """Play the moves in `properties`, and attach comment, evaluation and time to the last of
        them.

        If there are no moves, they are attached to `node`.
        """
        for entry in properties:
            if entry.name in _COLOURS:
                with errors_at(self._text, entry.offset):
                    name = _parse_move_name(entry.value)
                    node = play_named(self._game, name, _COLOURS[entry.name])
        for entry in properties:
            with errors_at(self._text, entry.offset):
                if entry.name == "C":
                    self._comments.setdefault(node, []).append(entry.value)
                elif entry.name == "V":
                    node.evaluation = _seen_by(node.mover, parse_number(entry.value))
                elif entry.name == "TS":
                    node.seconds = parse_number(entry.value)

    def finish(self) -> Game:
        for node, comments in self._comments.items():
            node.comment = "\n".join(comments)
        game = self._game
        game.go_to_end()
        if self._result not in (None, game.result):
            game.declare(self._result)
        return game


def _seen_by(colour: Colour, value_for_black: float) -> float:
    """Convert an evaluation for Black to one for `colour`, or back: the sign changes for White."""
    return value_for_black if colour is BLACK else -value_for_black


# The first node


def _parse_start(text: str, root: PropertyNode) -> Game:
    changed: dict[str, Bitboard] = dict.fromkeys(_SETUP, 0)
    to_move = BLACK
    for entry in root:
        with errors_at(text, entry.offset):
            if entry.name == "GM" and entry.value.strip() != "2":
                raise FormatError(f"the game is GM {excerpt(entry.value)}; Othello is GM[2]")
            if entry.name == "SZ" and entry.value.strip() != "8":
                raise FormatError(f"the board size is {excerpt(entry.value)}; it must be 8")
            if entry.name == "PL":
                to_move = _parse_side(entry.value)
            if entry.name in _SETUP:
                changed[entry.name] |= mask_of(_parse_points(entry))
    black, white = Position.start().player, Position.start().opponent
    kept = ~(changed["AB"] | changed["AW"] | changed["AE"])
    black, white = black & kept | changed["AB"], white & kept | changed["AW"]
    with errors_at(text, root[0].offset if root else 0):
        start = Position(black, white)
    return Game(start if to_move is BLACK else start.swapped(), to_move)


def _parse_side(value: str) -> Colour:
    side = value.strip().lower()
    if side in ("b", "black"):
        return BLACK
    if side in ("w", "white"):
        return WHITE
    raise FormatError(f"{excerpt(value)} is not a side to move; write PL[B] or PL[W]")


def _parse_points(entry: Property) -> Iterator[Square]:
    """The squares listed in a property;
    two squares joined by a colon are corners of a rectangle.
    """
    if len(entry.values) > 64:
        raise FormatError(f"{entry.name} has {len(entry.values)} values; the board has 64 squares")
    for value in entry.values:
        first, _, last = value.partition(":")
        one, other = _parse_point(first), _parse_point(last or first)
        columns = sorted((column_of(one), column_of(other)))
        rows = sorted((row_of(one), row_of(other)))
        for row in range(rows[0], rows[1] + 1):
            for column in range(columns[0], columns[1] + 1):
                yield square_at(column, row)


def _parse_point(name: str) -> Square:
    try:
        return parse_square(_plain_name(name))
    except InvalidPosition:
        raise FormatError(f"{excerpt(name)} is not a square; squares are a1 to h8") from None


def _parse_move_name(value: str) -> str:
    name = _plain_name(value)
    return square_name(PASS) if name.lower() in _PASSES else name


def _plain_name(name: str) -> str:
    """The name of a square as in Othello; a pair of letters as in Go is converted."""
    name = name.strip()
    if _LETTER_PAIR.fullmatch(name):
        return name[0] + str("abcdefgh".index(name[1].lower()) + 1)
    return name


def _parse_declared(text: str, root: PropertyNode) -> Result | None:
    result = None
    for name, parse in (("RE", parse_result), ("RS", parse_exact_result)):
        for entry in root:
            if entry.name == name:
                with errors_at(text, entry.offset):
                    result = parse(entry.value)
    return result


# Writing


def _format_tree(game: Game) -> Iterator[str]:
    """The text of the game's nodes and of the brackets around variations,
    made without recursion.
    """
    pending: list[Node | str] = [game.root]
    while pending:
        node = pending.pop()
        if isinstance(node, str):
            yield node
            continue
        if node.parent is not None and len(node.parent.children) > 1:
            yield "("
            pending.append(")")
        yield f";{_format_root(game) if node is game.root else _format_move(node)}"
        yield _format_notes(node)
        pending.extend(reversed(node.children))


def _format_root(game: Game) -> str:
    return (
        "FF[4]GM[2]SZ[8]CA[UTF-8]"
        + SGF_TAGS.format(game.tags)
        + format_result(game.result)
        + _format_start(game.root)
    )


def _format_start(root: Node) -> str:
    start = Position.start()
    if (root.position, root.to_move) == (start, BLACK):
        return ""
    setup = {"AB": root.black, "AW": root.white, "AE": start.occupied & root.position.empty}
    lists = (
        name + "".join(f"[{square_name(square)}]" for square in squares_of(mask))
        for name, mask in setup.items()
        if mask
    )
    return f"{''.join(lists)}PL[{_letter(root.to_move)}]"


def _format_move(node: Node) -> str:
    name = "" if node.move == PASS else square_name(node.move)
    return f"{_letter(node.mover)}[{name}]"


def _format_notes(node: Node) -> str:
    notes = ""
    if node.evaluation is not None:
        notes += f"V[{format_number(_seen_by(node.mover, node.evaluation))}]"
    if node.seconds is not None:
        notes += f"TS[{format_number(node.seconds)}]"
    if node.comment:
        notes += format_property("C", node.comment)
    return notes


def _letter(colour: Colour) -> str:
    return "B" if colour is BLACK else "W"
