"""Output files of a tournament.

``report.md`` is for people, ``tournament.json`` for programs, ``games.ggf`` has every game, and
``ratings.png`` and ``crosstable.png`` are plots. All are written atomically, and can be made again
from the journal.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from outflank.arena.standings import Standings, TournamentGame
from outflank.arena.tournament import Tournament
from outflank.files import make_run_folder, write_json, write_text
from outflank.formats import write_file
from outflank.jobs.plots import import_pyplot, save_figure
from outflank.rules.game import Game

REPORT_FILE = "report.md"
FIGURES_FILE = "tournament.json"
GAMES_FILE = "games.ggf"
RATINGS_PICTURE = "ratings.png"
CROSSTABLE_PICTURE = "crosstable.png"


def save_tournament(tournament: Tournament, folder: Path) -> None:
    """Write ``report.md``, ``tournament.json`` and ``games.ggf`` into `folder`.

    The last one is written only if a game is finished.
    """
    make_run_folder(folder)
    table = tournament.standings()
    write_text(folder / REPORT_FILE, report(tournament, table))
    write_json(folder / FIGURES_FILE, tournament_as_dict(tournament, table))
    if tournament.games:
        write_file(
            folder / GAMES_FILE,
            [_named_game(played, tournament) for played in tournament.games],
            "ggf",
        )


def tournament_as_dict(tournament: Tournament, table: Standings | None = None) -> dict[str, Any]:
    """Plan, progress and standings as a dictionary for JSON.

    `table` are the current standings, computed here if None.
    """
    return {
        "plan": tournament.plan.as_dict(),
        "games": len(tournament.games),
        "total_games": tournament.total_games,
        "interrupted": tournament.is_interrupted,
        **(table or tournament.standings()).as_dict(),
    }


def _named_game(played: TournamentGame, tournament: Tournament) -> Game:
    game = played.game.game()
    names = [tournament.plan.entrants[player].name for player in (played.first, played.second)]
    black, white = names if played.game.task.first_is_black else reversed(names)
    game.tags |= {"event": tournament.plan.name, "black": black, "white": white}
    return game


# The report


def report(tournament: Tournament, table: Standings) -> str:
    """The text of ``report.md``: ratings, times and the crosstable as Markdown."""
    plan = tournament.plan
    anchor = "their mean" if plan.anchor is None else plan.entrants[plan.anchor].name
    parts = [
        f"# {plan.name}",
        f"{plan.system.value}, {len(tournament.games):,} of {tournament.total_games:,} games; "
        f"{plan.pairs} openings of {plan.openings} per encounter, each played twice; "
        f"seed {plan.seed}.",
        "## Ratings",
        f"Elo with the half width of the 95 % interval; {anchor} is 0. A forfeit is a game lost "
        "by time, by illegal moves or by a crash.",
        _markdown(
            ["", "player", "Elo", "±", "score", "points", "won", "drawn", "lost", "forfeits"],
            [
                [
                    str(place),
                    row.name,
                    *row.figures(),
                    str(row.forfeits),
                ]
                for place, row in enumerate(table.rows, 1)
            ],
        ),
        "## Time",
        "Measured by the referee, in milliseconds per move.",
        _markdown(
            ["player", "spec", "mean", "longest", "total seconds", "nodes/s"],
            [
                [
                    row.name,
                    f"`{row.spec}`",
                    f"{1000 * row.side.mean_seconds:.2f}",
                    f"{1000 * row.side.longest_seconds:.1f}",
                    f"{row.side.seconds:.1f}",
                    f"{row.side.nodes_per_second:,.0f}" if row.side.nodes else "–",
                ]
                for row in table.rows
            ],
        ),
        "## Crosstable",
        "Points of the row against the column.",
        _markdown(
            ["", *(str(place) for place, _ in enumerate(table.rows, 1))],
            [
                [f"{place} {row.name}", *(table.crossing(row, other) for other in table.rows)]
                for place, row in enumerate(table.rows, 1)
            ],
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _markdown(headings: list[str], rows: list[list[str]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines
    )


# The plots


def draw_tournament(tournament: Tournament, folder: Path) -> None:
    """Draw ``ratings.png`` (with error bars) and ``crosstable.png`` into `folder`."""
    pyplot = import_pyplot()
    table = tournament.standings()
    for name, draw in ((RATINGS_PICTURE, _draw_ratings), (CROSSTABLE_PICTURE, _draw_crosstable)):
        save_figure(draw(pyplot, tournament, table), folder / name, dots_per_inch=120)


def _draw_ratings(pyplot: Any, tournament: Tournament, table: Standings) -> Any:
    rows = table.rows[::-1]  # the best at the top
    figure, axes = pyplot.subplots(figsize=(8, 1.2 + 0.32 * len(rows)), layout="constrained")
    axes.errorbar(
        [row.rating.elo for row in rows],
        range(len(rows)),
        xerr=[row.rating.error for row in rows],
        fmt="o",
        capsize=3,
    )
    axes.set_yticks(range(len(rows)), [row.name for row in rows])
    axes.set(title=tournament.plan.name, xlabel="Elo, with 95 % intervals")
    axes.grid(alpha=0.3)
    return figure


def _draw_crosstable(pyplot: Any, tournament: Tournament, table: Standings) -> Any:
    rows = table.rows
    shares = [
        [
            table.meetings[row.player, other.player].score
            if (row.player, other.player) in table.meetings
            else math.nan
            for other in rows
        ]
        for row in rows
    ]
    size = 2.5 + 0.42 * len(rows)
    figure, axes = pyplot.subplots(figsize=(size + 1, size), layout="constrained")
    axes.imshow(shares, cmap="RdBu", vmin=-0.3, vmax=1.3)  # pale enough for the text to be readable
    for line, row in enumerate(shares):
        for column, share in enumerate(row):
            if not math.isnan(share):
                axes.text(column, line, f"{100 * share:.0f}", ha="center", va="center", fontsize=7)
    names = [row.name for row in rows]
    axes.set_xticks(range(len(rows)), names, rotation=90)
    axes.set_yticks(range(len(rows)), names)
    axes.set(title=f"{tournament.plan.name}: score of the row in %")
    return figure
