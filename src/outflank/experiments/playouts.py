"""Monte-Carlo tree search with Roxanne playouts against the same with random playouts.

An experiment on report 003, see docs/reports.md.
"""

from __future__ import annotations

from outflank.experiments.games import Meeting
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import Cell, draw_lines, new_figure, percent


def run(laboratory: Laboratory) -> None:
    """Play matches between both playout policies, at equal playouts and at equal time."""
    budgets = laboratory.choose(full=(50, 200, 800, 3_200), quick=(50, 200, 800), tiny=(10, 20))
    games = laboratory.choose(full=400, quick=40, tiny=2)
    report = laboratory.report
    report.text(
        "Share of points of Roxanne playouts (`rollout=roxanne`: corners first, squares beside "
        "them last) against random ones. The report chose Roxanne for its playouts without "
        "comparing."
    )
    report.heading("At equal playouts")
    rows: list[list[Cell]] = []
    scores, sigmas = [], []
    for budget in budgets:
        played = laboratory.play(_meeting(f"nodes={budget}", games))
        tally = played.tally
        scores.append(tally.score)
        sigmas.append(tally.sigma)
        rows.append(
            [
                budget,
                tally.games,
                percent(tally.score, tally.sigma),
                tally.mean_discs,
                1000 * played.move_seconds[0],
                1000 * played.move_seconds[1],
            ]
        )
    columns = [
        "playouts",
        "games",
        "score",
        "discs a game",
        "processor ms a move, Roxanne",
        "random",
    ]
    report.table("equal playouts", columns, rows)
    figure, (axes,) = new_figure()
    draw_lines(
        axes,
        {"Roxanne": (list(budgets), scores)},
        title="Roxanne against random playouts",
        x="playouts a move",
        y="share of points",
        errors={"Roxanne": sigmas},
        log_x=True,
    )
    axes.axhline(0.5, color="grey", linewidth=0.8)
    report.figure("score by playouts", figure)

    report.heading("At equal time")
    rows = []
    for seconds in laboratory.choose(full=(0.005, 0.02), quick=(0.005,), tiny=(0.002,)):
        played = laboratory.play(_meeting(f"time={seconds}", games // 2))
        tally = played.tally
        score = percent(tally.score, tally.sigma)
        rows.append([f"{1000 * seconds:g} ms", tally.games, score, tally.mean_discs, *played.nodes])
    report.table(
        "equal time",
        ["a move", "games", "score", "discs a game", "playouts in all, Roxanne", "random"],
        rows,
    )


def _meeting(limit: str, games: int) -> Meeting:
    first, second = (f"mcts:{limit},rollout={rollout}" for rollout in ("roxanne", "random"))
    return Meeting(first=first, second=second, games=games)
