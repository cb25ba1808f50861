"""Weights from nothing: rounds of games, each played with the weights that the last one gave.

The first round plays with an evaluation of zero, and knows only what the solver tells it about the
ends of games; its weights see a little further, and so on backwards from the end. A folder holds

    round-1/games/        shards (`selfplay`)
    round-1/work/         data set and stages (`dataset`, `fit`)
    round-1/weights.bin   the weights of the round
    round-1/round.json    what came of it

and the same for the other rounds. Each step resumes where it was ended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from outflank.engine import weights as weight_files
from outflank.errors import OutflankError
from outflank.training.dataset import Source, open_dataset
from outflank.training.duel import Duel, DuelResult, run_duel
from outflank.training.fit import Fit, run_fit
from outflank.training.selfplay import SelfPlay, run_selfplay
from outflank.work.files import make_folder, read_json, write_json
from outflank.work.progress import SILENT, Progress

Match: TypeAlias = Callable[[Path, Path | None], DuelResult]
"""Plays weights against those of the round before; None is an evaluation of zero."""

PLAN = "rounds.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round: how many games, and how they are played, fitted and judged."""

    games: int
    selfplay: SelfPlay
    outcome_share: float = 0.5
    fit: Fit = field(default_factory=Fit)
    duel: Duel = field(default_factory=Duel)


def _rounds(
    games: Sequence[int], depths: Sequence[int], *, shard: int, exact_empties: int = 12
) -> tuple[Round, ...]:
    return tuple(
        Round(
            games=count,
            selfplay=SelfPlay(
                games_per_shard=shard, depth=depth, exact_empties=exact_empties, seed=number
            ),
        )
        for number, (count, depth) in enumerate(zip(games, depths, strict=True), 1)
    )


_TINY = Round(
    games=40,
    selfplay=SelfPlay(games_per_shard=20, depth=3, exact_empties=8),
    fit=Fit(passes=2),
    duel=Duel(games=20, depth=3, exact_empties=8),
)

SCALES: dict[str, tuple[Round, ...]] = {
    "tiny": (_TINY, replace(_TINY, selfplay=replace(_TINY.selfplay, seed=2))),
    "small": _rounds((10_000, 15_000, 15_000), (4, 4, 4), shard=500),
    "medium": _rounds((50_000, 150_000, 300_000), (4, 4, 4), shard=1_000),
    "large": _rounds(
        (100_000, 300_000, 1_000_000, 500_000), (4, 4, 4, 6), shard=1_000, exact_empties=14
    ),
}
"""How much work: seconds, minutes, an hour, a night on two cores."""


def plan_of(scale: str) -> tuple[Round, ...]:
    """The rounds of a scale."""
    if scale not in SCALES:
        raise OutflankError(f"no scale is called {scale!r}; there are: {', '.join(SCALES)}")
    return SCALES[scale]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReport:
    """What came of a round; errors are on held-out positions, `match` is against the one before."""

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
    """Go through all rounds of `plan`; return the file with the last one's weights.

    `finished` hears of each round, those of earlier runs included. Without a `match` of the
    caller's, a duel at equal depth is played.
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
        raise OutflankError("a plan without rounds gives no weights; name one round at least")
    return before


def _keep_to_plan(plan: Sequence[Round], folder: Path) -> None:
    """Note the plan in the folder, or see that it is the one that was begun there."""
    make_folder(folder)
    wanted = {"rounds": [asdict(this) for this in plan]}
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
    make_folder(folder)
    weights, done = folder / "weights.bin", folder / "round.json"

    # 1. Games with the weights so far.
    settings = replace(this.selfplay, weights=str(before or ""))
    run_selfplay(settings, folder / "games", executor, games=this.games, progress=progress)

    # 2. Their positions fitted.
    if not weights.exists():
        source = Source(folder / "games", this.outcome_share)
        dataset = open_dataset([source], folder / "work", executor, progress)
        fitted, _ = run_fit(dataset, this.fit, executor, progress=progress)
        weight_files.save(fitted, weights)
    card = weight_files.load(weights).card

    # 3. What that was worth.
    if not done.exists():
        write_json(done, {"match": match(weights, before).as_json()})
    return RoundReport(
        number=number,
        weights=weights,
        positions=card["data"]["positions"] + card["data"]["held_out"],
        card=card,
        match=DuelResult(**read_json(done)["match"]),
    )
