"""Time of every move of a game, by a simple player and by the player of report 000.

An experiment on section 4.4 of report 000, see docs/reports.md.
"""

from __future__ import annotations

from typing import Any

from outflank.arena.openings import load_openings
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import draw_lines, new_figure
from outflank.experiments.single_games import play_once

PAIRS = {
    "simple without pruning, ours avoids bad squares mildly": ("pruning=off", "avoid=mildly"),
    "simple with pruning, ours avoids nothing": ("pruning=on", "avoid=off"),
}
"""Options of the players `simple` and `alphabeta`; their other defaults are the report's."""

CORNER_NAMES = ("a1", "a8", "h1", "h8")
OPENINGS = "random:4"
MIDDLE = (16, 50)
"""First and last move number between which the time of a corner move is compared.

Elsewhere the times of neighbouring moves are short too.
"""


def run(laboratory: Laboratory) -> None:
    """Play games with both pairs of options, and plot those in which White takes most corners."""
    depth = laboratory.choose(full=7, quick=5, tiny=2)
    tries = laboratory.choose(full=10, quick=4, tiny=1)
    openings = load_openings(OPENINGS, tries, 1)
    games: dict[str, dict[str, Any]] = {}
    for name, (simple, ours) in PAIRS.items():
        black, white = f"simple:depth={depth},{simple}", f"alphabeta:depth={depth},{ours}"

        def play(number: int, black: str = black, white: str = white) -> dict[str, Any]:
            return play_once(black, white, opening=openings[number].game())

        played = laboratory.parts(name, range(tries), play)
        games[name] = max(played, key=lambda game: len(corners_of(game)))

    report = laboratory.report
    report.text(
        f"Both players search {depth} plies (the report: 6), the simple one as Black on the weight "
        "table alone, ours as White with history, corners taken at once, mobility, stability and "
        "evaporation. The report shows two such pictures: longest in the middle of the game, with "
        "dips where a corner is taken without thinking. Of "
        f"{tries} games from openings of four random moves each picture has the one in which ours "
        f"takes most corners from move {MIDDLE[0]} to {MIDDLE[1]}."
    )
    figure, panels = new_figure(len(PAIRS))
    rows = []
    for axes, (name, game) in zip(panels, games.items(), strict=True):
        lines = {}
        for side, is_black in (("simple", True), ("ours", False)):
            times = [
                (number + 1, 1000 * seconds)
                for number, seconds in enumerate(game["seconds"])
                if seconds is not None and game["is_black"][number] is is_black
            ]
            lines[side] = ([one for one, _ in times], [one for _, one in times])
            places, values = lines[side]
            slowest = max(range(len(values)), key=values.__getitem__)
            rows.append([name, side, sum(values) / 1000, values[slowest], places[slowest]])
        draw_lines(axes, lines, title=name, x="move", y="milliseconds", log_y=True)
        for number in corners_of(game):
            axes.axvline(number, linestyle=":", color="grey")
    report.heading("Times")
    report.table("times", ["game", "player", "seconds in all", "slowest, ms", "at move"], rows)
    report.figure("time of each move", figure)
    report.data(
        "all times",
        ["game", "move", "is Black's", "seconds"],
        [
            [name, number + 1, int(game["is_black"][number]), seconds]
            for name, game in games.items()
            for number, seconds in enumerate(game["seconds"])
            if seconds is not None
        ],
    )
    report.heading("Corners taken at once")
    report.text("Dotted lines in the picture. The neighbours are the moves of ours around it.")
    report.table(
        "corners",
        ["game", "move", "square", "ms", "ms of the neighbours"],
        [
            [name, number, square, milliseconds(game, number), neighbours(game, number)]
            for name, game in games.items()
            for number, square in corners_of(game).items()
        ],
    )
    report.heading("The games")
    for name, game in games.items():
        report.text(f"{name}: `{game['moves']}`, discs {game['discs'][0]}–{game['discs'][1]}.")


def corners_of(game: dict[str, Any]) -> dict[int, str]:
    """The corners that White took at moves within `MIDDLE`, by move number.

    `game` is a dictionary of `play_once`.
    """
    first, last = MIDDLE
    moves = [game["moves"][start : start + 2] for start in range(0, len(game["moves"]), 2)]
    return {
        number: move
        for number, move in enumerate(moves, start=1)
        if first <= number <= last and move in CORNER_NAMES and not game["is_black"][number - 1]
    }


def milliseconds(game: dict[str, Any], number: int) -> float:
    """The time of move `number` (from 1) in milliseconds."""
    return 1000 * float(game["seconds"][number - 1])


def neighbours(game: dict[str, Any], number: int) -> float:
    """Mean milliseconds of White's last move before and first move after move `number`.

    Moves to corners within `MIDDLE` do not count as neighbours.
    """
    taken = corners_of(game)
    white = [
        other
        for other in range(1, len(game["seconds"]) + 1)
        if not game["is_black"][other - 1]
        and game["seconds"][other - 1] is not None
        and other not in taken
    ]
    before = [other for other in white if other < number][-1:]
    after = [other for other in white if other > number][:1]
    around = [milliseconds(game, other) for other in (*before, *after)]
    return sum(around) / len(around)
