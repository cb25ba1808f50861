"""The score graph of a game: Black's score after every move; a click goes to that move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nicegui import ui
from nicegui.events import EChartPointClickEventArguments

from outflank.engine.review import MoveReview, Verdict
from outflank.play.paths import path_of
from outflank.play.session import Session
from outflank.rules.game import BLACK, Node
from outflank.web.languages import Language
from outflank.web.pages.parts import span

LEAST_RANGE = 8.0
INK = "#8a7d6d"
MARK_COLOURS = {Verdict.MISTAKE: "#a86200", Verdict.BLUNDER: "#b3261e"}


class Graph:
    """Plots scores along the main line if the game has a review, else along the cursor's line.

    `on_choose` is called with the path of a clicked move: the names of all squares played from the
    start of the game to that move, joined.
    """

    def __init__(self, text: Language, on_choose: Callable[[str], None]) -> None:
        self._text = text
        self._paths: list[str] = []
        self._shown: object = None

        def clicked(event: EChartPointClickEventArguments) -> None:
            if 0 <= event.data_index < len(self._paths):
                on_choose(self._paths[event.data_index])

        with ui.element("div").classes("of-card of-graph of-gone") as self.element:
            span(text("score_for", side=text("black")), "of-graph__label")
            self._chart = ui.echart(_options([], 0, LEAST_RANGE, ""), on_point_click=clicked)
        self.element.props(f'role="img" aria-label="{text("graph")}"')

    def show(self, session: Session, reviewed: Mapping[str, MoveReview]) -> bool:
        """Update the graph; return False, without drawing, if fewer than two scores are known.

        `reviewed` maps the paths of moves to their reviews.
        """
        line = session.game.root.main_line() if reviewed else _line(session)
        nodes = [session.game.root, *(node for node in line if not node.is_pass)]
        scores = [_black_score(node, reviewed) for node in nodes]
        known = [score for score in scores if score is not None]
        if len(known) < 2:
            return False
        self._paths = [path_of(node) for node in nodes]
        here = len(session.game_path) // 2 if reviewed else session.moves_made
        marked = [_mark_colour(reviewed.get(path)) for path in self._paths]
        if (scores, here, marked) != self._shown:
            self._shown = (scores, here, marked)
            reach = max(LEAST_RANGE, *(abs(score) for score in known))
            points = [_point(*point) for point in zip(scores, marked, strict=True)]
            options = _options(points, here, reach, self._text("black"))
            self._chart.options.clear()
            self._chart.options.update(options)
            self._chart.update()
        return True


def _line(session: Session) -> list[Node]:
    """The nodes from the start of the game through the cursor to the end of its line."""
    current = session.game.current
    return [*current.line(), *current.main_line()]


def _black_score(node: Node, reviewed: Mapping[str, MoveReview]) -> float | None:
    review = reviewed.get(path_of(node))
    if review is not None:
        score = _signed(review.played_score, node)
        answer = reviewed.get(path_of(node.children[0])) if node.children else None
        if answer is None or review.analysis.is_exact or answer.colour is review.colour:
            return score
        # Searches of equal depth favour the side to move; the mean of two cancels that.
        return round((score + _signed(-answer.best_score, node)) / 2, 1)
    if node.position.is_over() and node.parent is not None:
        score = node.position.score()
        return float(score if node.to_move is BLACK else -score)
    return None if node.evaluation is None else _signed(node.evaluation, node)


def _signed(score: float, node: Node) -> float:
    return round(score if node.mover is BLACK else -score, 1) + 0.0


def _mark_colour(review: MoveReview | None) -> str:
    """The colour that marks a mistake or blunder in the graph; empty for other moves."""
    return "" if review is None else MARK_COLOURS.get(review.verdict, "")


def _point(score: float | None, colour: str) -> float | dict[str, Any] | None:
    """A data point for ECharts; with a `colour`, it is drawn as a larger circle."""
    if not colour or score is None:
        return score
    return {"value": score, "symbol": "circle", "symbolSize": 9, "itemStyle": {"color": colour}}


def _options(points: list[Any], here: int, reach: float, name: str) -> dict[str, Any]:
    count = len(points)
    top = 4 * (int(reach) // 4 + 1)
    return {
        "animation": False,
        "grid": {"left": 34, "right": 10, "top": 10, "bottom": 20},
        "tooltip": {"trigger": "axis", "confine": True},
        "xAxis": {
            "type": "category",
            "data": list(range(count)),
            "axisLabel": {"color": INK, "interval": 9, "fontSize": 10},
            "axisLine": {"lineStyle": {"color": INK}, "onZero": True},
            "axisTick": {"show": False},
        },
        "yAxis": {
            "type": "value",
            "min": -top,
            "max": top,
            "interval": top,
            "axisLabel": {"color": INK, "fontSize": 10},
            "splitLine": {"lineStyle": {"color": INK, "opacity": 0.25}},
        },
        "series": [
            {
                "name": name,
                "type": "line",
                "data": points,
                "connectNulls": True,
                "symbolSize": 4,
                "showAllSymbol": True,
                "lineStyle": {"width": 2, "color": "#c98a1b"},
                "itemStyle": {"color": "#c98a1b"},
                "areaStyle": {"color": "#c98a1b", "opacity": 0.22},
                "markLine": {
                    "silent": True,
                    "symbol": "none",
                    "label": {"show": False},
                    "lineStyle": {"color": "#1d8a5a", "width": 2, "type": "solid"},
                    "data": [{"xAxis": here}],
                },
            },
            # Invisible bars catch clicks above and below each point.
            *(
                {
                    "type": "bar",
                    "data": [height] * count,
                    "stack": "clicks",
                    "barWidth": "100%",
                    "itemStyle": {"color": "rgba(0,0,0,0)"},
                    "tooltip": {"show": False},
                    "emphasis": {"disabled": True},
                }
                for height in (top, -top)
            ),
        ],
    }
