"""Fit the error model of ProbCut: measure the errors of shallow searches against deep ones.

Every position is searched without selectivity to each depth in turn, and solved if it has few empty
squares. The model of `engine.probcut_model` is then fitted to the standard deviations of the
differences, as a function of empty squares and both depths.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from outflank.engine import weights as weight_files
from outflank.engine.probcut_model import ErrorModel, endgame_terms, midgame_terms, probe_depth_of
from outflank.engine.weights import Weights
from outflank.errors import OutflankError
from outflank.jobs.plots import import_pyplot, save_figure
from outflank.jobs.progress import SILENT, Progress
from outflank.jobs.tasks import run_tasks
from outflank.search.stopping import StopFlag
from outflank.training.shards import import_parquet, shards_in

LEAST_SAMPLES = 8
"""Standard deviations of fewer differences than this are not used."""

LEAST_EMPTIES = 12
"""Minimum number of empty squares: with fewer, solving is faster than predicting."""

MOST_EMPTIES = 56
"""Maximum number of empty squares: with more, positions are few and searches short."""

MOST_SHARDS = 12
"""Positions are chosen from at most this many shards (files of labelled positions)."""

LEAF_EMPTIES = 6
"""Minimum number of empty squares at the leaves of searches.

The evaluation was never fitted to positions with fewer.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measuring:
    """Settings: positions per number of empty squares, and the greatest depth of searches.

    Positions with up to `solve_empties` empty squares are also solved.
    """

    positions: int = 48
    depth: int = 10
    solve_empties: int = 20
    seed: int = 1

    def __post_init__(self) -> None:
        if not 4 <= self.depth <= 14:
            raise OutflankError(f"depth={self.depth} cannot be measured; give 4 to 14")


@dataclass(frozen=True, slots=True)
class Deviation:
    """Standard deviation in discs between the values of a deep and a shallow search.

    `deep` and `shallow` are depths in plies; `deep` equals `empties` if the position was solved.
    `samples` is the number of positions.
    """

    empties: int
    deep: int
    shallow: int
    discs: float
    samples: int


def search_values(
    pairs: list[tuple[int, int]], weights_path: str, settings: Measuring
) -> list[dict[int, float]]:
    """For each position (two bitboards), its values in discs by search depth in plies.

    If the depth equals the number of empty squares, the value is that of the solver. `weights_path`
    is a file of weights, or empty for the shipped ones.
    """
    from outflank.engine.workspace import Table, Workspace
    from outflank.kernels.evaluate import DISC
    from outflank.kernels.labels import exact_value
    from outflank.kernels.midgame import LOWEST, search_root, static_value

    weights = weight_files.load(Path(weights_path)) if weights_path else weight_files.shipped()
    workspace = Workspace(Table(megabytes=16), weights, StopFlag())
    work = workspace.work
    rows = []
    for player, opponent in pairs:
        empties = 64 - (player | opponent).bit_count()
        values = {0: static_value(player, opponent, work) / DISC}
        for depth in range(1, min(settings.depth, empties - LEAF_EMPTIES) + 1):
            values[depth] = search_root(player, opponent, LOWEST, -LOWEST, depth, work) / DISC
        if empties <= settings.solve_empties:
            guess = 2 * round(values[max(values)] / 2)
            values[empties] = float(exact_value(player, opponent, guess, work))
        rows.append(values)
    return rows


def measure(
    pairs: Iterable[tuple[int, int]],
    weights_path: str,
    settings: Measuring,
    executor: Executor,
    progress: Progress = SILENT,
) -> list[Deviation]:
    """Search the positions in parallel; return the deviations for all pairs of depths."""
    by_empties: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for player, opponent in pairs:
        by_empties[64 - (player | opponent).bit_count()].append((player, opponent))
    deviations: list[Deviation] = []

    def finished(found: tuple[int, list[Deviation]]) -> None:
        positions, rows = found
        deviations.extend(rows)
        progress.step(positions)

    # Positions with few empties are solved, which takes longest, so they come first.
    tasks = [(chosen, weights_path, settings) for _, chosen in sorted(by_empties.items())]
    progress.begin("measuring", len(tasks))
    run_tasks(executor, measure_stage, tasks, finished)
    return sorted(deviations, key=lambda row: (row.empties, row.deep, row.shallow))


def measure_stage(
    pairs: list[tuple[int, int]], weights_path: str, settings: Measuring
) -> tuple[int, list[Deviation]]:
    """Search positions that all have the same number of empty squares; runs in a worker process.

    Returns the number of positions, and the deviations for all pairs of depths.
    """
    empties = 64 - (pairs[0][0] | pairs[0][1]).bit_count()
    return len(pairs), _deviations(empties, search_values(pairs, weights_path, settings))


def _deviations(empties: int, rows: list[dict[int, float]]) -> list[Deviation]:
    if len(rows) < LEAST_SAMPLES:
        return []
    found = []
    depths = sorted(rows[0])
    for deep in depths:
        for shallow in depths:
            # Depths of unequal parity differ by the value of a tempo. Depth 0, which makes no cut
            # by itself, is compared with all.
            if shallow >= deep or (shallow and deep < empties and (deep - shallow) % 2):
                continue
            differences = np.array([row[deep] - row[shallow] for row in rows])
            discs = max(0.05, float(np.sqrt(np.mean(differences**2))))
            found.append(Deviation(empties, deep, shallow, discs, len(rows)))
    return found


def fit_model(deviations: list[Deviation]) -> ErrorModel:
    """Fit the error model by least squares to the logarithms of the deviations."""
    middle = [row for row in deviations if row.deep < row.empties]
    end = [row for row in deviations if row.deep == row.empties]
    if len(middle) < 20 or len(end) < 12:
        raise OutflankError("too few positions for a ProbCut fit; give more --positions")
    return ErrorModel(
        _least_squares(
            [midgame_terms(row.empties, row.deep, row.shallow) for row in middle], middle
        ),
        _least_squares([endgame_terms(row.empties, row.shallow) for row in end], end),
    )


def _least_squares(terms: list[tuple[float, ...]], rows: list[Deviation]) -> tuple[float, ...]:
    logarithms = [math.log(row.discs) for row in rows]
    solution, *_ = np.linalg.lstsq(np.array(terms), np.array(logarithms), rcond=None)
    return tuple(float(value) for value in solution)


def choose_positions(folders: Iterable[Path], settings: Measuring) -> list[tuple[int, int]]:
    """Random positions from files of labelled positions (shards) in `folders`.

    For each number of empty squares the same number of positions is chosen.
    """
    parquet = import_parquet()
    shards = [shard for folder in folders for shard in shards_in(folder)]
    if not shards:
        raise OutflankError("these folders have no shards; make some with outflank train selfplay")
    generator = np.random.default_rng(settings.seed)
    some = generator.permutation(len(shards))[:MOST_SHARDS]
    tables = [parquet.read_table(shards[n], columns=["player", "opponent"]) for n in some]
    players, opponents = (
        np.concatenate([table[name].to_numpy() for table in tables])
        for name in ("player", "opponent")
    )
    empties = 64 - np.bitwise_count(players | opponents).astype(np.int64)
    chosen: list[tuple[int, int]] = []
    for count in range(LEAST_EMPTIES, MOST_EMPTIES + 1):
        rows = np.flatnonzero(empties == count)
        for row in generator.choice(rows, min(settings.positions, len(rows)), replace=False):
            chosen.append((int(players[row]), int(opponents[row])))
    return chosen


def with_model(weights: Weights, model: ErrorModel, deviations: list[Deviation]) -> Weights:
    """A copy of the weights with the fitted error model in their model card."""
    card = {
        **weights.card,
        "probcut": {
            "midgame": list(model.midgame),
            "endgame": list(model.endgame),
            "differences": sum(row.samples for row in deviations),
        },
    }
    return replace(weights, card=json.loads(json.dumps(card)))


def plot_deviations(deviations: list[Deviation], model: ErrorModel, path: Path) -> None:
    """Draw a PNG by number of empty squares: measured deviations as dots, the model as lines."""
    pyplot = import_pyplot()
    figure, panels = pyplot.subplots(1, 2, figsize=(12, 4.5), layout="constrained", sharey=True)
    for axes, title, solves in ((panels[0], "searches", False), (panels[1], "solves", True)):
        pairs = sorted(
            {
                (0 if solves else row.deep, row.shallow)
                for row in deviations
                if (row.deep == row.empties) is solves
                and (solves or probe_depth_of(row.deep) == row.shallow)
            }
        )
        for deep, shallow in pairs:
            rows = [
                row
                for row in deviations
                if row.shallow == shallow
                and (row.deep == row.empties if solves else row.deep == deep < row.empties)
            ]
            name = f"{shallow} for all" if solves else f"{shallow} for {deep}"
            empties = [row.empties for row in rows]
            dots = axes.plot(empties, [row.discs for row in rows], ".", label=name)
            modelled = [model.deviation(row.empties, row.deep, shallow) for row in rows]
            axes.plot(empties, modelled, color=dots[0].get_color())
        axes.set(title=title, xlabel="empties", ylabel="standard deviation, discs")
        axes.grid(alpha=0.3)
        axes.legend(title="plies", fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    save_figure(figure, path, dots_per_inch=120)
