"""Choose an opening book and a move from it, and return the move like the result of a search."""

from __future__ import annotations

import random
from pathlib import Path

from outflank.engine.analysis import Analysis, Line
from outflank.engine.book.entry import BookEntry, BookMove
from outflank.engine.book.file import Book, open_book, shipped_book
from outflank.engine.book.statistics import best_line
from outflank.errors import FormatError
from outflank.rules.position import Position

OFF, ON = "off", "on"


def chosen_book(choice: str) -> Book | None:
    """The book for the value of an option ``book``.

    ``off`` gives None, ``on`` the shipped book; any other value is the path of a book's file.
    """
    if choice == OFF:
        return None
    return shipped_book() if choice == ON else open_book(Path(choice))


def answer_of(choice: str, position: Position, *, lines: int = 1) -> Analysis | None:
    """Look up a position in the book that the option `choice` names (see `chosen_book`).

    Returns the book's best `lines` moves, or None without a book or if the position is not in it.
    """
    book = chosen_book(choice)
    return None if book is None else analysis_from(book, position, lines=lines)


def choose_move(entry: BookEntry, variety: float, chance: random.Random) -> BookMove:
    """The best move of a book entry, or a random one of the moves at most `variety` discs worse."""
    if variety <= 0:
        return entry.moves[0]
    return chance.choice(entry.within(variety))


def analysis_from(
    book: Book, position: Position, *, lines: int = 1, first: BookMove | None = None
) -> Analysis | None:
    """The book's entry for `position` as an `Analysis`, or None if the book does not have it.

    `lines` is the number of best moves to include. If `first` is given, it is the only move
    included, whether or not it is the best.
    """
    entry = book.find(position)
    if entry is None:
        return None
    shown = list(entry.moves[:lines]) if first is None else [first]
    found = tuple(
        Line(move=move.move, score=move.score, principal_variation=_line(book, position, move))
        for move in shown
    )
    return Analysis(
        move=found[0].move,
        score=found[0].score,
        principal_variation=found[0].principal_variation,
        depth=shown[0].depth,
        nodes=0,
        seconds=0.0,
        complete=True,
        confidence=shown[0].confidence,
        is_exact=False,
        is_from_book=True,
        lines=found,
    )


def _line(book: Book, position: Position, move: BookMove) -> tuple[int, ...]:
    if not position.flips(move.move):
        raise FormatError("this book is damaged: it has a move that is not legal")
    return (move.move, *best_line(book, position.play(move.move)))
