"""Arguments and options that the verbs of `outflank book` share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from outflank.engine.book.file import Book

BookArgument: TypeAlias = Annotated[
    Path | None, typer.Argument(metavar="BOOK", help="A book file; the shipped one if not given.")
]

ToOption: TypeAlias = Annotated[
    Path,
    typer.Option(
        "--to",
        metavar="FILE",
        help="The file to write: text if it ends in .txt, JSON in .json, else a book.",
    ),
]


def opened(path: Path | None) -> Book:
    """The book in a file, or the shipped one."""
    from outflank.engine.book.file import open_book, shipped_book

    return shipped_book() if path is None else open_book(path)
