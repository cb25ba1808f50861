"""Evolution by NEAT: genomes as ours, resuming, curves, and that it learns."""

from __future__ import annotations

import json
import random
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from outflank.classics.genomes import linear_genome, load, shipped
from outflank.errors import OutflankError
from outflank.kernels.jit import INTERPRETED
from outflank.training.neat import (
    BEST,
    STATE,
    Evolution,
    GenerationReport,
    evolve,
    measured_at_the_end,
)
from outflank.training.neat_curve import plot_evolution
from outflank.training.neat_games import Games, play_all, play_games
from outflank.training.neat_population import EvolvingPopulation, import_neat

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

TINY = Evolution(population=12, games=4, measured_games=8, link_rate=0.6, node_rate=0.6)


class Killed(Exception):
    """The program was ended in the middle of a run."""


def without_times(folder: Path) -> dict[str, Any]:
    state: dict[str, Any] = json.loads((folder / STATE).read_text())
    for report in state["reports"]:
        del report["seconds"]
    return state


def test_a_target_may_be_any_player(tmp_path: Path, executor: Executor) -> None:
    """Its games are those of the compiled agent where both play alike, and evolution runs on it."""
    games = Games(pairs=20, plies=8, seed=(5,))
    one_ply = play_games(shipped(), "positional", games)
    player = play_games(shipped(), "minimax:depth=1,eval=positional", games)
    assert player.games == one_ply.games == 40
    assert abs(player.score - one_ply.score) < 0.2
    assert play_games(shipped(), "alphabeta:depth=4", games).score < player.score
    settings = replace(TINY, target="alphabeta:depth=2", games=2, measured_games=2)
    run = evolve(settings, tmp_path, 2, executor)
    assert len(run.reports) == 2
    with pytest.raises(OutflankError, match="person"):
        Evolution(target="human")


def test_our_genomes_compute_what_neat_python_computes(executor: Executor) -> None:
    """After some generations of wild mutation, with hidden nodes and links across them."""
    population = EvolvingPopulation(TINY.for_neat(), images=1, seed=3)
    chance = random.Random(1)
    for _ in range(8):
        population.advance([chance.random() for _ in population.genomes()])
    neat = import_neat()
    compared = 0
    theirs = population._population.population.values()
    for genome, ours in zip(theirs, population.genomes(), strict=True):
        network = neat.nn.FeedForwardNetwork.create(genome, population._config)
        for _ in range(5):
            player = chance.getrandbits(64)
            opponent = chance.getrandbits(64) & ~player
            squares = [(player >> one & 1) - (opponent >> one & 1) for one in range(64)]
            (value,) = network.activate(squares)
            assert ours.value(player, opponent) == pytest.approx(1000 * value, abs=0.51)
        compared += len(ours.nodes) > 1
    assert compared > 3


def test_an_interrupted_run_goes_on_as_if_it_had_not_been(
    tmp_path: Path, executor: Executor
) -> None:
    evolve(TINY, tmp_path / "whole", 6, executor)

    def stop_at_third(report: GenerationReport, _: object) -> None:
        if report.generation == 3:
            raise Killed

    with pytest.raises(Killed):
        evolve(TINY, tmp_path / "killed", 6, executor, watch=stop_at_third)
    random.seed(12345)  # what others draw has no part in it
    assert len(without_times(tmp_path / "killed")["reports"]) == 3
    evolve(TINY, tmp_path / "killed", 6, executor)
    assert without_times(tmp_path / "killed") == without_times(tmp_path / "whole")
    assert (tmp_path / "killed" / BEST).read_bytes() == (tmp_path / "whole" / BEST).read_bytes()


def test_a_run_leaves_a_champion_and_a_curve(tmp_path: Path, executor: Executor) -> None:
    run = evolve(TINY, tmp_path, 3, executor)
    assert [report.generation for report in run.reports] == [0, 1, 2]
    assert load(tmp_path / BEST) == run.best
    assert load(tmp_path / BEST).card["generations"] == 3
    assert measured_at_the_end(run, TINY).games == 2 * TINY.measured_games
    plot_evolution(run, TINY, tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert not list(tmp_path.glob("*.unfinished"))
    with pytest.raises(OutflankError, match="other settings"):
        evolve(replace(TINY, seed=9), tmp_path, 4, executor)
    (tmp_path / STATE).write_text("{}")
    with pytest.raises(OutflankError, match="other settings"):
        evolve(TINY, tmp_path, 4, executor)


def test_common_openings_are_common_and_own_ones_differ(executor: Executor) -> None:
    same = [linear_genome([1.0] * 64)] * 12
    matches = [("random", Games(pairs=10, plies=8, seed=(1,)))]
    common = play_all(same, matches, executor)
    assert len(set(common)) == 1
    assert len(set(play_all(same, matches, executor, common_openings=False))) > 6


def test_the_last_champions_get_their_share_of_games() -> None:
    settings = replace(TINY, games=100, fame_share=0.8)
    fame = [shipped()] * 4
    assert [games.pairs for _, games in settings.matches(7, fame)] == [10, 10, 10, 10, 10]
    assert [games.pairs for _, games in settings.matches(0, [])] == [50]
    seeds = {games.seed for _, games in settings.matches(7, fame)}
    assert len(seeds) == 5


def test_the_shipped_genome_beats_the_weight_table_at_depth_1() -> None:
    outcome = play_games(shipped(), "positional", Games(pairs=1000, plies=8, seed=(2026,)))
    assert outcome.score - 4 * outcome.sigma > 0.5


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"target": "nobody"}, "'nobody'"),
        ({"measure": "luck"}, "measure=luck"),
        ({"images": 4}, "images=4"),
        ({"connection": "some"}, "connection=some"),
        ({"population": 3}, "population=3"),
        ({"games": 0}, "games=0"),
    ],
)
def test_settings_that_cannot_be(changes: dict[str, Any], part: str) -> None:
    with pytest.raises(OutflankError, match=part):
        Evolution(**changes)


@pytest.mark.slow
def test_evolution_learns_from_nothing(tmp_path: Path, executor: Executor) -> None:
    """Champions on fresh games against a table that evolution hardly ever meets."""
    settings = Evolution(population=60, games=60, measured_games=400, seed=1)
    run = evolve(settings, tmp_path, 20, executor)
    scores = [report.target_score for report in run.reports]
    assert sum(scores[:3]) / 3 < 0.45
    assert sum(scores[-5:]) / 5 > sum(scores[:3]) / 3 + 0.1
