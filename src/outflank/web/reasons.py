"""Turn the reasons that a review finds for good moves and mistakes into sentences."""

from __future__ import annotations

from collections.abc import Iterable

from outflank.engine.facts import Reason
from outflank.engine.merits import MERITS
from outflank.engine.review import MoveReview
from outflank.rules.game import Colour
from outflank.web.languages import Language


def sentences(move: MoveReview, text: Language) -> list[str]:
    """Why a move was a mistake: one sentence for each reason, in the language of `text`."""
    return [_sentence(reason, move.colour, text) for reason in move.reasons]


def merit_sentences(merits: Iterable[Reason], side: Colour, text: Language) -> list[str]:
    """What a good move of `side` achieves: one sentence for each merit."""
    return [_sentence(merit, side, text) for merit in merits]


def _sentence(reason: Reason, side: Colour, text: Language) -> str:
    """One reason as a sentence; `side` made the move.

    If the reason is about the opponent's reply, the sentence names the opponent as the side that
    moves.
    """
    values = dict(reason.values)
    if values.pop("by", "own") == "opponent":
        side = side.other
    prefix = "for" if reason.kind in MERITS else "why"
    sides = {"side": text(side.value), "opponent": text(side.other.value)}
    return text(f"{prefix}_{reason.kind}", **values, **sides)
