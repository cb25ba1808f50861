"""Where a game can begin: the usual board, drawn openings, openings with names."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from outflank.arena.openings import load_openings
from outflank.formats.transcript import parse_transcript
from outflank.rules.game import Game
from outflank.web.languages import Language

DRAWN_OPENINGS = "xot"
"""Eight balanced moves, as players of XOT begin."""


@dataclass(frozen=True, slots=True)
class NamedOpening:
    """An opening that players know by a name, which differs between languages."""

    moves: str
    names: dict[str, str]

    def name(self, text: Language) -> str:
        """What it is called."""
        return self.names[text.code]

    def game(self) -> Game:
        """A game with the opening played."""
        return parse_transcript(self.moves)


@cache
def named_openings() -> tuple[NamedOpening, ...]:
    """All openings with names, in the order of the list."""
    text = files("outflank").joinpath("data", "openings.json").read_text("utf-8")
    return tuple(NamedOpening(entry["moves"], entry["names"]) for entry in json.loads(text))


def drawn_opening() -> Game:
    """A game with an opening that was drawn by lot."""
    opening = load_openings(DRAWN_OPENINGS, 1, secrets.randbelow(2**31))[0]
    return opening.game()
