"""The gain of each search technique, switched on and off.

Techniques that change only the speed are measured by nodes and time at one depth; techniques that
change the moves, by games against the player without the change.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from outflank.classics.alphabeta import AlphaBeta
from outflank.classics.driver import TreeSearch
from outflank.classics.minimax import Minimax
from outflank.classics.mtdf import MtdF
from outflank.classics.pvs import PrincipalVariationSearch
from outflank.experiments.games import Meeting
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import Cell, draw_bars, new_figure, percent
from outflank.experiments.samples import sample_positions
from outflank.search.limit import Limit

EVALUATION = "full"


@dataclass(frozen=True, slots=True)
class Search:
    """A search with certain techniques; `make` creates it.

    `level` is its depth in the tree of techniques, where each adds one to its parent's.
    """

    name: str
    level: int
    make: Callable[[], TreeSearch]


TREE = (
    Search("minimax", 0, lambda: Minimax(EVALUATION, memory=False)),
    Search("memory of positions", 1, lambda: Minimax(EVALUATION)),
    Search("alpha-beta pruning", 1, lambda: AlphaBeta(EVALUATION, history=False)),
    Search("history table", 2, lambda: AlphaBeta(EVALUATION)),
    Search("two threads at the root", 3, lambda: AlphaBeta(EVALUATION, threads=2)),
    Search("empty windows (PVS)", 2, lambda: PrincipalVariationSearch(EVALUATION)),
    Search("memory with bounds", 2, lambda: MtdF(EVALUATION, zero_windows=False)),
    Search("empty windows alone (MTD(f))", 3, lambda: MtdF(EVALUATION)),
)

CHANGES = {
    "no corner taken at once": "corners=off",
    "avoid bad squares mildly": "avoid=mildly",
    "avoid bad squares strictly": "avoid=strictly",
    "at most 6 moves": "width=6",
    "no weight table": "weights=off",
    "no mobility": "mobility=off",
    "no stability": "stability=off",
    "only anchored edge discs": "stability=anchored",
    "no evaporation": "evaporation=off",
    "random evaporation": "evaporation=random",
    "one ply more": "",
}
"""Options of the player of report 000 (docs/reports.md), by a description.

Each changed player plays against the player with the default options.
"""

EARLY, LATER = "random:5", "random:8"
"""Openings of the matches.

Evaporation concerns boards of fewer than 16 discs, which a search from the later openings no longer
reaches; the early openings are too few for the other options.
"""


def run(laboratory: Laboratory) -> None:
    """Measure the speed of the searches, then the strength of each option by games."""
    _searches(laboratory)
    _switches(laboratory)


def _searches(laboratory: Laboratory) -> None:
    depth = laboratory.choose(full=7, quick=5, tiny=3)
    positions = sample_positions([8, 16, 24, 32, 40], laboratory.choose(full=2, quick=1, tiny=1))

    def measure(name: str) -> list[float]:
        (technique,) = (one for one in TREE if one.name == name)
        nodes, seconds = 0, 0.0
        for position in positions:
            search = technique.make()
            started = time.process_time()
            nodes += search.search(position, Limit(depth=depth)).nodes
            seconds += time.process_time() - started
        return [nodes, seconds]

    found = laboratory.parts("technique", [technique.name for technique in TREE], measure)
    report = laboratory.report
    report.heading(f"Speed: depth {depth}, {len(positions)} positions, evaluation `{EVALUATION}`")
    report.text(
        "Each line has what the lines above it with less indentation have. Ratios are against "
        "plain minimax; the value found is the same for all of them. Seconds are those of the "
        "processor, which a busy machine does not change much; two threads share theirs."
    )
    plain_nodes, plain_seconds = found[0]
    report.table(
        "searches",
        [
            "technique",
            "nodes",
            "times fewer",
            "processor seconds",
            "times faster",
            "million nodes/s",
        ],
        [
            [
                "· " * technique.level + technique.name,
                int(nodes),
                plain_nodes / nodes,
                seconds,
                plain_seconds / seconds,
                nodes / seconds / 1e6,
            ]
            for technique, (nodes, seconds) in zip(TREE, found, strict=True)
        ],
    )
    figure, (axes,) = new_figure()
    bars = {
        "· " * technique.level + technique.name: plain_seconds / seconds
        for technique, (_, seconds) in zip(TREE, found, strict=True)
    }
    draw_bars(axes, bars, title="times faster than minimax", x="times", reference=1.0)
    axes.set_xscale("log")
    report.figure("speed of the searches", figure)


def _switches(laboratory: Laboratory) -> None:
    depth = laboratory.choose(full=4, quick=3, tiny=2)
    games = laboratory.choose(full=400, quick=30, tiny=2)
    report = laboratory.report
    base = f"alphabeta:depth={depth}"
    rows: list[list[Cell]] = []
    bars = {}
    sigmas = []
    for name, switch in CHANGES.items():
        changed = f"{base},{switch}" if switch else f"alphabeta:depth={depth + 1}"
        openings = EARLY if "evaporation" in switch else LATER
        meeting = Meeting(first=changed, second=base, games=games, openings=openings)
        played = laboratory.play(meeting)
        tally = played.tally
        rows.append(
            [
                name,
                f"`{switch or f'depth={depth + 1}'}`",
                f"`{openings}`",
                tally.games,
                percent(tally.score, tally.sigma),
                tally.mean_discs,
                played.nodes[0] / played.nodes[1],
            ]
        )
        bars[name] = tally.score
        sigmas.append(tally.sigma)
    report.heading(f"Strength: one switch changed, against `{base}`")
    report.table(
        "switches",
        ["change", "option", "openings", "games", "score", "discs a game", "nodes, ratio"],
        rows,
    )
    figure, (axes,) = new_figure()
    draw_bars(
        axes, bars, title=f"against {base}", x="share of points", errors=sigmas, reference=0.5
    )
    report.figure("strength of the switches", figure)
    report.text(
        "`outflank bench techniques` measures the gain of each technique of the engine's solver; "
        "see docs/solver.md."
    )
