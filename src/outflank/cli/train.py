"""`outflank train`: from games to weights."""

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

app = typer.Typer(help="From games to weights.", no_args_is_help=True)

FolderArgument = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="Where shards go; resumed if it has some.")
]


@app.command()
def selfplay(
    folder: FolderArgument,
    games: Annotated[int | None, typer.Option(min=1, help="Games in all.")] = None,
    positions: Annotated[
        int | None, typer.Option(min=1, help="Instead of games: about so many positions in all.")
    ] = None,
    depth: DepthOption = 4,
    exact: ExactOption = 12,
    confidence: ConfidenceOption = 100,
    plies: Annotated[
        str, typer.Option("--random-plies", metavar="A-B", help="Random plies that begin a game.")
    ] = "2-35",
    looseness: Annotated[
        float,
        typer.Option(
            min=0,
            max=64,
            metavar="DISCS",
            help="Those plies prefer good moves: one that loses DISCS is 1/e times as likely. "
            "0: all moves alike.",
        ),
    ] = 0.0,
    random_share: Annotated[
        float, typer.Option(min=0, max=1, help="Share of random moves after that.")
    ] = 0.03,
    shard_games: Annotated[int, typer.Option(min=1, help="Games in a shard.")] = 1_000,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same games.")] = 1,
    weights: WeightsOption = "shipped",
    processes: ProcessesOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play games of the engine against itself; every position gets a label by search."""
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
        typer.Option(
            min=0, max=30, help="Positions with so many empties are solved at --confidence only."
        ),
    ] = 0,
    confidence: ConfidenceOption = 100,
    shard_positions: Annotated[int, typer.Option(min=1, help="Positions in a shard.")] = 20_000,
    weights: WeightsOption = "shipped",
    processes: ProcessesOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Label the positions of real games by our own search."""
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
    """Run `make` on processes or a cluster under a progress line, then say what was made."""
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
        f"{made:,} of them made now, in {seconds:.1f} s: "
        f"{figures['positions_per_second']:,} a second.",
        markup=False,
    )


@app.command()
def fit(
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="FOLDER...",
            help="Folders of shards.",
        ),
    ],
    output: Annotated[Path, typer.Option(metavar="FILE", help="Where the weights go.")],
    work: WorkOption = None,
    trace_decay: TraceDecayOption = None,
    method: Annotated[
        str, typer.Option(metavar="cg|gd", help="Conjugate gradients, or gradient descent.")
    ] = "cg",
    passes: Annotated[int, typer.Option(min=1, help="Of both fits of a stage.")] = 10,
    ridge: Annotated[
        float, typer.Option(help="Pull of a stage towards the fit with its neighbours.")
    ] = 300.0,
    window_ridge: Annotated[float, typer.Option(help="Pull of that fit towards zero.")] = 10.0,
    window: Annotated[
        int, typer.Option(min=0, max=30, help="Neighbours of the same parity on either side.")
    ] = 3,
    onto: Annotated[
        str,
        typer.Option(
            metavar="FILE|none|shipped",
            help="Weights that the fit goes on from: what they miss is fitted and added to them.",
        ),
    ] = "none",
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A picture (PNG) of all fits of this data in --work."),
    ] = None,
    processes: ProcessesOption = None,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Of each process.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Fit weights to labelled positions; report errors on games that were held out."""
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
        list[Path], typer.Argument(metavar="FOLDER...", help="Folders of shards to choose from.")
    ],
    output: Annotated[Path, typer.Option(metavar="FILE", help="Where weights and model go.")],
    weights: WeightsOption = "shipped",
    positions: Annotated[int, typer.Option(min=8, help="For each number of empties.")] = 48,
    depth: Annotated[int, typer.Option(min=4, max=14, help="Of the deepest searches.")] = 10,
    solve: Annotated[int, typer.Option(min=14, max=24, help="Empties to solve from.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same positions.")] = 1,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="A picture (PNG).")] = None,
    processes: ProcessesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure how far shallow searches are from deep ones, and write that with the weights."""
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
        Path, typer.Argument(metavar="FOLDER", help="Where all of it goes; resumed if begun.")
    ],
    scale: Annotated[
        str, typer.Option(metavar="tiny|small|medium|large", help="How much work.")
    ] = "small",
    processes: ProcessesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make weights from nothing: games, a fit, games with those weights, a fit, and so on."""
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
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of weights.")],
    as_json: JsonOption = False,
) -> None:
    """Print the model card of weights: data, settings and held-out errors."""
    from outflank.cli.output import print_json
    from outflank.engine.weights import load

    content = load(file).card
    if as_json:
        print_json(content)
        return
    from outflank.cli.train_report import print_card

    print_card(file, content)
