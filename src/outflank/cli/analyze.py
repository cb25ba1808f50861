"""`outflank analyze`: what every move of a game has cost, and how well each side played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from outflank.cli.options import (
    ConfidenceOption,
    DepthOption,
    JsonOption,
    LevelOption,
    SecondsOption,
    TableOption,
    ThreadsOption,
)

if TYPE_CHECKING:
    from outflank.rules.game import Game

DEFAULT_LEVEL = 16
"""A game takes some ten seconds on one core."""


def analyze(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game in any format: a transcript (f5d6c3…), GGF, SGF or a file."
        ),
    ],
    level: LevelOption = None,
    depth: DepthOption = None,
    time: SecondsOption = None,
    confidence: ConfidenceOption = None,
    threads: ThreadsOption = None,
    table_mb: TableOption = 128,
    as_json: JsonOption = False,
) -> None:
    """Review a game: the score before every move, the best move, and what the played one lost."""
    from outflank.cli.warmup import load_kernels

    record = _read_game(game)
    load_kernels()

    from outflank.cli.analyze_report import JsonReport, Report, TableReport
    from outflank.cli.interrupts import at_interrupt
    from outflank.cli.output import progress_bar
    from outflank.cli.searching import limit_of, new_engine
    from outflank.engine.review import Review, moves_to_review, review_moves
    from outflank.search.limit import Limit

    limit = limit_of(
        level=level,
        depth=depth,
        seconds=time,
        confidence=confidence,
        default=Limit(level=DEFAULT_LEVEL),
    )
    engine = new_engine(threads, table_mb)
    reviews = review_moves(record, engine, limit)
    report: Report = JsonReport() if as_json else TableReport()
    moves = []
    is_interrupted = False

    def stop() -> None:
        nonlocal is_interrupted
        is_interrupted = True
        engine.stop()

    with at_interrupt(stop), progress_bar() as progress:
        task = progress.add_task("analysing", total=len(moves_to_review(record)))
        for move in reviews:
            if is_interrupted:
                break  # this one was not searched as it should have been
            moves.append(move)
            report.add(move)
            progress.advance(task)
    report.end(record, Review(tuple(moves)), is_interrupted)
    if is_interrupted:
        raise typer.Exit(130)


def _read_game(text: str) -> Game:
    from outflank.errors import OutflankError
    from outflank.formats import Feature, format_named, read

    reading = read(text)
    record = reading.game
    if Feature.MOVES not in format_named(reading.format).holds or not record.moves():
        raise OutflankError(f"{reading.description}: there is no move to review; give a game")
    return record
