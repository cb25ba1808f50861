"""Answers from a book: which file is meant, and a move as the result of a search."""

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
    """The book that an option means: ``off`` none, ``on`` the shipped one, else that of a file."""
    if choice == OFF:
        return None
    return shipped_book() if choice == ON else open_book(Path(choice))


def answer_of(choice: str, position: Position, *, lines: int = 1) -> Analysis | None:
    """What the book that an option means says about a position; None if it has no answer."""
    book = chosen_book(choice)
    return None if book is None else analysis_from(book, position, lines=lines)


def choose_move(entry: BookEntry, variety: float, chance: random.Random) -> BookMove:
    """The best move, or a random one among those at most `variety` discs worse."""
    if variety <= 0:
        return entry.moves[0]
    return chance.choice(entry.within(variety))


def analysis_from(
    book: Book, position: Position, *, lines: int = 1, first: BookMove | None = None
) -> Analysis | None:
    """What a book says about a position in the form of a search's answer; None if it is not there.

    `lines` is how many moves to show; `first` is the move to answer with instead of the best.
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
