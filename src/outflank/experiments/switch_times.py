"""Report 000, sections 4.1 and 4.2: total time of a game against depth, for five switch sets."""

from __future__ import annotations

from outflank.experiments.games import Meeting, Tally, play_part
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import draw_lines, new_figure

TWO_CORES = "two cores, no history, avoided strictly"

SETS = {
    "history": "history=on,corners=on",
    "no history": "history=off,corners=on",
    "history, bad squares avoided strictly": "history=on,corners=on,avoid=strictly",
    "history, bad squares avoided mildly, no stability": (
        "history=on,corners=on,avoid=mildly,stability=off"
    ),
    TWO_CORES: "history=off,corners=on,avoid=strictly,threads=2",
}
"""The sets of the report; mobility, evaporation and the weight table are on in all of them."""


def run(laboratory: Laboratory) -> None:
    """Time games of each set at each depth."""
    deepest = laboratory.choose(full=8, quick=5, tiny=2)
    games = laboratory.choose(full=10, quick=4, tiny=1)
    depths = list(range(1, deepest + 1))
    tallies = {
        name: [_timed(laboratory, switches, depth, games) for depth in depths]
        for name, switches in SETS.items()
    }
    # Of several threads only the clock knows the time; of one, the processor knows it better.
    seconds = {
        name: [
            (tally.seconds if name == TWO_CORES else tally.processor_seconds)[0] / tally.games
            for tally in row
        ]
        for name, row in tallies.items()
    }
    report = laboratory.report
    report.text(
        f"Each set plays White against `random` from the start, {games} games a depth; seconds of "
        "its own thinking in a whole game: of the processor, which a busy machine does not change "
        "much, and for two cores by the clock. The report shows these curves as pictures without "
        "numbers."
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

    report.heading("What the report concludes, and what we find")
    last = {name: values[-1] for name, values in seconds.items()}
    nodes = {name: row[-1].nodes[0] for name, row in tallies.items()}
    first_nodes = tallies["history"][0].nodes[0]
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
                f"threads: {last[TWO_CORES]:.2f} s for the whole game",
            ],
            [
                "depth 7 fits into 60 s a move",
                f"depth {deepest} takes {last['history'] / 30:.3f} s a move",
            ],
        ],
    )


def _timed(laboratory: Laboratory, switches: str, depth: int, games: int) -> Tally:
    # In this process, one game after the other: others beside it would cost time.
    meeting = Meeting(
        first=f"alphabeta:depth={depth},{switches}",
        second="random",
        games=2 * games,
        openings="start",
    )

    # The second game of each pair is the one in which the set has White.
    def compute() -> object:
        laboratory.progress.begin(f"depth {depth}, {switches}", games)
        tally = Tally()
        for number in range(1, 2 * games, 2):
            tally += play_part(meeting, number, number + 1)
            laboratory.progress.step(1)
        return tally.as_json()

    return Tally.from_json(laboratory.part(f"{switches} {depth}", compute))
