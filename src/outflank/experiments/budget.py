"""How much stronger Monte-Carlo tree search is with more playouts a move.

An experiment on report 003, see docs/reports.md.
"""

from __future__ import annotations

from outflank.experiments.elo import rate
from outflank.experiments.games import Meeting
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import Cell, draw_lines, new_figure, percent


def run(laboratory: Laboratory) -> None:
    """Play matches of Monte-Carlo tree search against itself with more playouts a move.

    Each number of playouts meets the next two larger ones.
    """
    budgets = laboratory.choose(
        full=(25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400),
        quick=(25, 100, 400, 1_600),
        tiny=(5, 10, 20),
    )
    games = laboratory.choose(full=100, quick=20, tiny=2)
    report = laboratory.report
    report.text(
        "Monte-Carlo tree search with Roxanne playouts against itself with more of them. The "
        "report gives its player 59 of the 60 s that a move may take, and no figures."
    )
    players = [f"mcts:nodes={budget}" for budget in budgets]
    meetings = {}
    rows: list[list[Cell]] = []
    for index, first in enumerate(players):
        for second in players[index + 1 : index + 3]:
            played = laboratory.play(Meeting(first=second, second=first, games=games))
            meetings[second, first] = played
            tally = played.tally
            rows.append(
                [f"`{second}`", f"`{first}`", tally.games, percent(tally.score, tally.sigma)]
            )
    ratings = rate(players, meetings, anchor=players[0])
    report.heading("Ratings")
    report.table(
        "ratings",
        ["playouts a move", "Elo", "± (95 %)", "processor ms a move"],
        [
            [
                budget,
                round(ratings[player].elo),
                round(ratings[player].error),
                1000
                * max(
                    played.move_seconds[names.index(player)]
                    for names, played in meetings.items()
                    if player in names
                ),
            ]
            for budget, player in zip(budgets, players, strict=True)
        ],
    )
    figure, (axes,) = new_figure()
    draw_lines(
        axes,
        {"Elo": (list(budgets), [ratings[player].elo for player in players])},
        title="strength against playouts",
        x="playouts a move",
        y="Elo above the smallest budget",
        errors={"Elo": [ratings[player].error for player in players]},
        log_x=True,
    )
    report.figure("strength against playouts", figure)
    report.heading("Matches")
    report.table("matches", ["with more", "with fewer", "games", "score of the first"], rows)
