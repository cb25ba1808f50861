"""Scores as the pages write them: from one point of view, with their sign."""

from __future__ import annotations

from outflank.rules.game import BLACK, Colour
from outflank.web.languages import Language

OF_BLACK = "black"


def score_text(score: float, is_exact: bool) -> str:
    """A score in discs with its sign: whole if it is proved, else to a tenth."""
    text = f"{score:+.0f}" if is_exact or abs(score) >= 9.95 else f"{score:+.1f}"
    return "0" if text in ("+0", "-0", "+0.0", "-0.0") else text.replace("-", "−")


def black_score(score: float, to_move: Colour) -> float:
    """A score for the side to move as one for Black."""
    return score if to_move is BLACK else -score


def seen_score(score: float, side: Colour, view: str) -> float:
    """A score for `side` from the point of view of the settings: Black's, or that of `side`."""
    return black_score(score, side) if view == OF_BLACK else score


def view_text(side: Colour, view: str, text: Language) -> str:
    """For whom scores are, where `side` moves."""
    return text("score_for", side=text(OF_BLACK if view == OF_BLACK else side.value))
