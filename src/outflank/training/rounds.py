"""Train weights from scratch: rounds of self-play, each with the weights of the round before.

The first round plays with an evaluation of zero, so only the solver's scores at the ends of games
carry information; each round extends it further back from the end. A folder holds

    round-1/games/       shards of games from random openings (`selfplay`)
    round-1/loose/       shards of games from openings by loose play, if planned
    round-1/work/        data set, stages and phases (`dataset`, `fit`, `units`)
    round-1/linear.bin   linear weights (`fit`), if the plan finishes them (`finishing`)
    round-1/weights.bin  the weights of the round
    round-1/round.json   the report of the round

and the same for the other rounds. Each step can be resumed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from outflank.engine import weights as weight_files
from outflank.errors import OutflankError, check_known
from outflank.files import make_run_folder, read_json, write_json
from outflank.jobs.progress import SILENT, Progress
from outflank.training.dataset import Source, open_dataset
from outflank.training.duel import Duel, DuelResult, run_duel
from outflank.training.finishing import Finishing, finish
from outflank.training.fit import Fit, run_fit
from outflank.training.probcut_fit import Measuring
from outflank.training.selfplay import SelfPlay, run_selfplay
from outflank.training.units import UnitTraining

Match: TypeAlias = Callable[[Path, Path | None], DuelResult]
"""Plays new weights against those of the round before.

The first path is the new file; None as the second means an evaluation that is always zero.
"""

PLAN = "rounds.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round: its number of games, and the settings of self-play, fit, finishing and duel.

    `games` begin with random moves, `loose_games` with random moves among which good ones are more
    likely. The positions of the last `earlier_rounds` rounds are fitted too. `trace_decay` is that
    of `dataset.Source`. If `finishing` is None, the weights stay linear.
    """

    games: int
    selfplay: SelfPlay
    loose_games: int = 0
    earlier_rounds: int = 0
    trace_decay: float = 0.85
    fit: Fit = field(default_factory=Fit)
    finishing: Finishing | None = None
    duel: Duel = field(default_factory=Duel)


LOOSENESS = 2.5
"""The setting `looseness` of `SelfPlay`, in discs, for the openings of `loose_games`."""


def _rounds(games: Sequence[int], *, shard: int, exact_empties: int = 12) -> tuple[Round, ...]:
    """One round for each number of games; the last also plays loose games and is finished.

    For `loose_games` and `finishing` see `Round`. `shard` is the number of games per file.
    """
    rounds = [
        Round(
            games=count,
            selfplay=SelfPlay(
                games_per_shard=shard, depth=4, exact_empties=exact_empties, seed=number
            ),
        )
        for number, count in enumerate(games, 1)
    ]
    finished = Finishing(units=UnitTraining())
    rounds[-1] = replace(rounds[-1], loose_games=2 * games[-1], finishing=finished)
    return tuple(rounds)


_TINY = Round(
    games=40,
    selfplay=SelfPlay(games_per_shard=20, depth=3, exact_empties=8),
    fit=Fit(passes=2),
    duel=Duel(games=20, depth=3, exact_empties=8),
)
_TINY_FINISHING = Finishing(
    units=UnitTraining(borders=(12, 54), rates=(1.0,)),
    tempo=Measuring(positions=1, depth=6, solve_empties=12),
    probcut=Measuring(positions=8, depth=4, solve_empties=14),
)

SCALES: dict[str, tuple[Round, ...]] = {
    "tiny": (
        _TINY,
        replace(
            _TINY,
            selfplay=replace(_TINY.selfplay, seed=2),
            loose_games=40,
            earlier_rounds=1,
            finishing=_TINY_FINISHING,
        ),
    ),
    "small": _rounds((10_000, 15_000, 15_000), shard=500),
    "medium": _rounds((50_000, 150_000, 100_000), shard=1_000),
    "large": _rounds((100_000, 300_000, 1_000_000, 1_000_000), shard=1_000, exact_empties=14),
}
"""The plans by name. On two cores they take seconds, minutes, an hour and a night."""


def plan_of(scale: str) -> tuple[Round, ...]:
    """The rounds of the scale with this name."""
    return SCALES[check_known("scale", scale, SCALES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReport:
    """The result of a round: its weights, their model card, and the match against the last round.

    `positions` is the number of positions that were fitted or held out.
    """

    number: int
    weights: Path
    positions: int
    card: dict[str, Any]
    match: DuelResult


def run_rounds(
    plan: Sequence[Round],
    folder: Path,
    executor: Executor,
    *,
    match: Match | None = None,
    progress: Progress = SILENT,
    finished: Callable[[RoundReport], None] = lambda report: None,
) -> Path:
    """Run all rounds of `plan`; return the file with the weights of the last.

    `finished` is called with the report of each round, including those of earlier runs. `match`
    compares the weights of two rounds, by default with a duel at equal depth.
    """
    _keep_to_plan(plan, folder)
    before: Path | None = None
    for number, this in enumerate(plan, 1):

        def judge(new: Path, old: Path | None, settings: Duel = this.duel) -> DuelResult:
            return run_duel(new, old, settings, executor, progress)

        place = folder / f"round-{number}"
        report = _run_round(number, this, place, before, executor, match or judge, progress)
        finished(report)
        before = report.weights
    if before is None:
        raise OutflankError("the plan has no rounds; give at least one")
    return before


def _keep_to_plan(plan: Sequence[Round], folder: Path) -> None:
    """Save the plan in the folder, or raise an error if another plan was begun there."""
    make_run_folder(folder)
    wanted = json.loads(json.dumps({"rounds": [asdict(this) for this in plan]}))
    path = folder / PLAN
    if not path.exists():
        write_json(path, wanted)
    elif read_json(path) != wanted:
        raise OutflankError(f"{folder} has rounds of another scale; choose another folder")


def _run_round(
    number: int,
    this: Round,
    folder: Path,
    before: Path | None,
    executor: Executor,
    match: Match,
    progress: Progress,
) -> RoundReport:
    make_run_folder(folder)
    weights, done = folder / "weights.bin", folder / "round.json"

    # 1. Games with the weights so far.
    settings = replace(this.selfplay, weights=str(before or ""))
    loose = replace(settings, looseness=LOOSENESS)
    run_selfplay(settings, folder / "games", executor, games=this.games, progress=progress)
    if this.loose_games:
        run_selfplay(loose, folder / "loose", executor, games=this.loose_games, progress=progress)

    # 2. Fit their positions, with those of earlier rounds.
    if not weights.exists():
        rounds = range(max(1, number - this.earlier_rounds), number + 1)
        folders = [
            place
            for earlier in rounds
            for name in ("games", "loose")
            if (place := folder.with_name(f"round-{earlier}") / name).exists()
        ]
        sources = [Source(place, this.trace_decay) for place in folders]
        work = folder / "work"
        dataset = open_dataset(sources, work, executor, progress)
        fitted, _ = run_fit(dataset, this.fit, executor, progress=progress)
        if this.finishing is not None:
            linear = folder / "linear.bin"
            weight_files.save(fitted, linear)
            fitted = finish(linear, dataset, folders, this.finishing, work, executor, progress)
        weight_files.save(fitted, weights)
    card = weight_files.load(weights).card

    # 3. Measure the gain.
    if not done.exists():
        write_json(done, {"match": match(weights, before).as_json()})
    return RoundReport(
        number=number,
        weights=weights,
        positions=card["data"]["positions"] + card["data"]["held_out"],
        card=card,
        match=DuelResult.from_json(read_json(done)["match"]),
    )
