"""What the engine finds while it analyses: numbers, best lines, the bar beside the board."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from nicegui import ui
from nicegui.events import GenericEventArguments

from outflank.engine.analysis import Analysis, Line
from outflank.rules.game import BLACK, Colour
from outflank.rules.squares import Square, square_name
from outflank.web.languages import Language

MOST_LINES = 3

_HOVERED = """(event) => {
  const line = event.target.closest("[data-line]");
  const now = line ? line.dataset.line : "";
  if (now !== event.currentTarget.shown) { event.currentTarget.shown = now; emit(now); }
}"""
_LEFT = """(event) => { event.currentTarget.shown = ""; emit(""); }"""
_PLAYED = """(event) => {
  const move = event.target.closest("[data-play]");
  if (move) emit(move.dataset.play);
}"""


def score_text(score: float, is_exact: bool) -> str:
    """A score in discs with its sign: whole if it is proved, else to a tenth."""
    text = f"{score:+.0f}" if is_exact or abs(score) >= 9.95 else f"{score:+.1f}"
    return "0" if text in ("+0", "-0", "+0.0", "-0.0") else text.replace("-", "−")


class AnalysisPanel:
    """Depth, confidence, speed and the best lines, which can be looked at and played."""

    def __init__(
        self,
        text: Language,
        on_hover: Callable[[list[Square]], None],
        on_play: Callable[[list[Square]], None],
    ) -> None:
        self._text = text
        self._lines: list[tuple[Square, ...]] = []
        self.element = ui.html("", sanitize=False).classes("of-card of-analysis of-gone")
        self.element.props(f'role="region" aria-label="{text("analysis")}"')

        def hovered(event: GenericEventArguments) -> None:
            on_hover(self._line_of(event.args))

        def played(event: GenericEventArguments) -> None:
            on_play(self._line_of(event.args))

        self.element.on("pointerover", hovered, js_handler=_HOVERED)
        self.element.on("pointerleave", hovered, js_handler=_LEFT)
        self.element.on("focusin", hovered, js_handler=_HOVERED)
        self.element.on("focusout", hovered, js_handler=_LEFT)
        self.element.on("click", played, js_handler=_PLAYED)

    def _line_of(self, name: object) -> list[Square]:
        """The squares that ``line.length`` names."""
        line, _, length = str(name).partition(".")
        if not (line.isdigit() and length.isdigit() and int(line) < len(self._lines)):
            return []
        return list(self._lines[int(line)][: int(length)])

    def show(self, analysis: Analysis | None, waiting: int | None) -> None:
        """Show what is known so far."""
        if analysis is None:
            self._lines = []
            key = "analysis_waits" if waiting else "analysis_begins"
            said = escape(self._text(key, number=waiting or 0))
            self.element.content = f'<div class="of-analysis__head">{said}</div>'
            return
        lines = list(analysis.lines) or [
            Line(
                move=analysis.move,
                score=analysis.score,
                principal_variation=analysis.principal_variation,
            )
        ]
        self._lines = [line.principal_variation for line in lines[:MOST_LINES]]
        rows = "".join(
            self._row(index, line, analysis.is_exact)
            for index, line in enumerate(lines[:MOST_LINES])
        )
        self.element.content = f'<div class="of-analysis__head">{self._head(analysis)}</div>{rows}'

    def _head(self, analysis: Analysis) -> str:
        text = self._text
        parts = [text("depth", depth=f"<b>{analysis.depth}</b>")]
        if analysis.is_exact:
            parts.append(f"<b>{escape(text('exact'))}</b>")
        else:
            parts.append(text("confidence", percent=f"<b>{analysis.confidence}</b>"))
        speed = analysis.nodes_per_second / 1e6
        if speed >= 0.01:  # what was known already took no search
            digits = 1 if speed >= 1 else 2
            parts.append(text("speed", speed=f"<b>{speed:.{digits}f}</b>"))
        return "".join(f"<span>{part}</span>" for part in parts)

    def _row(self, index: int, line: Line, is_exact: bool) -> str:
        moves = "".join(
            f'<button type="button" data-line="{index}.{number}" data-play="{index}.{number}">'
            f"{square_name(move)}</button>"
            for number, move in enumerate(line.principal_variation, 1)
        )
        return (
            f'<div class="of-line"><span class="of-line__score">'
            f"{score_text(line.score, is_exact)}</span>"
            f'<span class="of-line__moves">{moves}</span></div>'
        )


def scores_on_board(analysis: Analysis | None) -> dict[Square, dict[str, object]]:
    """What the board writes on the legal squares."""
    if analysis is None or not analysis.lines:
        return {}
    best = analysis.lines[0].score
    return {
        line.move: {
            "text": score_text(line.score, analysis.is_exact),
            "best": line.score >= best - 0.05,
        }
        for line in analysis.lines
        if line.move < 64
    }


class EvaluationBar:
    """How much of the board Black may expect, as a bar."""

    def __init__(self, text: Language) -> None:
        self._text = text
        with ui.element("div").classes("of-bar of-gone") as self.element:
            self._black = ui.element("div").classes("of-bar__black")
            ui.element("div").classes("of-bar__middle")
        self.element.props('role="img"')

    def show(self, black_score: float | None) -> None:
        """Show a score for Black; None leaves the bar in the middle."""
        score = black_score or 0.0
        share = 50 + 50 * math.tanh(score / 18)
        self._black.style(f"--of-black-share: {share:.1f}%")
        label = self._text("bar", score=score_text(score, False))
        if self.element._props.get("aria-label") != label:
            self.element._props["aria-label"] = label
            self.element._props["title"] = label
            self.element.update()


def black_score(score: float, to_move: Colour) -> float:
    """A score for the side to move as one for Black."""
    return score if to_move is BLACK else -score


def first_moves(line: Sequence[Square], count: int) -> str:
    """A line in text."""
    return " ".join(square_name(move) for move in line[:count])
