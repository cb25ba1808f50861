"""Results on the lab page: a card for each search, and a bar chart by search depth."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from nicegui import ui

from outflank.rules.game import Game
from outflank.rules.squares import square_name
from outflank.rules.svg import board_svg
from outflank.web.lab import Run, branching_factor
from outflank.web.languages import Language
from outflank.web.pages.graph import INK
from outflank.web.pages.pictures import THEMES
from outflank.web.settings import Settings

COLOURS = {
    "minimax": "#b3261e",
    "alphabeta": "#c98a1b",
    "mtdf": "#1d8a5a",
    "pvs": "#2f6fb5",
    "mcts": "#8a4fb0",
    "engine": "#5d6670",
}
"""The colour of each search algorithm, on its card and in the chart."""

MEASURES = ("nodes", "milliseconds")


class RunCard:
    """A card for one search: the best move on a small board, and statistics of the search."""

    def __init__(self, text: Language, settings: Settings, game: Game, run: Run) -> None:
        self._text, self._settings = text, settings
        self._game, self._run = game, run
        self._element = ui.html("", sanitize=False, tag="section").classes("of-card of-run")
        self._element.style(f"--of-run: {COLOURS[run.algorithm]}")
        self._element._props["aria-label"] = run.algorithm
        self.show()

    def show(self) -> None:
        """Update the card with the current state of the search."""
        run = self._run
        self._element.content = (
            f"<h2>{escape(run.algorithm)}</h2>{self._picture()}"
            f"<p>{escape(self._state())}</p><dl>{self._figures()}</dl>"
        )

    def _picture(self) -> str:
        """An SVG board of the position after the best move found so far."""
        position, to_move, move = self._game.position, self._game.to_move, self._run.move
        if move is not None:
            position, to_move = position.play(move), to_move.other
        return board_svg(
            position,
            to_move=to_move,
            last_move=move,
            coordinates=False,
            legal=False,
            size=132,
            theme=THEMES[self._settings.board],
        )

    def _state(self) -> str:
        run = self._run
        if run.problem:
            return run.problem
        move = "–" if run.move is None else square_name(run.move)
        if run.is_done:
            return self._text("run_prefers", move=move)
        return self._text("run_waits") if run.move is None else self._text("run_thinks", move=move)

    def _figures(self) -> str:
        text, latest = self._text, self._run.latest
        # The engine counts neither leaves nor table hits.
        counted = latest if latest and latest.leaves else None
        figures = {
            text("run_nodes"): f"{latest.nodes:,}" if latest else "–",
            text("run_time"): f"{latest.seconds:.3f} s" if latest else "–",
            text("run_depth"): str(latest.depth) if latest else "–",
            text("run_branching"): f"{branching_factor(latest):.2f}" if latest else "–",
            text("run_leaves"): f"{counted.leaves / counted.nodes:.0%}" if counted else "–",
            text("run_hits"): f"{counted.table_hits:,}" if counted else "–",
        }
        return "".join(
            f"<div><dt>{escape(name)}</dt><dd>{value}</dd></div>" for name, value in figures.items()
        )


class RunChart:
    """A bar chart with a bar for each finished depth of each search, updated while they run."""

    def __init__(self, text: Language) -> None:
        self._text = text
        self._measure = MEASURES[0]
        self._shown: object = None
        with ui.element("div").classes("of-card of-chart") as self._frame:
            self._chart = ui.echart({})
        self._frame.props('role="img"')
        self.show([])

    def measure(self, measure: str, runs: Sequence[Run]) -> None:
        """Plot another quantity from now on: `measure` is ``nodes`` or ``milliseconds``."""
        self._measure = measure
        self.show(runs)

    def show(self, runs: Sequence[Run]) -> None:
        """Plot these searches; does nothing if they have not changed."""
        bars = {run.algorithm: self._bars(run) for run in runs}
        if (self._measure, bars) == self._shown:
            return
        self._shown = (self._measure, bars)
        title = self._text(f"measure_{self._measure}")
        self._frame._props["aria-label"] = title
        self._frame.update()
        self._chart.options.clear()
        self._chart.options.update(_options(title, bars))
        self._chart.update()

    def _bars(self, run: Run) -> dict[int, float]:
        if self._measure == "nodes":
            return {step.depth: max(step.nodes, 1) for step in run.steps}
        return {step.depth: max(round(1000 * step.seconds, 2), 0.01) for step in run.steps}


def _options(title: str, bars: dict[str, dict[int, float]]) -> dict[str, Any]:
    depths = sorted({depth for steps in bars.values() for depth in steps})
    axis = {"axisLabel": {"color": INK, "fontSize": 11}, "axisLine": {"lineStyle": {"color": INK}}}
    return {
        "animation": False,
        "title": {"text": title, "textStyle": {"color": INK, "fontSize": 12}, "left": 8, "top": 4},
        "grid": {"left": 62, "right": 14, "top": 52, "bottom": 26},
        "legend": {
            "type": "scroll",
            "top": 24,
            "left": 8,
            "right": 8,
            "itemWidth": 14,
            "textStyle": {"color": INK},
        },
        "tooltip": {"trigger": "axis", "confine": True},
        "xAxis": {"type": "category", "data": depths, **axis},
        "yAxis": {
            "type": "log",
            "splitLine": {"lineStyle": {"color": INK, "opacity": 0.25}},
            **axis,
        },
        "series": [
            {
                "name": name,
                "type": "bar",
                "data": [steps.get(depth) for depth in depths],
                "barMaxWidth": 26,
                "itemStyle": {"color": COLOURS[name]},
            }
            for name, steps in bars.items()
        ],
    }
