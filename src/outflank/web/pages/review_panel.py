"""What a review says: each side's accuracy, and what would have been better here."""

from __future__ import annotations

from html import escape

from nicegui import ui

from outflank.engine.review import MoveReview, Review, Verdict
from outflank.rules.game import BLACK, WHITE
from outflank.rules.squares import square_name
from outflank.web.languages import Language
from outflank.web.pages.analysis import score_text

LINE_MOVES = 8


class ReviewPanel:
    """Shows a review, whole or in the making."""

    def __init__(self, text: Language) -> None:
        self._text = text
        self.element = ui.html("", sanitize=False).classes("of-card of-review of-gone")
        self.element.props(f'role="region" aria-label="{text("review")}"')

    def show(
        self, review: Review | None, progress: tuple[int, int] | None, here: MoveReview | None
    ) -> None:
        """Show a review, how far it has got, and what it says of the move at the cursor."""
        parts = []
        if review is not None:
            parts.append(self._table(review))
        if here is not None:
            parts.append(f'<div class="of-better">{self._verdict(here)}</div>')
        if progress is not None:
            done, total = progress
            said = escape(self._text("review_progress", done=done, total=total))
            parts.append(
                f'<div class="of-soft">{said}</div><div class="of-progress">'
                f'<div style="width: {100 * done / max(total, 1):.0f}%"></div></div>'
            )
        self.element.content = "".join(parts)

    def _table(self, review: Review) -> str:
        text = self._text
        sides = {colour: review.side(colour) for colour in (BLACK, WHITE)}
        rows = [
            ("accuracy", [f"{side.accuracy_percent:.0f} %" for side in sides.values()]),
            ("mean_loss", [f"{side.mean_loss_discs:.1f}" for side in sides.values()]),
            ("mistakes", [str(side.count(Verdict.MISTAKE)) for side in sides.values()]),
            ("blunders", [str(side.count(Verdict.BLUNDER)) for side in sides.values()]),
        ]
        heads = "".join(f'<th scope="col">{escape(text(colour.value))}</th>' for colour in sides)
        body = "".join(
            f'<tr><th scope="row">{escape(text(key))}</th>'
            + "".join(f"<td>{value}</td>" for value in values)
            + "</tr>"
            for key, values in rows
        )
        return f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table>"

    def _verdict(self, move: MoveReview) -> str:
        text = self._text
        played = f"<b>{square_name(move.move)}</b>"
        if move.is_forced:
            return text("only_move", move=played)
        if move.verdict is Verdict.BEST or move.best == move.move:
            return text("best_move", move=played)
        line = " ".join(
            square_name(step) for step in move.analysis.principal_variation[:LINE_MOVES]
        )
        score = score_text(move.best_score, move.analysis.is_exact)
        return text(
            f"verdict_{move.verdict.value}",
            move=played,
            loss=f"<b>{move.loss_discs:.1f}</b>",
            best=f"<b>{square_name(move.best)}</b>",
            score=score,
            line=line,
        )
