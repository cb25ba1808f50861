"""How a game can begin: with a drawn opening, or a drawn colour."""

from __future__ import annotations

import secrets

from outflank.arena.openings import load_openings
from outflank.rules.game import BLACK, WHITE, Colour, Game

DRAWN_OPENINGS = "xot"
"""Eight balanced moves, as players of XOT begin."""


def drawn_opening() -> Game:
    """A game with an opening that was drawn by lot."""
    opening = load_openings(DRAWN_OPENINGS, 1, secrets.randbelow(2**31))[0]
    return opening.game()


def drawn_colour() -> Colour:
    """Black or White, by lot."""
    return secrets.choice((BLACK, WHITE))
