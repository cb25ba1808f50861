"""`outflank train neat`: evolve an evaluation network with NEAT, as in report 002."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.options import JsonOption
from outflank.cli.places import ClusterOption, job_executor
from outflank.cli.train_options import ProcessesOption


def add_to(app: typer.Typer) -> None:
    """Add the command to the command group `outflank train`."""
    app.command()(neat)


def neat(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="Folder for state and champion; resumes if it exists."
        ),
    ],
    generations: Annotated[int, typer.Option(min=1, help="Number of generations.")] = 200,
    population: Annotated[int, typer.Option(min=10, help="Genomes per generation.")] = 150,
    games: Annotated[int, typer.Option(min=2, help="Games per genome and generation.")] = 200,
    target: Annotated[
        str,
        typer.Option(
            metavar="random|EVALUATION|SPEC",
            help="Opponent: random, an evaluation searched one ply, or any player.",
        ),
    ] = "positional",
    measured_games: Annotated[
        int,
        typer.Option(
            min=2, help="New games that measure a champion; use fewer against a slow target."
        ),
    ] = 1_000,
    fame_share: Annotated[
        float, typer.Option(min=0, max=1, help="Share of games against earlier champions.")
    ] = 0.8,
    measure: Annotated[
        str,
        typer.Option(metavar="discs|wins", help="Fitness: mean disc difference or mean points."),
    ] = "discs",
    images: Annotated[
        int, typer.Option(help="8: average over all board symmetries; 1: the board as it is.")
    ] = 8,
    connection: Annotated[
        str, typer.Option(metavar="full|sparse", help="Input connections of the first genomes.")
    ] = "full",
    common: Annotated[
        bool, typer.Option("--common/--own", help="Openings per generation, or per genome.")
    ] = True,
    plies: Annotated[int, typer.Option(min=0, max=40, help="Random plies per opening.")] = 8,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same evolution.")] = 1,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="PNG plot to write.")] = None,
    processes: ProcessesOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Evolve an evaluation network from scratch (NEAT); rerun the command to resume."""
    from outflank.cli.warmup import load_kernels
    from outflank.training.neat_population import import_neat

    import_neat()
    load_kernels()  # champions are measured in this process, even with --cluster
    from outflank.cli.output import console, print_json
    from outflank.cli.train_progress import ProgressLine
    from outflank.training.neat import BEST, Evolution, evolve, measured_at_the_end

    settings = Evolution(
        population=population,
        games=games,
        plies=plies,
        target=target,
        measure=measure,
        common_openings=common,
        images=images,
        connection=connection,
        fame_share=fame_share,
        measured_games=measured_games,
        seed=seed,
    )
    with job_executor(cluster, processes) as executor, ProgressLine("games") as line:
        run = evolve(settings, folder, generations, executor, line)
    if plot is not None:
        from outflank.training.neat_curve import plot_evolution

        plot_evolution(run, settings, plot)
    best = folder / BEST
    tally = measured_at_the_end(run, settings)
    if as_json:
        from dataclasses import asdict

        print_json(
            {
                "best": str(best),
                "generations": len(run.reports),
                "final": {**asdict(tally), "score": tally.score, "sigma": tally.sigma},
                "reports": [asdict(report) for report in run.reports],
            }
        )
        return
    out = console()
    out.print(
        f"{len(run.reports)} generations. The best champion scores {tally.score:.1%} ± "
        f"{tally.sigma:.1%} against {target} on {tally.games:,} new games "
        f"({tally.mean_discs:+.1f} discs per game)."
    )
    out.print(f"Saved {best}. Play it: outflank play --white neat:file={best}", markup=False)
