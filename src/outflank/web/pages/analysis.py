"""The analysis panel with the best lines, and the evaluation bar beside the board."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from nicegui import ui

from outflank.engine.analysis import Analysis, Line
from outflank.engine.book.entry import BookEntry
from outflank.rules.game import Colour
from outflank.rules.squares import Square
from outflank.web.languages import Language
from outflank.web.pages.lines import Lines, line_html
from outflank.web.pages.parts import set_text, span
from outflank.web.pages.scores import score_text, seen_score, view_text
from outflank.web.reasons import merit_sentences

MOST_LINES = 3


class AnalysisPanel:
    """The panel with depth, selectivity, speed and best lines of the current analysis.

    `on_show` is called to preview a line on the board, `on_play` to play it.
    """

    def __init__(
        self,
        text: Language,
        on_show: Callable[[list[Square]], None],
        on_play: Callable[[list[Square]], None],
    ) -> None:
        self._text = text
        self.element = ui.html("", sanitize=False).classes("of-card of-analysis of-gone")
        self.element.props(f'role="region" aria-label="{text("analysis")}"')
        self._lines = Lines(
            self.element, lambda _, moves: on_show(moves), lambda _, moves: on_play(moves)
        )

    def show(
        self,
        analysis: Analysis | None,
        waiting: int | None,
        to_move: Colour,
        view: str,
        book: BookEntry | None,
    ) -> None:
        """Show the current analysis, and the opening book's score of the position.

        `waiting` is the number of visitors ahead in the queue for searches. `view` is the point of
        view of scores (`settings.VIEWS`), `to_move` the side to move.
        """
        if analysis is None:
            self._lines.lines = []
            key = "analysis_waits" if waiting else "analysis_begins"
            said = escape(self._text(key, number=waiting or 0))
            self.element.content = f'<div class="of-analysis__head">{said}</div>'
            return
        lines = analysis.lines[:MOST_LINES]
        self._lines.lines = [line.principal_variation for line in lines]
        rows = "".join(
            self._row(index, line, seen_score(line.score, to_move, view), analysis.is_exact)
            for index, line in enumerate(lines)
        )
        head = self._head(analysis, view_text(to_move, view, self._text))
        if book is not None and not analysis.is_from_book:
            score = score_text(seen_score(book.score, to_move, view), False)
            meaning = self._text("book_means", depth=book.depth)
            head += explained(self._text("book_score", score=score), meaning)
        self.element.content = (
            f'<div class="of-analysis__head">{head}</div><div class="of-lines">{rows}</div>'
            f'<div class="of-whys">{self._whys(lines, to_move)}</div>'
        )

    def _whys(self, lines: Sequence[Line], side: Colour) -> str:
        """HTML that explains what each best move achieves.

        Small screens show one explanation at a time.
        """
        said = (" ".join(merit_sentences(line.merits, side, self._text)) for line in lines)
        return "".join(map(why_html, said))

    def _head(self, analysis: Analysis, score_for: str) -> str:
        text = self._text
        parts = [explained(score_for, text("score_means"))]
        parts.append(f"<span>{text('depth', depth=f'<b>{analysis.depth}</b>')}</span>")
        if analysis.is_from_book:
            meaning = text("book_means", depth=analysis.depth)
            parts.append(explained(text("from_book"), meaning, tag="b"))
        elif analysis.is_exact:
            parts.append(explained(text("exact"), text("exact_means"), tag="b"))
        elif analysis.confidence < 100:
            parts.append(explained(text("selective"), text("selective_means")))
        speed = analysis.nodes_per_second / 1e6
        if speed >= 0.01:  # zero for a result from the table
            digits = 1 if speed >= 1 else 2
            parts.append(f"<span>{text('speed', speed=f'<b>{speed:.{digits}f}</b>')}</span>")
        return "".join(parts)

    def _row(self, index: int, line: Line, score: float, is_exact: bool) -> str:
        return (
            f'<div class="of-line"><span class="of-line__score">{score_text(score, is_exact)}'
            f"</span>{line_html(index, line.principal_variation)}</div>"
        )


def why_html(why: str) -> str:
    """HTML of an explanation, with the full text as a tooltip in case the text is cut off."""
    return f'<div class="of-why" title="{escape(why)}">{escape(why)}</div>'


def explained(caption: str, meaning: str, tag: str = "span") -> str:
    """HTML of a term, with its meaning as a tooltip."""
    return f'<{tag} class="of-explained" title="{escape(meaning)}">{escape(caption)}</{tag}>'


def scores_on_board(
    analysis: Analysis | None, to_move: Colour, view: str
) -> dict[Square, dict[str, object]]:
    """The scores to write on the board, by the square of each analysed move.

    Each value has the ``text`` and whether the move is among the ``best``. `view` is the point of
    view of scores (`settings.VIEWS`).
    """
    if analysis is None:
        return {}
    best = analysis.lines[0].score
    return {
        line.move: {
            "text": score_text(seen_score(line.score, to_move, view), analysis.is_exact),
            "best": line.score >= best - 0.05,
        }
        for line in analysis.lines
        if line.move < 64
    }


class EvaluationBar:
    """A bar whose black part grows with Black's score, with the score as a number."""

    def __init__(self, text: Language) -> None:
        self._text = text
        with ui.element("div").classes("of-bar of-gone") as self.element:
            self._black = ui.element("div").classes("of-bar__black")
            ui.element("div").classes("of-bar__middle")
            self._number = span("", "of-bar__number")
        self.element.props('role="img"')

    def show(self, black_score: float | None, seen: float, score_for: str, is_exact: bool) -> None:
        """Show a score for Black in discs; None puts the bar in the middle.

        `seen` is the same score from the point of view that the text `score_for` names.
        """
        share = 50 + 50 * math.tanh((black_score or 0.0) / 18)
        self._black.style(f"--of-black-share: {share:.1f}%")
        number = "" if black_score is None else score_text(seen, is_exact)
        set_text(self._number, number)
        label = self._text("bar", score_for=score_for, score=number or "–")
        if self.element._props.get("aria-label") != label:
            self.element._props["aria-label"] = label
            self.element._props["title"] = label
            self.element.update()
