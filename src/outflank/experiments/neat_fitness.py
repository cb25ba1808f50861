"""Why the evolution (NEAT) of report 002 did not progress, and settings with which one does.

First the share of luck in a fitness is measured. Then small evolutions run with different settings,
and their champions are measured on fresh games against a fixed opponent. The report is described in
docs/reports.md.
"""

from __future__ import annotations

from pathlib import Path
from statistics import mean, pstdev
from tempfile import TemporaryDirectory
from typing import Any

from outflank.classics.genomes import Genome
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import Cell, draw_lines, new_figure, percent
from outflank.training.neat import Evolution, evolve
from outflank.training.neat_curve import smoothed
from outflank.training.neat_games import Games, play_all, play_games
from outflank.training.neat_population import EvolvingPopulation, import_neat

TARGET = "positional"

RECIPES: dict[str, dict[str, Any]] = {
    "as reported, against random": {
        "target": "random",
        "games": 20,
        "measure": "wins",
        "plies": 4,
        "common_openings": False,
        "images": 1,
        "fame_share": 0.0,
    },
    "as reported, against the table": {
        "games": 20,
        "measure": "wins",
        "plies": 4,
        "common_openings": False,
        "images": 1,
        "fame_share": 0.0,
    },
    "100 games in discs, common openings": {"images": 1, "fame_share": 0.0},
    "and 8 images": {"fame_share": 0.0},
    "and earlier champions (all of it)": {},
    "all of it, but without images": {"images": 1},
    "all of it, but games from the start": {"plies": 0},
    "all of it, but 20 games": {"games": 20},
    "all of it, but many small species": {"threshold": 0.8},
}
"""For each named recipe, the settings of `Evolution` that differ from the defaults."""


def run(laboratory: Laboratory) -> None:
    """Measure the share of luck in fitness, then run an evolution with each recipe."""
    import_neat()
    laboratory.report.text(
        "The report let genomes play a target agent, took the win rate for fitness, and saw no "
        "growth in 200 generations, though a first generation against random already had genomes "
        "with a win rate of 0.9. It suspected that fitness was measured wrongly, and had no time "
        "left to look."
    )
    _luck(laboratory)
    _recipes(laboratory)


def _luck(laboratory: Laboratory) -> None:
    """Compare the scatter of one genome's repeated fitness with differences between genomes."""
    genomes = laboratory.choose(full=60, quick=30, tiny=10)
    repeats = laboratory.choose(full=30, quick=15, tiny=4)
    settings = Evolution(population=genomes)
    rows: list[list[Cell]] = []

    def measure(item: tuple[str, int]) -> list[float]:
        target, games = item
        living = EvolvingPopulation(settings.for_neat(), images=8, seed=1).genomes()
        # True win rates, from many games.
        many = Games(pairs=laboratory.choose(full=500, quick=200, tiny=20), plies=8, seed=(1,))
        truth = [one.score for one in play_all(living, [(target, many)], laboratory.executor)]
        again = [
            play_games(living[0], target, Games(pairs=games // 2, plies=8, seed=(2, number))).score
            for number in range(repeats)
        ]
        few = Games(pairs=games // 2, plies=8, seed=(3,))
        seen = [
            one.score
            for one in play_all(living, [(target, few)], laboratory.executor, common_openings=False)
        ]
        chosen = max(range(len(seen)), key=seen.__getitem__)
        return [pstdev(truth), pstdev(again), max(seen), truth[chosen], max(truth), mean(truth)]

    items = [(target, games) for target in ("random", TARGET) for games in (10, 40, 200)]
    for (target, games), found in zip(items, laboratory.parts("luck", items, measure), strict=True):
        differ, luck, seen, real, best, average = found
        rows.append(
            [
                target,
                games,
                percent(average),
                percent(best),
                percent(differ),
                percent(luck),
                percent(seen),
                percent(real),
            ]
        )
    report = laboratory.report
    report.heading("How much of a win rate is luck")
    report.text(
        f"{genomes} random genomes at depth 1. The first σ is of their true win rates (many "
        "games); the second is of the win rate of one genome, measured repeatedly by few games. "
        "The last columns: the measured win rate of the genome that looks best, and its true win "
        "rate."
    )
    report.table(
        "luck",
        [
            "target",
            "games",
            "mean",
            "best",
            "genomes differ by σ",
            "luck, σ",
            "best seen",
            "really",
        ],
        rows,
    )


def _recipes(laboratory: Laboratory) -> None:
    generations = laboratory.choose(full=40, quick=8, tiny=2)
    population = laboratory.choose(full=60, quick=30, tiny=10)
    seeds = laboratory.choose(full=(1, 2), quick=(1,), tiny=(1,))
    recipes = laboratory.choose(full=RECIPES, quick=RECIPES, tiny=dict(list(RECIPES.items())[:2]))

    def compute(item: tuple[str, int]) -> list[list[float]]:
        name, seed = item
        changes = {"games": 100, "population": population, "seed": seed, **recipes[name]}
        if laboratory.scale != "full":
            changes["games"] = min(changes["games"], 40)
        settings = Evolution(**changes, measured_games=200)
        champions: list[Genome] = []
        with TemporaryDirectory() as folder:
            evolve(
                settings,
                Path(folder),
                generations,
                laboratory.executor,
                watch=lambda _, champion: champions.append(champion),
            )
        pairs = laboratory.choose(full=300, quick=100, tiny=10)
        found = []
        for number, champion in enumerate(champions):
            # Always from openings of eight moves, also if evolution used others.
            fresh = Games(pairs=pairs, plies=8, seed=(99, number))
            found.append([play_games(champion, one, fresh).score for one in (TARGET, "random")])
        return found

    items = [(name, seed) for name in recipes for seed in seeds]
    found = dict(zip(items, laboratory.parts("recipe", items, compute), strict=True))
    report = laboratory.report
    report.heading("Evolutions by different recipes")
    report.text(
        "The first two imitate the report, which does not say how many games a genome played. The "
        "third changes the games, their openings and the measure at once; each one after that "
        "changes one thing. "
        f"Population {population}, {generations} generations, {len(seeds)} seeds; the champion of "
        f"each generation at depth 1 on fresh games from openings of eight random moves, against "
        f"the positional table and against random. Means over seeds, of the first and the last "
        "fifth of the generations."
    )
    fifth = max(1, generations // 5)
    rows: list[list[Cell]] = []
    curves = {}
    for name in recipes:
        columns = []
        for index in (0, 1):
            runs = [[row[index] for row in found[name, seed]] for seed in seeds]
            columns += [mean(mean(one[:fifth]) for one in runs)]
            columns += [mean(mean(one[-fifth:]) for one in runs)]
            if index == 0:
                best = max(mean(one[-fifth:]) for one in runs)
                curves[name] = [mean(values) for values in zip(*runs, strict=True)]
        rows.append(
            [
                name,
                percent(columns[0]),
                percent(columns[1]),
                percent(best),
                percent(columns[2]),
                percent(columns[3]),
            ]
        )
    report.table(
        "recipes",
        [
            "recipe",
            "table: first fifth",
            "last fifth",
            "best seed",
            "random: first fifth",
            "last fifth ",
        ],
        rows,
    )
    figure, (axes,) = new_figure()
    lines = {name: (list(range(generations)), smoothed(curve)) for name, curve in curves.items()}
    draw_lines(
        axes,
        lines,
        title=f"champions at depth 1 against {TARGET}, fresh games",
        x="generation",
        y="share of points",
    )
    axes.axhline(0.5, color="grey", linewidth=0.8)
    report.figure("learning curves", figure)
