"""Report 000, section 4.4: the time of every move of a game, for the simple and the full player."""

from __future__ import annotations

from typing import Any

from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import draw_lines, new_figure
from outflank.experiments.single_games import play_once

OURS = "corners=on"
PAIRS = {
    "simple without pruning, ours avoids bad squares mildly": (
        "eval=table,pruning=off,history=off",
        f"{OURS},avoid=mildly",
    ),
    "simple with pruning, ours avoids nothing": ("eval=table,history=off", OURS),
}


def run(laboratory: Laboratory) -> None:
    """Play both games and draw the times."""
    depth = laboratory.choose(full=7, quick=5, tiny=2)
    games: dict[str, dict[str, Any]] = {}
    laboratory.progress.begin("games", len(PAIRS))
    for name, (simple, ours) in PAIRS.items():

        def compute(simple: str = simple, ours: str = ours) -> dict[str, Any]:
            black, white = (f"alphabeta:depth={depth},{each}" for each in (simple, ours))
            return play_once(black, white)

        games[name] = laboratory.part(name, compute)
        laboratory.progress.step(1)

    report = laboratory.report
    report.text(
        f"Both players search {depth} plies (the report: 6), the simple one as Black on the weight "
        "table alone, ours as White with history, corners taken at once, mobility, stability and "
        "evaporation. The report shows two such pictures: longest in the middle of the game, with "
        "dips where a corner is taken without thinking."
    )
    figure, panels = new_figure(len(PAIRS))
    rows = []
    for axes, (name, game) in zip(panels, games.items(), strict=True):
        lines = {}
        for side, is_black in (("simple", True), ("ours", False)):
            times = [
                (number + 1, 1000 * seconds)
                for number, seconds in enumerate(game["seconds"])
                if game["is_black"][number] is is_black
            ]
            lines[side] = ([one for one, _ in times], [one for _, one in times])
            places, values = lines[side]
            slowest = max(range(len(values)), key=values.__getitem__)
            quickest = sum(value < max(values) / 20 for value in values)
            rows.append(
                [name, side, sum(values) / 1000, values[slowest], places[slowest], quickest]
            )
        draw_lines(axes, lines, title=name, x="move", y="milliseconds", log_y=True)
    report.heading("Times")
    report.table(
        "times",
        ["game", "player", "seconds in all", "slowest, ms", "at move", "moves under 1/20 of that"],
        rows,
    )
    report.figure("time of each move", figure)
    report.data(
        "all times",
        ["game", "move", "is Black's", "seconds"],
        [
            [name, number + 1, int(game["is_black"][number]), seconds]
            for name, game in games.items()
            for number, seconds in enumerate(game["seconds"])
        ],
    )
    report.heading("The games")
    for name, game in games.items():
        report.text(f"{name}: `{game['moves']}`, discs {game['discs'][0]}–{game['discs'][1]}.")
