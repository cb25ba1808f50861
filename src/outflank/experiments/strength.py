"""Elo rating against thinking time, for every algorithm."""

from __future__ import annotations

import random

from outflank.experiments.elo import rate
from outflank.experiments.games import Meeting, Played
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import Cell, draw_lines, new_figure

ALGORITHMS = {
    "minimax": "minimax:depth=64,time={}",
    "alpha-beta": "alphabeta:depth=64,time={},corners=off,stability=anchored",
    "PVS": "pvs:time={}",
    "MTD(f)": "mtdf:time={}",
    "MCTS": "mcts:time={}",
    "NEAT": "neat:depth=64,time={}",
    "engine": "engine:time={}",
}
WEAKEST = "roxanne"
"""Another player of the pool, which is well known and takes no time."""

OPPONENTS = 6
"""Mean number of opponents of each player: its neighbours in the list, and some at random."""


def run(laboratory: Laboratory) -> None:
    """Rate a pool with every algorithm at every thinking time."""
    times = laboratory.choose(full=(0.002, 0.008, 0.032, 0.128), quick=(0.002, 0.01), tiny=(0.001,))
    games = laboratory.choose(full=10, quick=2, tiny=2)
    # The gain of more time shows best in games of an algorithm against itself.
    games_with_itself = laboratory.choose(full=30, quick=4, tiny=2)
    names = laboratory.choose(full=ALGORITHMS, quick=ALGORITHMS, tiny=_first(ALGORITHMS, 3))
    players = {
        (name, seconds): spec.format(seconds) for name, spec in names.items() for seconds in times
    }
    algorithms = {spec: name for (name, _), spec in players.items()}
    pool = [WEAKEST, *players.values()]
    meetings: dict[tuple[str, str], Played] = {}
    for first, second in pairings(pool, laboratory.choose(full=OPPONENTS, quick=3, tiny=2)):
        is_itself = algorithms.get(first) == algorithms.get(second)
        meetings[first, second] = laboratory.play(
            Meeting(first=first, second=second, games=games_with_itself if is_itself else games)
        )
    # No anchor: relative to a player that loses nearly all games, every rating is uncertain.
    ratings = rate(pool, meetings)

    report = laboratory.report
    report.text(
        "Every algorithm with every time a move, in a pool in which each meets some of the others "
        f"({games} games a meeting, {games_with_itself} with itself at another time; random "
        "openings of eight moves, both colours). Ratings by the model of Bradley and Terry; their "
        f"mean is 0, and `{WEAKEST}` has {ratings[WEAKEST].elo:.0f}. Evaluations are the defaults "
        "of each player. Games run side by side on all cores, so a busy machine shortens "
        "all times alike."
    )
    rows: list[list[Cell]] = []
    for name in names:
        cells: list[Cell] = [name]
        for seconds in times:
            rating = ratings[players[name, seconds]]
            cells.append(f"{rating.elo:.0f} ± {rating.error:.0f}")
        rows.append(cells)
    report.heading("Elo (± 95 %)")
    report.table("elo", ["algorithm", *(f"{1000 * one:g} ms" for one in times)], rows)
    figure, (axes,) = new_figure()
    milliseconds = [1000 * seconds for seconds in times]
    lines = {
        name: (milliseconds, [ratings[players[name, seconds]].elo for seconds in times])
        for name in names
    }
    errors = {name: [ratings[players[name, one]].error for one in times] for name in names}
    draw_lines(
        axes,
        lines,
        title="strength against time",
        x="milliseconds a move",
        y="Elo above the mean",
        errors=errors,
        log_x=True,
    )
    report.figure("strength against time", figure)
    total = sum(len(played.scores) for played in meetings.values())
    report.text(f"{total:,} games, {len(meetings)} meetings.")


def pairings(pool: list[str], opponents: int) -> list[tuple[str, str]]:
    """Who meets whom: neighbours in the list, so that all are connected, and random pairs.

    There are so many pairs that each player of the pool has `opponents` opponents on average.
    """
    chance = random.Random("strength")
    chosen = {(pool[index], pool[index + 1]) for index in range(len(pool) - 1)}
    wanted = min(len(pool) * opponents // 2, len(pool) * (len(pool) - 1) // 2)
    while len(chosen) < wanted:
        one, other = sorted(chance.sample(range(len(pool)), 2))
        chosen.add((pool[one], pool[other]))
    return sorted(chosen, key=lambda pair: (pool.index(pair[0]), pool.index(pair[1])))


def _first(items: dict[str, str], count: int) -> dict[str, str]:
    return dict(list(items.items())[:count])
