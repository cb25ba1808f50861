"""`outflank train`: make training data and fit evaluation weights."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from outflank.cli.options import JsonOption
from outflank.cli.places import ClusterOption, job_executor
from outflank.cli.train_options import (
    TRACE_DECAY,
    ConfidenceOption,
    DepthOption,
    ExactOption,
    ProcessesOption,
    TraceDecayOption,
    WeightsOption,
    WorkOption,
    prepare_training,
    random_plies,
    weights_for_workers,
    weights_path,
)
from outflank.errors import OutflankError

app = typer.Typer(help="Make training data and fit evaluations.", no_args_is_help=True)

FolderArgument = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="Folder for shards; resumes if it has some.")
]


@app.command()
def selfplay(
    folder: FolderArgument,
    games: Annotated[int | None, typer.Option(min=1, help="Number of games.")] = None,
    positions: Annotated[
        int | None,
        typer.Option(min=1, help="Number of positions (whole shards) instead of --games."),
    ] = None,
    depth: DepthOption = 4,
    exact: ExactOption = 12,
    confidence: ConfidenceOption = 100,
    plies: Annotated[
        str, typer.Option("--random-plies", metavar="A-B", help="Random plies at the start.")
    ] = "2-35",
    looseness: Annotated[
        float,
        typer.Option(
            min=0,
            max=64,
            metavar="DISCS",
            help="Prefer good moves in the random plies: a move that loses DISCS is 1/e times as "
            "likely as the best. 0: all moves equally likely.",
        ),
    ] = 0.0,
    random_share: Annotated[
        float,
        typer.Option(min=0, max=1, help="Share of random moves after the random plies (0-1)."),
    ] = 0.03,
    shard_games: Annotated[int, typer.Option(min=1, help="Games per shard.")] = 1_000,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same games.")] = 1,
    weights: WeightsOption = "shipped",
    processes: ProcessesOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play self-play games and label every position with the score of a search."""
    from outflank.training.selfplay import SelfPlay, run_selfplay

    least, most = random_plies(plies)
    settings = SelfPlay(
        games_per_shard=shard_games,
        depth=depth,
        exact_empties=exact,
        least_random=least,
        most_random=most,
        looseness=looseness,
        random_per_thousand=round(1000 * random_share),
        seed=seed,
        weights=weights_for_workers(weights),
        confidence=confidence,
    )

    def make(executor: Any, line: Any) -> int:
        return run_selfplay(
            settings, folder, executor, games=games, positions=positions, progress=line
        )

    _make_shards(make, folder, processes, cluster, as_json)


@app.command("games")
def label_games(
    folder: FolderArgument,
    bases: Annotated[
        list[Path], typer.Argument(metavar="WTHOR...", help="Files (.wtb), or folders of them.")
    ],
    depth: DepthOption = 6,
    exact: ExactOption = 14,
    solve: Annotated[
        int,
        typer.Option(min=0, max=30, help="Solve positions with this many empties at --confidence."),
    ] = 0,
    confidence: ConfidenceOption = 100,
    shard_positions: Annotated[int, typer.Option(min=1, help="Positions per shard.")] = 20_000,
    weights: WeightsOption = "shipped",
    processes: ProcessesOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Label every position of WTHOR games with the score of a search."""
    from outflank.library.wthor import base_files
    from outflank.training.games import Labelling, run_labelling

    settings = Labelling(
        depth=depth,
        exact_empties=exact,
        solved_empties=solve,
        positions_per_shard=shard_positions,
        weights=weights_for_workers(weights),
        confidence=confidence,
    )
    files = [file for base in bases for file in base_files(base)]

    def make(executor: Any, line: Any) -> int:
        return run_labelling(settings, files, folder, executor, line)

    _make_shards(make, folder, processes, cluster, as_json)


def _make_shards(
    make: Any, folder: Path, processes: int | None, cluster: str | None, as_json: bool
) -> None:
    """Call `make(executor, progress_line)`, then print how many positions `folder` has.

    `make` writes shards (files of labelled positions) to `folder` and returns the number of new
    positions. It runs on `processes` local processes or on the cluster at address `cluster`.
    """
    from outflank.cli.output import console, print_json
    from outflank.cli.train_progress import ProgressLine
    from outflank.training.shards import import_parquet, positions_in, shards_in

    import_parquet()
    with job_executor(cluster, processes) as executor, ProgressLine() as line:
        started = time.perf_counter()
        made = make(executor, line)
        seconds = time.perf_counter() - started
    shards = shards_in(folder)
    figures = {
        "folder": str(folder),
        "shards": len(shards),
        "positions": sum(positions_in(shard) for shard in shards),
        "made": made,
        "seconds": round(seconds, 3),
        "positions_per_second": round(made / seconds),
    }
    if as_json:
        print_json(figures)
        return
    console().print(
        f"{folder} has {figures['positions']:,} positions in {len(shards)} shards; "
        f"{made:,} of them new, in {seconds:.1f} s: "
        f"{figures['positions_per_second']:,} per second.",
        markup=False,
    )


@app.command()
def fit(
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER...", help="Folders of shards.")],
    output: Annotated[Path, typer.Option(metavar="FILE", help="Weights file to write.")],
    work: WorkOption = None,
    trace_decay: TraceDecayOption = None,
    method: Annotated[
        str, typer.Option(metavar="cg|gd", help="Conjugate gradients, or gradient descent.")
    ] = "cg",
    passes: Annotated[int, typer.Option(min=1, help="Passes of each of a stage's two fits.")] = 10,
    ridge: Annotated[
        float, typer.Option(help="L2 penalty of a stage towards the fit with its neighbours.")
    ] = 300.0,
    window_ridge: Annotated[
        float, typer.Option(help="L2 penalty of the fit with neighbours.")
    ] = 10.0,
    window: Annotated[
        int, typer.Option(min=0, max=30, help="Neighbouring stages of equal parity per side.")
    ] = 3,
    onto: Annotated[
        str,
        typer.Option(
            metavar="FILE|none|shipped",
            help="Weights to start from: the fit is to their residuals and is added to them.",
        ),
    ] = "none",
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="PNG file to write: curves of all fits of this data in --work."
        ),
    ] = None,
    processes: ProcessesOption = None,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads per process.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Fit evaluation weights to labelled positions; report the errors on held-out games."""
    prepare_training()
    from outflank.cli.train_progress import ProgressLine
    from outflank.cli.train_report import report_fit
    from outflank.engine import weights as weight_files
    from outflank.files import make_folder
    from outflank.jobs.plots import import_pyplot
    from outflank.jobs.processes import local_processes
    from outflank.training.curves import fits_of, plot_curves
    from outflank.training.dataset import open_dataset, sources_of
    from outflank.training.fit import Fit, run_fit

    settings = Fit(
        method=method,
        passes=passes,
        ridge=ridge,
        window_ridge=window_ridge,
        window=window,
        onto=weights_for_workers(onto),
    )
    sources = sources_of(folders, trace_decay or [TRACE_DECAY])
    if output.is_dir():
        raise OutflankError(f"--output {output} is a folder; give the name of a file")
    make_folder(output.parent)
    place = work or output.with_name(f"{output.name}.work")
    if plot is not None:
        import_pyplot()
    started = time.perf_counter()
    with ProgressLine() as line, local_processes(processes) as executor:
        dataset = open_dataset(sources, place, executor, line)
        weights, reports = run_fit(dataset, settings, executor, threads=threads, progress=line)
    weight_files.save(weights, output)
    if plot is not None:
        plot_curves(fits_of(dataset), plot)
    report_fit(weights.card, reports, output, time.perf_counter() - started, as_json)


@app.command()
def probcut(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Folders of shards to sample from.")
    ],
    output: Annotated[Path, typer.Option(metavar="FILE", help="File of weights and model.")],
    weights: WeightsOption = "shipped",
    positions: Annotated[int, typer.Option(min=8, help="Positions per number of empties.")] = 48,
    depth: Annotated[int, typer.Option(min=4, max=14, help="Maximum depth in plies.")] = 10,
    solve: Annotated[int, typer.Option(min=14, max=24, help="Most empties to solve.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same positions.")] = 1,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="PNG plot to write.")] = None,
    processes: ProcessesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Fit the error model of ProbCut: how far scores of shallow searches are from deep ones."""
    prepare_training()
    from outflank.cli.train_progress import ProgressLine
    from outflank.cli.train_report import report_probcut
    from outflank.engine import weights as weight_files
    from outflank.jobs.processes import local_processes
    from outflank.training import probcut_fit

    path = weights_path(weights)
    if not path:
        raise OutflankError("--weights none has no errors to measure; give a FILE")
    settings = probcut_fit.Measuring(
        positions=positions, depth=depth, solve_empties=solve, seed=seed
    )
    before = weight_files.load(Path(path))
    pairs = probcut_fit.choose_positions(folders, settings)
    with ProgressLine() as line, local_processes(processes) as executor:
        deviations = probcut_fit.measure(pairs, path, settings, executor, line)
    model = probcut_fit.fit_model(deviations)
    weight_files.save(probcut_fit.with_model(before, model, deviations), output)
    if plot is not None:
        probcut_fit.plot_deviations(deviations, model, plot)
    report_probcut(deviations, model, output, as_json)


@app.command()
def rounds(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Folder for all data; resumes if it has some.")
    ],
    scale: Annotated[
        str, typer.Option(metavar="tiny|small|medium|large", help="Amount of data and training.")
    ] = "small",
    processes: ProcessesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train weights from scratch in rounds: self-play with the last weights, then a new fit."""
    prepare_training()
    from outflank.cli.train_progress import ProgressLine
    from outflank.cli.train_report import RoundsReport
    from outflank.jobs.processes import local_processes
    from outflank.training.rounds import RoundReport, plan_of, run_rounds

    plan = plan_of(scale)
    report = RoundsReport(as_json)
    with ProgressLine() as line, local_processes(processes) as executor:

        def finished(this: RoundReport) -> None:
            with line.aside():
                report.add(this)

        last = run_rounds(plan, folder, executor, progress=line, finished=finished)
    report.end(last)


@app.command()
def card(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Weights file.")],
    as_json: JsonOption = False,
) -> None:
    """Print the model card of a weights file: data, settings and errors on held-out games."""
    from outflank.cli.output import print_json
    from outflank.engine.weights import load

    content = load(file).card
    if as_json:
        print_json(content)
        return
    from outflank.cli.train_report import print_card

    print_card(file, content)
