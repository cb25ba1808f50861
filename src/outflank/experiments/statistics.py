"""Search statistics of each algorithm, over a game and by iteration of one search.

An experiment on task 4 of report 001, see docs/reports.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outflank.classics.alphabeta import AlphaBeta
from outflank.classics.driver import TreeSearch
from outflank.classics.minimax import Minimax
from outflank.classics.mtdf import MtdF
from outflank.classics.pvs import PrincipalVariationSearch
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import draw_lines, new_figure
from outflank.experiments.samples import sample_position
from outflank.rules.position import Position
from outflank.search.limit import Limit
from outflank.search.result import SearchResult

EVALUATION = "corners"

SEARCHES: dict[str, Callable[[], TreeSearch]] = {
    "minimax with memory": lambda: Minimax(EVALUATION, seed=1),
    "alpha-beta with history": lambda: AlphaBeta(EVALUATION),
    "PVS": lambda: PrincipalVariationSearch(EVALUATION),
    "alpha-beta with memory": lambda: MtdF(EVALUATION, zero_windows=False),
    "MTD(f)": lambda: MtdF(EVALUATION),
}


def run(laboratory: Laboratory) -> None:
    """Let every algorithm play a game against itself, then search one position ever deeper."""
    seconds = laboratory.choose(full=0.5, quick=0.05, tiny=0.005)
    games = dict(
        zip(
            SEARCHES,
            laboratory.parts("game", list(SEARCHES), lambda name: _game(name, seconds)),
            strict=True,
        )
    )
    iterations = dict(
        zip(
            SEARCHES,
            laboratory.parts(
                "deepening", list(SEARCHES), lambda name: _deepening(name, 4 * seconds)
            ),
            strict=True,
        )
    )
    report = laboratory.report
    report.text(
        f"Evaluation `{EVALUATION}`. The program of the report printed nodes a second, an "
        "effective branching factor, the share of leaves and the number of cache hits of every "
        "move, without "
        "keeping them; its branching factor was log(leaves)/log(depth), here it is "
        "leaves^(1/depth), the width of an even tree."
    )
    report.heading(f"A game of each against itself, {seconds:g} s a move")
    columns = ["algorithm", "million nodes/s", "mean depth", "branching", "leaves", "table hits"]
    rows = []
    for name, game in games.items():
        rows.append(
            [
                name,
                game["nodes"] / max(game["seconds"], 1e-9) / 1e6,
                game["depth"] / game["moves"],
                game["branching"] / game["moves"],
                f"{game['leaves'] / max(1, game['nodes']):.0%}",
                f"{game['hits'] / max(1, game['nodes']):.2%} of nodes",
            ]
        )
    report.table("games", columns, rows)
    report.heading(f"One position, deeper and deeper for {4 * seconds:g} s")
    report.table(
        "iterations",
        [
            "algorithm",
            "depth",
            "nodes so far",
            "seconds",
            "leaves so far",
            "hits so far",
            "branching",
        ],
        [[name, *row] for name, found in iterations.items() for row in found],
    )
    figure, (axes,) = new_figure()
    lines = {
        name: ([row[0] for row in found], [max(row[1], 1) for row in found])
        for name, found in iterations.items()
    }
    draw_lines(axes, lines, title="nodes of all iterations", x="depth", y="nodes", log_y=True)
    report.figure("nodes by iteration", figure)


def _game(name: str, seconds: float) -> dict[str, Any]:
    """Sums of search statistics over a game of an algorithm against itself.

    Forced moves and searches to the end of the game are left out. `seconds` is the time per move.
    """
    sides = [SEARCHES[name](), SEARCHES[name]()]
    position = Position.start()
    results: list[SearchResult] = []
    while not position.is_over():
        moves = position.legal_moves()
        move = moves[0]
        if len(moves) > 1:
            results.append(sides[0].search(position, Limit(seconds=seconds)))
            move = results[-1].move
        position = position.play(move)
        sides.reverse()
    # Near the end a search is complete at once, and its depth is meaningless.
    middle = [result for result in results if not result.complete] or results
    return {
        "moves": len(middle),
        "nodes": sum(result.nodes for result in middle),
        "seconds": sum(result.seconds for result in middle),
        "leaves": sum(result.leaves for result in middle),
        "hits": sum(result.table_hits for result in middle),
        "depth": sum(result.depth for result in middle),
        "branching": sum(result.effective_branching_factor for result in middle),
    }


def _deepening(name: str, seconds: float) -> list[list[float]]:
    rows: list[list[float]] = []

    def keep(result: SearchResult) -> None:
        rows.append(
            [
                result.depth,
                result.nodes,
                result.seconds,
                result.leaves,
                result.table_hits,
                result.effective_branching_factor,
            ]
        )

    SEARCHES[name]().search(sample_position(20, 1), Limit(seconds=seconds), progress=keep)
    return rows
