"""Matches of Monte-Carlo tree search against the other players.

An experiment on report 003, see docs/reports.md.
"""

from __future__ import annotations

from outflank.experiments.games import Meeting
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import Cell, draw_bars, new_figure, percent

STRATEGIES = ("random", "greedy", "stable-disc", "roxanne", "mobility", "evaporation", "parity")
SEARCHES = (
    "minimax:depth=3",
    "alphabeta:depth=4,corners=off,stability=anchored",
    "alphabeta:depth=6,corners=off,stability=anchored",
    "pvs:depth=4",
    "mtdf:depth=4",
    "engine:level=1",
    "engine:level=4",
)
TIMED = ("alphabeta", "pvs", "mtdf", "engine")


def run(laboratory: Laboratory) -> None:
    """Play all opponents with a fixed number of playouts, then some searches at equal time."""
    playouts = laboratory.choose(full=2_000, quick=300, tiny=20)
    games = laboratory.choose(full=200, quick=20, tiny=2)
    seconds = laboratory.choose(full=0.05, quick=0.01, tiny=0.002)
    timed_games = laboratory.choose(full=100, quick=10, tiny=2)
    report = laboratory.report
    report.text(
        "Roxanne playouts, random openings of eight moves, each played with both colours; share of "
        "points of Monte-Carlo tree search. The report names these strategies and takes the "
        "positional one into its playouts, but gives no results to set beside these."
    )
    player = f"mcts:nodes={playouts}"
    rows: list[list[Cell]] = []
    bars = {}
    sigmas = []
    for opponent in (*STRATEGIES, *SEARCHES):
        played = laboratory.play(Meeting(first=player, second=opponent, games=games))
        tally = played.tally
        rows.append(
            [
                f"`{opponent}`",
                tally.games,
                percent(tally.score, tally.sigma),
                tally.mean_discs,
                1000 * played.move_seconds[0],
                1000 * played.move_seconds[1],
            ]
        )
        bars[opponent] = tally.score
        sigmas.append(tally.sigma)
    columns = ["opponent", "games", "score", "discs a game", "its processor ms a move", "theirs"]
    report.heading(f"With {playouts:,} playouts a move")
    report.table("by playouts", columns, rows)
    figure, (axes,) = new_figure()
    draw_bars(axes, bars, title=player, x="share of points", errors=sigmas, reference=0.5)
    report.figure("score by opponent", figure)

    report.heading(f"At equal time, {1000 * seconds:g} ms a move")
    rows = []
    for name in TIMED:
        limit = f"time={seconds}" + (",depth=64" if name == "alphabeta" else "")
        meeting = Meeting(first=f"mcts:time={seconds}", second=f"{name}:{limit}", games=timed_games)
        tally = laboratory.play(meeting).tally
        score = percent(tally.score, tally.sigma)
        rows.append([f"`{meeting.second}`", tally.games, score, tally.mean_discs])
    report.table("at equal time", columns[:4], rows)
