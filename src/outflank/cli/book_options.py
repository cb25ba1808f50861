"""Arguments and options that the commands of `outflank book` share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from outflank.engine.book.file import Book

BookArgument: TypeAlias = Annotated[
    Path | None, typer.Argument(metavar="BOOK", help="Book file; default: the shipped book.")
]

ToOption: TypeAlias = Annotated[
    Path,
    typer.Option(
        "--to",
        metavar="FILE",
        help="File to write: .txt for text, .json for JSON, otherwise a book.",
    ),
]


def opened(path: Path | None) -> Book:
    """Open the book file at `path`; None opens the book that is shipped with Outflank."""
    from outflank.engine.book.file import open_book, shipped_book

    return shipped_book() if path is None else open_book(path)
