"""The depth that a search reaches in one second, by phase of the game.

An experiment on report 004, see docs/reports.md.
"""

from __future__ import annotations

from collections.abc import Callable

from outflank.classics.alphabeta import AlphaBeta
from outflank.classics.mtdf import MtdF
from outflank.classics.pvs import PrincipalVariationSearch
from outflank.engine.engine import Engine
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import Cell, draw_lines, new_figure
from outflank.experiments.samples import sample_position
from outflank.players.searching import Search
from outflank.search.limit import Limit

SEARCHES: dict[str, Callable[[], Search]] = {
    "PVS, phased (report 004)": lambda: PrincipalVariationSearch("phased"),
    "alpha-beta, full (report 000)": lambda: AlphaBeta("full"),
    "MTD(f), corners (report 001)": lambda: MtdF("corners"),
    "engine": lambda: Engine(threads=1),
}


def run(laboratory: Laboratory) -> None:
    """Search positions of every phase of the game for one second each, with several algorithms."""
    seconds = laboratory.choose(full=1.0, quick=0.2, tiny=0.01)
    each = laboratory.choose(full=5, quick=2, tiny=1)
    plies = laboratory.choose(
        full=list(range(4, 45, 4)), quick=list(range(4, 45, 8)), tiny=[10, 30]
    )

    def measure(item: tuple[str, int]) -> list[list[float]]:
        name, count = item
        found = []
        for number in range(each):
            search = SEARCHES[name]()
            result = search.search(sample_position(count, number), Limit(seconds=seconds))
            found.append([float(result.depth), float(result.nodes)])
        return found

    items = [(name, count) for name in SEARCHES for count in plies]
    found = dict(zip(items, laboratory.parts("depth", items, measure), strict=True))

    def mean(name: str, count: int, index: int) -> float:
        return sum(float(row[index]) for row in found[name, count]) / each

    report = laboratory.report
    report.text(
        f"{seconds:g} s on one thread, {each} positions after each number of random moves. The "
        "report: 9 plies in the middle of the game on its author's computer and 8 on Botzone, by "
        "principal variation search on its six-part evaluation. Depths of the engine are selective "
        "(73 % and more) and it solves endgames, so its depth there is the number of empties."
    )
    rows: list[list[Cell]] = [
        [count + 4, *(mean(name, count, 0) for name in SEARCHES)] for count in plies
    ]
    report.heading("Mean depth reached")
    report.table("depth", ["discs", *SEARCHES], rows)
    middle = [count for count in plies if 16 <= count <= 30] or plies
    rows = [["report 004, own computer", 9, None], ["report 004, Botzone", 8, None]]
    for name in SEARCHES:
        depth, nodes = (
            sum(mean(name, count, index) for count in middle) / len(middle) for index in (0, 1)
        )
        rows.append([name, depth, nodes / seconds / 1e6])
    report.table("middle game", ["middle game (20 to 34 discs)", "depth", "million nodes/s"], rows)
    figure, (axes,) = new_figure()
    discs = [count + 4 for count in plies]
    lines = {name: (discs, [mean(name, count, 0) for count in plies]) for name in SEARCHES}
    draw_lines(axes, lines, title=f"depth in {seconds:g} s", x="discs on the board", y="plies")
    report.figure("depth by phase", figure)
