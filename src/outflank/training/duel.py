"""Matches between two files of evaluation weights, with searches of equal depth.

Equal depth is nearly equal time, because the cost of an evaluation does not depend on its weights.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank.errors import OutflankError
from outflank.jobs.progress import SILENT, Progress
from outflank.jobs.tasks import run_tasks
from outflank.rules.position import Position
from outflank.search.stopping import StopFlag
from outflank.statistics.tally import Tally, standard_error
from outflank.training.shards import read_weights

PAIRS_PER_TASK = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """Settings of a duel: every opening of `random_plies` is played twice with colours exchanged.

    Moves are searched to `depth` plies; with `exact_empties` empty squares the solver decides the
    game.
    """

    games: int = 1_000
    depth: int = 4
    exact_empties: int = 12
    random_plies: int = 10
    seed: int = 1

    def __post_init__(self) -> None:
        if self.games < 2:
            raise OutflankError(f"games={self.games} are too few for a duel; give 2 or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelResult:
    """The result of a duel for the first weights.

    `discs_sigma` is the standard error of the mean disc difference per game, estimated from pairs
    of games with the same opening.
    """

    tally: Tally
    discs_sigma: float

    def as_json(self) -> dict[str, Any]:
        """The figures as a dictionary for JSON."""
        return {
            "games": self.tally.games,
            "wins": self.tally.wins,
            "draws": self.tally.draws,
            "losses": self.tally.losses,
            "mean_discs": self.tally.mean_discs,
            "discs_sigma": self.discs_sigma,
        }

    @staticmethod
    def from_json(content: dict[str, Any]) -> DuelResult:
        """Read a result from a dictionary of `as_json`."""
        discs = round(content["games"] * content["mean_discs"])
        counts = (content["wins"], content["draws"], content["losses"])
        return DuelResult(tally=Tally(*counts, discs), discs_sigma=content["discs_sigma"])


def run_duel(
    first: Path | None,
    second: Path | None,
    settings: Duel,
    executor: Executor,
    progress: Progress = SILENT,
) -> DuelResult:
    """Play a duel between the weights in two files; None is an evaluation that is always zero."""
    pairs = list(range((settings.games + 1) // 2))
    tasks = [
        (first, second, settings, pairs[start : start + PAIRS_PER_TASK])
        for start in range(0, len(pairs), PAIRS_PER_TASK)
    ]
    scores: list[tuple[int, int]] = []

    def finished(played: list[tuple[int, int]]) -> None:
        scores.extend(played)
        progress.step(2 * len(played))

    progress.begin("duel", len(tasks))
    run_tasks(executor, play_pairs, tasks, finished)
    return DuelResult(
        tally=Tally.of_scores(score for pair in scores for score in pair),
        discs_sigma=standard_error([sum(pair) / 2 for pair in scores]),
    )


def play_pairs(
    first: Path | None, second: Path | None, settings: Duel, pairs: list[int]
) -> list[tuple[int, int]]:
    """Play the openings numbered `pairs`, each twice. Runs in a worker process.

    Returns for each the first weights' disc differences in both games.
    """
    from outflank.engine.workspace import Table, Workspace
    from outflank.kernels.duel import play_duel

    tables = [Table(megabytes=2), Table(megabytes=2)]
    workspaces = [
        Workspace(table, read_weights(str(path or ""))[0], StopFlag())
        for table, path in zip(tables, (first, second), strict=True)
    ]
    sides = [workspace.work for workspace in workspaces]
    scores = []

    def play(opening: Position, order: Iterable[Any]) -> int:
        # Table entries of one game must not decide between equal moves of the next.
        for table, workspace in zip(tables, workspaces, strict=True):
            table.clear()
            workspace.clear()
        board = (opening.player, opening.opponent)
        return int(play_duel(*board, settings.depth, settings.exact_empties, *order))

    for pair in pairs:
        opening = _opening(settings, pair)
        one, other = (play(opening, order) for order in (sides, reversed(sides)))
        scores.append((one, -other))
    return scores


def _opening(settings: Duel, pair: int) -> Position:
    choice = random.Random(f"{settings.seed}/{pair}")
    position = Position.start()
    for _ in range(settings.random_plies):
        if moves := position.legal_moves():
            position = position.play(choice.choice(moves))
    return position
