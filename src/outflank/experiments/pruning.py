"""Nodes and time that pruning saves, by search depth.

An experiment on task 2 of report 001, see docs/reports.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from outflank.classics.alphabeta import AlphaBeta
from outflank.classics.driver import TreeSearch
from outflank.classics.minimax import Minimax
from outflank.classics.mtdf import MtdF
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import draw_lines, new_figure
from outflank.experiments.samples import sample_positions
from outflank.search.limit import Limit

EVALUATION = "corners"

SEARCHES: dict[str, Callable[[], TreeSearch]] = {
    "minimax": lambda: Minimax(EVALUATION, memory=False),
    "minimax with memory": lambda: Minimax(EVALUATION),
    "alpha-beta": lambda: AlphaBeta(EVALUATION, history=False),
    "alpha-beta with history": lambda: AlphaBeta(EVALUATION),
    "MTD(f)": lambda: MtdF(EVALUATION),
}


def run(laboratory: Laboratory) -> None:
    """Search the same positions with each algorithm to each depth."""
    deepest = laboratory.choose(full=8, quick=6, tiny=3)
    positions = sample_positions([10, 20, 30], laboratory.choose(full=2, quick=1, tiny=1))
    depths = list(range(1, deepest + 1))

    def measure(item: tuple[str, int]) -> Any:
        name, depth = item
        nodes, seconds = 0, 0.0
        for position in positions:
            search = SEARCHES[name]()
            started = time.process_time()
            nodes += search.search(position, Limit(depth=depth)).nodes
            seconds += time.process_time() - started
        return [nodes, seconds]

    items = [(name, depth) for name in SEARCHES for depth in depths]
    found = dict(zip(items, laboratory.parts("search", items, measure), strict=True))
    report = laboratory.report
    report.text(
        f"Evaluation `{EVALUATION}` (that of the report), {len(positions)} positions after 10, 20 "
        "and 30 random moves, each searched from nothing. The report says that pruning is hardly "
        "felt at small depths and plain at depth 8, and shows two pictures of that without "
        "numbers."
    )
    for index, what in enumerate(("nodes", "processor seconds")):
        report.heading(what.capitalize())
        report.table(
            what,
            ["depth", *SEARCHES],
            [[depth, *(found[name, depth][index] for name in SEARCHES)] for depth in depths],
        )
    report.heading("How many times faster than plain minimax")
    others = [name for name in SEARCHES if name != "minimax"]
    report.table(
        "speed-up",
        ["depth", *(f"{name}, {what}" for name in others for what in ("nodes", "time"))],
        [
            [
                depth,
                *(
                    found["minimax", depth][index] / max(found[name, depth][index], 1e-9)
                    for name in others
                    for index in (0, 1)
                ),
            ]
            for depth in depths
        ],
    )
    figure, panels = new_figure(2)
    for index, (axes, what) in enumerate(zip(panels, ("nodes", "processor seconds"), strict=True)):
        lines = {
            name: (depths, [found[name, depth][index] for depth in depths]) for name in SEARCHES
        }
        draw_lines(axes, lines, title=what, x="depth", y=what, log_y=True)
    report.figure("nodes and time against depth", figure)
