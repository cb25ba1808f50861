"""Random openings and random colours for new games."""

from __future__ import annotations

import secrets

from outflank.arena.openings import load_openings
from outflank.rules.game import BLACK, WHITE, Colour, Game

DRAWN_OPENINGS = "xot"
"""The collection from which openings are drawn: XOT, balanced openings of eight moves."""


def drawn_opening() -> Game:
    """A game that begins with a random opening of the collection."""
    opening = load_openings(DRAWN_OPENINGS, 1, secrets.randbelow(2**31))[0]
    return opening.game()


def drawn_colour() -> Colour:
    """Black or White at random."""
    return secrets.choice((BLACK, WHITE))
