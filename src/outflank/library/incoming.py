"""Games in the form that the library stores, made from `Game` objects or from WTHOR files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from outflank.formats.boards import format_board, parse_board
from outflank.formats.sgf import format_sgf, parse_sgf
from outflank.formats.wthor import NamedBase
from outflank.formats.wthor_names import name_of
from outflank.formats.wthor_records import SQUARE_OF_CODE
from outflank.rules.game import BLACK, Game, Reason, Result
from outflank.rules.position import Position
from outflank.rules.squares import PASS

_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")

COLUMN_TAGS = ("black", "white", "event", "date")
"""Tags of a game that have their own column in the table `games`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomingGame:
    """A game in the form of a row in the table `games`.

    `moves` has one byte per square, without passes. `score` is in discs for Black, None without a
    result. `start` is the start position as a board string, None for the usual one. `record` is the
    game as SGF if the other fields cannot hold all of it, such as comments and variations.
    `extra_text` has the words of comments and other tags for full-text search. `number` counts the
    games of a file from 1.
    """

    black: str = ""
    white: str = ""
    event: str = ""
    date: str = ""
    score: int | None = None
    reason: str = Reason.COUNTED.value
    start: str | None = None
    moves: bytes = b""
    record: str | None = None
    extra_text: str = ""
    number: int = 0

    @property
    def year(self) -> int:
        """The year in the date; 0 if the date has none."""
        match = _YEAR.search(self.date)
        return int(match[0]) if match else 0

    def to_game(self) -> Game:
        """Convert to a `Game` whose current node is the end of the main line."""
        if self.record is not None:
            game = parse_sgf(self.record)[0]
            game.go_to_end()
            return game
        return self._from_columns()

    def _from_columns(self) -> Game:
        start = (Position.start(), BLACK) if self.start is None else parse_board(self.start)
        game = Game.from_moves(self.moves, *start)
        values = (self.black, self.white, self.event, self.date)
        game.tags.update(
            {tag: value for tag, value in zip(COLUMN_TAGS, values, strict=True) if value}
        )
        result = None if self.score is None else Result(self.score, Reason(self.reason))
        if game.result != result:
            game.declare(result)
        return game


def incoming_game(game: Game, number: int = 0) -> IncomingGame:
    """Convert `game` to the form that the library stores; `number` is its place in a file."""
    root, result = game.root, game.result
    is_usual = root.position == Position.start() and root.to_move is BLACK
    plain = IncomingGame(
        black=game.tags.get("black", ""),
        white=game.tags.get("white", ""),
        event=game.tags.get("event", ""),
        date=game.tags.get("date", ""),
        score=result.score if result else None,
        reason=(result.reason if result else Reason.COUNTED).value,
        start=None if is_usual else format_board(root.position, root.to_move),
        moves=bytes(move for move in game.moves() if move != PASS),
        number=number,
    )
    if plain.to_game() == game:
        return plain
    others = " ".join(text for tag, text in game.tags.items() if tag not in COLUMN_TAGS)
    comments = " ".join(node.comment for node in (root, *game.nodes()) if node.comment)
    return replace(plain, record=format_sgf([game]), extra_text=f"{others} {comments}".strip())


def incoming_records(base: NamedBase) -> Iterator[IncomingGame]:
    """The games of a WTHOR file, without the detour of making `Game` objects."""
    year = base.base.header.year_played
    date = f"{year:04}" if year else ""
    for number, record in enumerate(base.base.records, 1):
        yield IncomingGame(
            black=name_of(record.black, base.players),
            white=name_of(record.white, base.players),
            event=name_of(record.tournament, base.tournaments),
            date=date,
            score=2 * record.black_discs - 64,
            moves=record.moves.rstrip(b"\0").translate(SQUARE_OF_CODE),
            number=number,
        )
