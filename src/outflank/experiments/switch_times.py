"""Time of a game by search depth, for five sets of search options.

An experiment on sections 4.1 and 4.2 of report 000, see docs/reports.md.
"""

from __future__ import annotations

from outflank.experiments.games import Meeting, Played, play_part
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import draw_lines, new_figure

ONE_CORE = "no history, avoided strictly"
TWO_CORES = "two cores, no history, avoided strictly"

SETS = {
    "history": "history=on,corners=on",
    "no history": "history=off,corners=on",
    "history, bad squares avoided strictly": "history=on,corners=on,avoid=strictly",
    "history, bad squares avoided mildly, no stability": (
        "history=on,corners=on,avoid=mildly,stability=off"
    ),
    ONE_CORE: "history=off,corners=on,avoid=strictly",
    TWO_CORES: "history=off,corners=on,avoid=strictly,threads=2",
}
"""Options of the player `alphabeta`: the five sets of the report, and one more.

The additional one is the report's set for two cores, run on one core. Mobility, evaporation and the
weight table are on in all of them.
"""


DEEP, FEW_GAMES = 9, 2
"""From depth `DEEP` on only `FEW_GAMES` games are played, since each takes seconds."""


def run(laboratory: Laboratory) -> None:
    """Measure the time of games with each set of options at each depth."""
    deepest = laboratory.choose(full=11, quick=5, tiny=2)
    games = laboratory.choose(full=6, quick=4, tiny=1)
    depths = list(range(1, deepest + 1))
    games_of = {
        name: [
            _timed(laboratory, switches, depth, games if depth < DEEP else FEW_GAMES)
            for depth in depths
        ]
        for name, switches in SETS.items()
    }
    seconds = {
        name: [played.processor_seconds[0] / len(played.scores) for played in row]
        for name, row in games_of.items()
    }
    report = laboratory.report
    report.text(
        f"Each set plays White against `random` from the start, {games} games a depth, "
        f"{FEW_GAMES} from depth {DEEP} on; seconds of the processor for its own thinking in a "
        "whole game, which a busy machine does not change much; for two cores those of both "
        "threads together. The report shows these curves as pictures without numbers."
    )
    report.heading("Seconds a game")
    report.table(
        "seconds a game",
        ["depth", *SETS],
        [[depth, *(seconds[name][row] for name in SETS)] for row, depth in enumerate(depths)],
    )
    figure, (axes,) = new_figure()
    lines = {name: (depths, values) for name, values in seconds.items()}
    draw_lines(axes, lines, title="thinking time of a game", x="depth", y="seconds", log_y=True)
    report.figure("time against depth", figure)

    _cores(laboratory, {name: games_of[name] for name in (ONE_CORE, TWO_CORES)})

    report.heading("What the report concludes, and what we find")
    last = {name: values[-1] for name, values in seconds.items()}
    nodes = {name: row[-1].nodes[0] for name, row in games_of.items()}
    first_nodes = games_of["history"][0].nodes[0]
    growth = (nodes["history"] / first_nodes) ** (1 / max(1, deepest - 1))
    report.table(
        "conclusions",
        ["report 000", f"here, at depth {deepest}"],
        [
            ["time grows exponentially with depth", f"{growth:.1f} times as many nodes a ply"],
            [
                "the history table saves about a third",
                f"{1 - last['history'] / last['no history']:.0%} of the time, "
                f"{1 - nodes['history'] / nodes['no history']:.0%} of the nodes",
            ],
            [
                "starting processes costs about 16 s a game",
                f"threads: {seconds[TWO_CORES][0] - seconds[ONE_CORE][0]:.3f} s at depth 1, "
                "two cores less one",
            ],
            [
                "depth 7 fits into 60 s a move",
                f"depth {deepest} takes {last['history'] / 30:.3f} s a move",
            ],
        ],
    )


def _cores(laboratory: Laboratory, games_of: dict[str, list[Played]]) -> None:
    """Report the gain of a second core: the same options with one thread and with two."""
    report = laboratory.report
    report.heading("One core and two, with the same switches")
    report.text(
        "Two threads visit more nodes, because a root move knows only the bounds of those that "
        "are finished. The processor's seconds are those of both threads together: half of them is "
        "the least that two free cores can take."
    )
    report.table(
        "cores",
        [
            "depth",
            "nodes, two cores / one",
            "processor s, one core",
            "processor s, two cores",
            "at best, times faster",
        ],
        [
            [
                depth + 1,
                two.nodes[0] / one.nodes[0],
                one.processor_seconds[0] / len(one.scores),
                two.processor_seconds[0] / len(two.scores),
                2 * one.processor_seconds[0] / two.processor_seconds[0],
            ]
            for depth, (one, two) in enumerate(zip(*games_of.values(), strict=True))
        ],
    )


def _timed(laboratory: Laboratory, switches: str, depth: int, games: int) -> Played:
    # In this process, one game after the other: parallel games would distort the times.
    meeting = Meeting(
        first=f"alphabeta:depth={depth},{switches}",
        second="random",
        games=2 * games,
        openings="start",
    )

    # The second game of each pair is the one in which the set has White.
    def compute() -> object:
        laboratory.progress.begin(f"depth {depth}, {switches}", games)
        played = Played()
        for number in range(1, 2 * games, 2):
            played += play_part(meeting, number, number + 1)
            laboratory.progress.step(1)
        return played.as_json()

    return Played.from_json(laboratory.part(f"{switches} {depth}", compute))
