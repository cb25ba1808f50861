"""How pages write scores: sign, rounding and point of view."""

from __future__ import annotations

from outflank.rules.game import BLACK, Colour
from outflank.web.languages import Language

OF_BLACK = "black"


def score_text(score: float, is_exact: bool) -> str:
    """Format a score in discs with its sign: whole if exact or from 10 on, else one decimal."""
    text = f"{score:+.0f}" if is_exact or abs(score) >= 9.95 else f"{score:+.1f}"
    return "0" if text in ("+0", "-0", "+0.0", "-0.0") else text.replace("-", "−")


def black_score(score: float, to_move: Colour) -> float:
    """Convert a score for the side to move to a score for Black."""
    return score if to_move is BLACK else -score


def seen_score(score: float, side: Colour, view: str) -> float:
    """Convert a score for `side` to the visitor's point of view.

    `view` is the visitor's setting: scores for Black (`OF_BLACK`), or for the side to move.
    """
    return black_score(score, side) if view == OF_BLACK else score


def view_text(side: Colour, view: str, text: Language) -> str:
    """The caption above scores that says for whom they are: "Score for Black" or "… White"."""
    return text("score_for", side=text(OF_BLACK if view == OF_BLACK else side.value))
