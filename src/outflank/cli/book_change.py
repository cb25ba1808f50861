"""`outflank book merge`, `prune`, `export` and `import`: make book files from other books."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from outflank.cli.book_options import BookArgument, ToOption, opened

if TYPE_CHECKING:
    from outflank.engine.book.graph import BookGraph


def merge(
    books: Annotated[list[Path], typer.Argument(help="Book files.")],
    to: ToOption,
) -> None:
    """Merge books; for a move in several books the deepest score is kept."""
    from outflank.engine.book.exchange import read_book

    graphs = [read_book(book) for book in books]
    for other in graphs[1:]:
        graphs[0].merge(other)
    _write(graphs[0], to)


def prune(
    to: ToOption,
    book: BookArgument = None,
    most_cost: Annotated[
        float | None, typer.Option(metavar="DISCS", help="Drop positions that cost more than this.")
    ] = None,
    plies: Annotated[
        int | None, typer.Option(min=0, max=60, help="Drop positions after more moves than this.")
    ] = None,
    moves_within: Annotated[
        float | None,
        typer.Option(metavar="DISCS", help="Drop unlinked moves that lose more than this."),
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option(min=1, help="Number of positions to keep: the ones that cost least."),
    ] = None,
) -> None:
    """Make a book smaller by dropping positions and moves far from best play."""
    from outflank.engine.book.pruning import prune as prune_graph

    graph = opened(book).graph()
    prune_graph(
        graph,
        most_cost=most_cost,
        plies=plies,
        moves_within=moves_within,
        most_positions=positions,
    )
    _write(graph, to)


def export(to: ToOption, book: BookArgument = None) -> None:
    """Write a book as text or JSON."""
    _write(opened(book).graph(), to)


def import_book(
    files: Annotated[
        list[Path], typer.Argument(help="Books: of Edax (.dat), text, JSON, or of Outflank.")
    ],
    to: ToOption,
) -> None:
    """Import book files; if the book to write exists, they are merged into it."""
    from outflank.engine.book.exchange import read_book
    from outflank.engine.book.graph import BookGraph

    graph = read_book(to) if to.exists() else BookGraph()
    for file in files:
        found = read_book(file)
        graph.merge(found)
        graph.card = found.card | graph.card
    _write(graph, to)


def _write(graph: BookGraph, to: Path) -> None:
    from outflank.cli.output import console
    from outflank.engine.book.exchange import write_book

    write_book(graph, to)
    console().print(
        f"{to}: {len(graph):,} positions, {to.stat().st_size:,} bytes.",
        markup=False,
        soft_wrap=True,
    )
