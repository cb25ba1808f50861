"""How fit a genome is: games of its one-ply agent against others, on any executor."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from outflank.classics import evaluations
from outflank.classics.genomes import Genome
from outflank.errors import OutflankError
from outflank.work.tasks import run_tasks

RANDOM_TARGET = "random"

GENOMES_PER_TASK = 10

Opponent: TypeAlias = str | Genome
"""``random``, the name of an evaluation, or another genome."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """Which games an agent plays against an opponent.

    Each of `pairs` openings of `plies` random moves is played twice, the sides exchanged. The same
    `seed` gives the same openings and the same chances within the games.
    """

    pairs: int
    plies: int
    seed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Games from one side: how many were won, drawn and lost, and the sum of discs."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    discs: int = 0

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of points: a draw counts half."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def sigma(self) -> float:
        """The standard error of `score` by the binomial distribution."""
        return float(np.sqrt(self.score * (1 - self.score) / self.games))

    @property
    def mean_discs(self) -> float:
        """Discs a game, empties to the winner."""
        return self.discs / self.games

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.discs + other.discs,
        )


def check_target(name: str) -> str:
    """A target's name, or an error that lists the names there are."""
    known = (RANDOM_TARGET, *evaluations.EVALUATIONS)
    if name not in known:
        raise OutflankError(f"no target is called {name!r}; there are: {', '.join(known)}")
    return name


def play_games(agent: Opponent, opponent: Opponent, games: Games) -> Outcome:
    """Games between two one-ply agents, seen from the first."""
    from outflank.classics.one_ply import play_pairs, random_openings

    state = np.random.default_rng(games.seed).integers(1, 1 << 63, size=1, dtype=np.uint64)
    players = np.empty(games.pairs, dtype=np.uint64)
    opponents = np.empty(games.pairs, dtype=np.uint64)
    random_openings(games.plies, state, players, opponents)
    scores = np.empty((games.pairs, 2), dtype=np.int16)
    first, keep_first = _agent(agent)
    second, keep_second = _agent(opponent)
    play_pairs(players, opponents, first, second, state, scores)
    del keep_first, keep_second
    return Outcome(
        int((scores > 0).sum()),
        int((scores == 0).sum()),
        int((scores < 0).sum()),
        int(scores.sum()),
    )


def _agent(opponent: Opponent) -> tuple[Any, Any]:
    """An agent for the kernel, and what must live as long as it does."""
    from outflank.classics.calling import address_of
    from outflank.classics.one_ply import EVALUATION, GRAPH, RANDOM, new_agent

    if isinstance(opponent, Genome):
        program = opponent.program()
        return new_agent(GRAPH, program.ctypes.data), program
    if opponent == RANDOM_TARGET:
        return new_agent(RANDOM), None
    evaluation = evaluations.get(opponent)
    return new_agent(EVALUATION, address_of(evaluation)), evaluation


def play_several(
    genomes: Sequence[Genome], matches: Sequence[tuple[Opponent, Games]], first_number: int | None
) -> list[Outcome]:
    """The outcome of all matches for each genome, added up.

    With `first_number` every genome has openings of its own, by its number; else all have the
    same.
    """
    outcomes = []
    for index, genome in enumerate(genomes):
        total = Outcome()
        for opponent, games in matches:
            if first_number is not None:
                games = replace(games, seed=(*games.seed, first_number + index))
            total += play_games(genome, opponent, games)
        outcomes.append(total)
    return outcomes


def play_all(
    genomes: Sequence[Genome],
    matches: Sequence[tuple[Opponent, Games]],
    executor: Executor,
    *,
    common_openings: bool = True,
) -> list[Outcome]:
    """`play_several` for a whole population, on an executor."""
    starts = range(0, len(genomes), GENOMES_PER_TASK)
    found: dict[int, list[Outcome]] = {}
    tasks = [
        (genomes[start : start + GENOMES_PER_TASK], matches, common_openings, start)
        for start in starts
    ]
    run_tasks(executor, _numbered, tasks, lambda part: found.__setitem__(*part))
    return [outcome for start in starts for outcome in found[start]]


def _numbered(
    genomes: Sequence[Genome],
    matches: Sequence[tuple[Opponent, Games]],
    common_openings: bool,
    start: int,
) -> tuple[int, list[Outcome]]:
    return start, play_several(genomes, matches, None if common_openings else start)
