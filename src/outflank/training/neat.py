"""Evolution of an evaluation network by NEAT, as in report 002 (docs/reports.md).

A genome's fitness is the result of an agent that looks one ply ahead with the genome's network, in
games against a fixed opponent (the target) and optionally against champions of earlier generations.
The champion of every generation is then measured on fresh games against the target: fitness alone
cannot tell progress from luck, as the best of a hundred noisy figures is always a lucky one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from outflank.classics import genomes
from outflank.classics.genomes import Genome
from outflank.errors import FormatError, OutflankError
from outflank.files import make_run_folder, read_json, write_json, write_text
from outflank.jobs.progress import SILENT, Progress
from outflank.statistics.tally import Tally
from outflank.training.neat_games import (
    Games,
    Opponent,
    check_target,
    play_all,
    play_games,
)
from outflank.training.neat_population import EvolvingPopulation

STATE = "state.json"
BEST = "best.json"

MEASURES = ("discs", "wins")
CONNECTIONS = {"full": "full_direct", "sparse": "partial_direct 0.1"}

FRESH = 1_000_003
"""Part of the random seed of the games that measure a champion; evolution never uses it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evolution:
    """Settings of an evolution.

    A genome plays `games` games a generation from openings of `plies` random moves: a share of
    `fame_share` against the last `fame` champions, the rest against `target`. `common_openings`
    gives all genomes of a generation the same openings. Fitness is the mean result in `measure`
    (discs or wins). `images` is 8 to average the network over all symmetric images of the board, or
    1. `spread` is the standard deviation of initial weights; a weight mutates with probability
    `rate` by a random number of standard deviation `power`. `link_rate` and `node_rate` are the
    probabilities of a new connection or node. `threshold`, `stagnation` and `elitism` are those of
    neat-python. `measured_games` is the number of fresh games of each champion.
    """

    population: int = 150
    games: int = 200
    plies: int = 8
    target: str = "positional"
    measure: str = "discs"
    common_openings: bool = True
    images: int = 8
    connection: str = "full"
    fame: int = 5
    fame_share: float = 0.8
    spread: float = 0.5
    power: float = 0.5
    rate: float = 0.3
    link_rate: float = 0.15
    node_rate: float = 0.1
    threshold: float = 3.0
    stagnation: int = 30
    elitism: int = 2
    measured_games: int = 1_000
    seed: int = 1

    def __post_init__(self) -> None:
        check_target(self.target)
        for name, value, known in (
            ("measure", self.measure, MEASURES),
            ("connection", self.connection, tuple(CONNECTIONS)),
            ("images", self.images, (1, 8)),
        ):
            if value not in known:
                raise OutflankError(
                    f"{name}={value} is unknown; give {' or '.join(map(str, known))}"
                )
        if self.population < 10 or self.games < 2 or self.measured_games < 2:
            raise OutflankError(
                f"population={self.population}, games={self.games} cannot evolve; give 10 genomes "
                "and 2 games or more"
            )

    def matches(self, generation: int, fame: list[Genome]) -> list[tuple[Opponent, Games]]:
        """The matches that every genome of a generation plays; `fame` are the earlier champions."""
        pairs = max(1, self.games // 2)
        fame_pairs = int(pairs * self.fame_share / len(fame)) if fame else 0
        opponents: list[tuple[Opponent, int]] = [(self.target, pairs - fame_pairs * len(fame))]
        if fame_pairs:
            opponents += [(genome, fame_pairs) for genome in fame]
        return [
            (opponent, Games(pairs=count, plies=self.plies, seed=(self.seed, generation, number)))
            for number, (opponent, count) in enumerate(opponents)
        ]

    def fitness(self, tally: Tally) -> float:
        """The fitness of a genome with these results: mean discs or share of points per game."""
        return tally.score if self.measure == "wins" else tally.mean_discs

    def for_neat(self) -> dict[str, Any]:
        """The settings as values for the configuration file of neat-python."""
        return {
            **asdict(self),
            "connection": CONNECTIONS[self.connection],
            "activation": "identity",
            "activation_rate": 0.1,
            "link_loss_rate": self.link_rate / 2,
            "node_loss_rate": self.node_rate / 2,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationReport:
    """One generation: fitness of its genomes, and its champion measured on fresh games.

    `target_score` and `random_score` are shares of points (0 to 1) against the target and against
    random moves; `target_discs` is the mean disc difference. `nodes` and `links` are the champion's
    size.
    """

    generation: int
    best_fitness: float
    mean_fitness: float
    target_score: float
    target_discs: float
    random_score: float
    nodes: int
    links: int
    species: int
    seconds: float


@dataclass(slots=True)
class Run:
    """The state of an evolution: a report per generation, and the best champion of all.

    `best_score` is its share of points when it was chosen; `fame` are the latest champions.
    """

    reports: list[GenerationReport]
    best: Genome | None
    best_score: float
    fame: list[Genome]


def evolve(
    settings: Evolution,
    folder: Path,
    generations: int,
    executor: Executor,
    progress: Progress = SILENT,
    watch: Callable[[GenerationReport, Genome], None] | None = None,
) -> Run:
    """Evolve until `generations` generations are done; save the state to `folder` after each.

    A run that was killed is resumed from the folder. `watch` is called with the report and the
    champion of every generation.
    """
    make_run_folder(folder)
    population = EvolvingPopulation(settings.for_neat(), images=settings.images, seed=settings.seed)
    run = _resume(settings, folder, population)
    progress.begin("generation", generations, population.generation)
    while population.generation < generations:
        generation = population.generation
        started = time.perf_counter()
        living = population.genomes()
        matches = settings.matches(generation, run.fame)
        tallies = play_all(living, matches, executor, common_openings=settings.common_openings)
        fitnesses = [settings.fitness(tally) for tally in tallies]
        champion = living[max(range(len(living)), key=fitnesses.__getitem__)]
        against_target = measured(champion, settings.target, settings, generation)
        against_random = measured(champion, "random", settings, generation)
        run.reports.append(
            GenerationReport(
                generation=generation,
                best_fitness=max(fitnesses),
                mean_fitness=sum(fitnesses) / len(fitnesses),
                target_score=against_target.score,
                target_discs=against_target.mean_discs,
                random_score=against_random.score,
                nodes=len(champion.nodes),
                links=champion.link_count,
                species=population.species_count,
                seconds=time.perf_counter() - started,
            )
        )
        if against_target.score > run.best_score:
            run.best, run.best_score = champion, against_target.score
        run.fame = [*run.fame, champion][-settings.fame :]
        if watch is not None:
            watch(run.reports[-1], champion)
        population.advance(fitnesses)
        _save(settings, folder, population, run)
        progress.step(len(living) * settings.games)
    return run


def measured(genome: Genome, target: str, settings: Evolution, number: int) -> Tally:
    """Play the fresh games that measure the champion of generation `number` against `target`."""
    seed = (settings.seed, number, FRESH)
    pairs = settings.measured_games // 2
    return play_games(genome, target, Games(pairs=pairs, plies=settings.plies, seed=seed))


def measured_at_the_end(run: Run, settings: Evolution) -> Tally:
    """Measure the best champion on games that had no part in choosing it.

    It was chosen as the best of many measurements, so the score used for that choice is biased.
    """
    assert run.best is not None, "a run has a champion after its first generation"
    games = Games(
        pairs=settings.measured_games, plies=settings.plies, seed=(settings.seed, FRESH, FRESH)
    )
    return play_games(run.best, settings.target, games)


def with_card(genome: Genome, settings: Evolution, run: Run) -> Genome:
    """A copy of the genome with a card that describes how it was made."""
    card = {
        "made_by": "outflank train neat",
        "settings": asdict(settings),
        "generations": len(run.reports),
        "score_when_chosen": run.best_score,
        "licence": "MIT",
    }
    return replace(genome, card=card)


# The folder


def _save(settings: Evolution, folder: Path, population: EvolvingPopulation, run: Run) -> None:
    state = {
        "settings": asdict(settings),
        "reports": [asdict(report) for report in run.reports],
        "best": genomes.as_json(run.best) if run.best else None,
        "best_score": run.best_score,
        "fame": [genomes.as_json(genome) for genome in run.fame],
        "population": population.state(),
    }
    write_json(folder / STATE, state, indent=None)
    if run.best:
        write_text(folder / BEST, genomes.to_text(with_card(run.best, settings, run)))


def _resume(settings: Evolution, folder: Path, population: EvolvingPopulation) -> Run:
    path = folder / STATE
    if not path.exists():
        return Run([], None, -1.0, [])
    state = read_json(path)
    if state.get("settings") != asdict(settings):
        raise OutflankError(f"{folder} has a run with other settings; give another folder")
    try:
        population.restore(state["population"])
        return read_run(folder)
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError(f"the state is damaged: {error}", source=str(path)) from None


def read_run(folder: Path) -> Run:
    """Read the state of the evolution that is saved in a folder."""
    state = read_json(folder / STATE)
    return Run(
        [GenerationReport(**report) for report in state["reports"]],
        genomes.from_json(state["best"]) if state["best"] else None,
        state["best_score"],
        [genomes.from_json(genome) for genome in state["fame"]],
    )
