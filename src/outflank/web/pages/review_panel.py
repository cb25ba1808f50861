"""The review panel: accuracy of each side, the better line here, and the tour of mistakes.

The tour goes from mistake to mistake; at each, the visitor may retry for a better move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from nicegui import ui

from outflank.engine.book.choosing import OFF
from outflank.engine.review import MoveReview, Review, Verdict
from outflank.rules.game import BLACK, WHITE
from outflank.rules.squares import Square, square_name
from outflank.web.languages import Language
from outflank.web.pages.analysis import explained, why_html
from outflank.web.pages.lines import Lines, line_html
from outflank.web.pages.parts import button, set_enabled, set_shown
from outflank.web.pages.scores import score_text, seen_score, view_text
from outflank.web.reasons import merit_sentences, sentences

LINE_MOVES = 8


@dataclass(frozen=True, slots=True)
class TourActions:
    """Callbacks of the panel's buttons, and of clicks on the better line."""

    next_mistake: Callable[[], Any]
    previous_mistake: Callable[[], Any]
    retry: Callable[[], Any]
    show_solution: Callable[[], Any]
    show_better: Callable[[list[Square]], Any]
    play_better: Callable[[list[Square]], Any]


class ReviewPanel:
    """The panel that shows a finished or running review."""

    def __init__(self, text: Language, actions: TourActions) -> None:
        self._text = text
        with ui.element("div").classes("of-card of-review of-gone") as self.element:
            self._content = ui.html("", sanitize=False)
            with ui.element("div").classes("of-tour") as self._tour:
                self._previous = button(
                    "", actions.previous_mistake, icon="skip_previous", label=text("mistake_before")
                )
                self._next = button(text("mistake_next"), actions.next_mistake, icon="skip_next")
                self._retry = button(text("retry"), actions.retry, icon="replay")
                self._solution = button(text("retry_show"), actions.show_solution, icon="lightbulb")
        self.element.props(f'role="region" aria-label="{text("review")}"')
        self._lines = Lines(
            self._content,
            lambda _, moves: actions.show_better(moves),
            lambda _, moves: actions.play_better(moves),
        )

    def show(
        self,
        review: Review | None,
        progress: tuple[int, int] | None,
        here: MoveReview | None,
        *,
        view: str,
        retry: str,
        can_retry: bool,
    ) -> None:
        """Show a review, its progress, and the verdict on the move at the cursor (`here`).

        `progress` is the number of reviewed moves and the total; None if no review runs. `view` is
        the point of view of scores (`settings.VIEWS`). `retry` is a message about a retried
        mistake, shown instead of the verdict; empty if there is none. With `can_retry`, the button
        for a retry is enabled.
        """
        parts = []
        if review is not None:
            parts.append(self._table(review))
        if retry:
            parts.append(f'<div class="of-better" role="status">{escape(retry)}</div>')
        elif here is not None:
            parts.append(f'<div class="of-better">{self._verdict(here, view)}</div>')
        if progress is not None:
            done, total = progress
            said = escape(self._text("review_progress", done=done, total=total))
            parts.append(
                f'<div class="of-soft">{said}</div><div class="of-progress">'
                f'<div style="width: {100 * done / max(total, 1):.0f}%"></div></div>'
            )
        self._content.content = "".join(parts)
        has_mistakes = review is not None and bool(review.mistakes)
        set_shown(self._tour, has_mistakes)
        set_enabled(self._retry, can_retry)
        set_shown(self._retry, not retry)
        set_shown(self._solution, bool(retry))

    def _table(self, review: Review) -> str:
        text = self._text
        keys = ("accuracy", "mean_loss", "mistakes", "blunders")
        heads = "".join(f'<th scope="col">{escape(text(key))}</th>' for key in keys)
        rows = []
        for colour in (BLACK, WHITE):
            side = review.side(colour)
            values = (
                f"{side.accuracy_percent:.0f} %",
                f"{side.mean_loss_discs:.1f}",
                str(side.count(Verdict.MISTAKE)),
                str(side.count(Verdict.BLUNDER)),
            )
            cells = "".join(f"<td>{value}</td>" for value in values)
            rows.append(f'<tr><th scope="row">{escape(text(colour.value))}</th>{cells}</tr>')
        settings = review.settings
        name = text(f"review_{settings.name}") if settings.name != "custom" else settings.name
        how = text("review_how", depth=settings.depth, empties=settings.exact_empties)
        if settings.book != OFF:
            how += f" {text('review_book')}"
        corner = f'<td class="of-explained" title="{escape(how)}">{escape(name)}</td>'
        body = "".join(rows)
        return f"<table><thead><tr>{corner}{heads}</tr></thead><tbody>{body}</tbody></table>"

    def _verdict(self, move: MoveReview, view: str) -> str:
        text = self._text
        played = f"<b>{square_name(move.move)}</b>"
        self._lines.lines = []
        if move.is_forced:
            return text("only_move", move=played)
        achieved = merit_sentences(move.merits, move.colour, text)
        if move.verdict is Verdict.BEST or move.best == move.move:
            return text("best_move", move=played) + _why(achieved)
        self._lines.lines = [move.analysis.principal_variation]
        score = seen_score(move.best_score, move.colour, view)
        said = text(
            f"verdict_{move.verdict.value}",
            move=played,
            loss=f"<b>{move.loss_discs:.1f}</b>",
            best=f"<b>{square_name(move.best)}</b>",
            score=explained(
                score_text(score, move.analysis.is_exact), view_text(move.colour, view, text)
            ),
            line=line_html(0, move.analysis.principal_variation[:LINE_MOVES]),
        )
        return said + _why(sentences(move, text) or achieved)


def _why(said: list[str]) -> str:
    return why_html(" ".join(said)) if said else ""
