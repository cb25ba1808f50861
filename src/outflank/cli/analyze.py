"""`outflank analyze`: review a game, with the discs lost by every move and each side's accuracy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from outflank.cli.options import (
    BookOption,
    JsonOption,
    ReviewOption,
    ThreadsOption,
)

if TYPE_CHECKING:
    from outflank.engine.review import Review
    from outflank.rules.game import Game


def analyze(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game in any format: a transcript (f5d6c3…), GGF, SGF or a file."
        ),
    ],
    review: ReviewOption = "standard",
    depth: Annotated[
        int | None, typer.Option(min=1, max=60, help="Search depth in plies; overrides --review.")
    ] = None,
    confidence: Annotated[
        int | None,
        typer.Option(metavar="PERCENT", help="73, 87, 95, 98, 99 or 100; overrides --review."),
    ] = None,
    exact: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=60,
            metavar="EMPTIES",
            help="Solve from this many empties; overrides --review.",
        ),
    ] = None,
    book: BookOption = "off",
    threads: ThreadsOption = None,
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File to write: the game with evaluations and comments on mistakes (SGF, GGF…).",
        ),
    ] = None,
    why: Annotated[
        bool, typer.Option("--why", help="Explain what every best move achieves.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Review a game: score and best move before every move, and the loss of the move played.

    The same game and settings give the same figures on every machine and any number of threads.
    """
    from outflank.cli.warmup import load_kernels
    from outflank.engine.book.choosing import chosen_book
    from outflank.engine.review import numbered_moves
    from outflank.engine.review_settings import review_settings
    from outflank.formats import find_format
    from outflank.formats.given import game_of

    record = game_of(game)
    given: dict[str, Any] = {"depth": depth, "confidence": confidence, "exact_empties": exact}
    settings = replace(
        review_settings(review, book=book),
        **{name: value for name, value in given.items() if value is not None},
    )
    moves = numbered_moves(record)
    if output is not None:
        find_format(None, output)  # rejects an unknown extension before the search
    chosen_book(book)  # rejects a file that is not a book before the search
    load_kernels()

    from outflank.cli.analyze_report import JsonReport, Report, TableReport
    from outflank.cli.interrupts import at_interrupt
    from outflank.cli.output import notices, progress_bar
    from outflank.engine.review import Review
    from outflank.engine.reviewing import Reviewer
    from outflank.jobs.processes import default_workers

    threads = threads or default_workers()
    seconds = settings.estimated_seconds(record, threads)
    notices().print(f"{settings.description}; about {max(seconds, 1):.0f} s", markup=False)
    reviewer = Reviewer(settings)
    report: Report = JsonReport() if as_json else TableReport(says_merits=why)
    reviewed = []
    with at_interrupt(reviewer.stop), progress_bar() as progress:
        task = progress.add_task("analysing", total=len(moves))
        for move in reviewer.review(moves, threads):
            reviewed.append(move)
            report.add(move)
            progress.advance(task)
    found = Review(tuple(reviewed), settings)
    is_interrupted = len(reviewed) < len(moves)
    report.end(record, found, is_interrupted)
    if output is not None:
        _write_annotated(record, found, output)
    if is_interrupted:
        raise typer.Exit(130)


def _write_annotated(game: Game, review: Review, path: Path) -> None:
    """Write the game with its review to `path`; print what the file format cannot store."""
    from outflank.cli.output import notices
    from outflank.formats import find_format, losses, write_file

    review.annotate(game)
    chosen = find_format(None, path)
    write_file(path, [game], chosen.name)
    out = notices()
    out.print(f"Wrote the game with its review to {path}.", markup=False)
    if lost := losses([game], chosen):
        out.print(f"{chosen.title} cannot hold: {'; '.join(lost)}.", markup=False)
