"""`outflank db review`: review games of the library and store the reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from outflank.cli.db_options import LibraryOption, open_library, selecting
from outflank.cli.options import BookOption, JsonOption, ReviewOption, ThreadsOption

if TYPE_CHECKING:
    from outflank.library import Selection


@selecting
def review(
    selection: Selection,
    review: ReviewOption = "standard",
    limit: Annotated[int, typer.Option(min=1, help="Maximum number of games.")] = 100,
    again: Annotated[bool, typer.Option("--again", help="Include reviewed games.")] = False,
    book: BookOption = "off",
    threads: ThreadsOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Review matching games without a review, newest first."""
    from dataclasses import replace

    from outflank.cli.warmup import load_kernels

    load_kernels()
    from outflank.cli.interrupts import at_interrupt
    from outflank.cli.output import console, print_json, progress_bar
    from outflank.engine.review import Review, numbered_moves
    from outflank.engine.review_settings import review_settings
    from outflank.engine.reviewing import Reviewer
    from outflank.jobs.processes import default_workers

    if not again:
        selection = replace(selection, is_reviewed=False)
    selection = replace(selection, least_moves=max(selection.least_moves or 1, 1))
    settings = review_settings(review, book=book)
    reviewer = Reviewer(settings)
    threads = threads or default_workers()
    done = 0
    is_interrupted = False
    with open_library(library) as opened, at_interrupt(reviewer.stop), progress_bar() as bar:
        ids = opened.ids(selection, order="date")[:limit]
        task = bar.add_task("reviewing", total=len(ids))
        for game_id in ids:
            moves = numbered_moves(opened.game(game_id))
            reviewed = tuple(reviewer.review(moves, threads))
            if len(reviewed) < len(moves):
                is_interrupted = True
                break  # partial reviews are not stored
            opened.store_review(game_id, Review(reviewed, settings), settings.name)
            done += 1
            bar.advance(task)
    if as_json:
        print_json({"reviewed": done, "interrupted": is_interrupted})
    else:
        console().print(f"{done:,} games reviewed{' before the interrupt' * is_interrupted}.")
    if is_interrupted:
        raise typer.Exit(130)
