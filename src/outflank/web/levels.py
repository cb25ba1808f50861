"""The opponents that people choose from: levels 1 to 3 of report 004, and the engine above them."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.web.languages import Language
from outflank.web.table import HUMAN


@dataclass(frozen=True, slots=True)
class Level:
    """A rung of the ladder; its name and the sentence about it are in the language files."""

    number: int
    spec: str

    def name(self, text: Language) -> str:
        """What it is called."""
        return text("level_name", number=self.number, title=text(f"level_{self.number}"))

    def sentence(self, text: Language) -> str:
        """What it is, plainly."""
        return text(f"level_{self.number}_is")


LEVELS = (
    Level(1, "corner-greedy"),
    Level(2, "pvs:depth=6,eval=phased"),
    Level(3, "pvs:time=1.0,eval=phased"),
    Level(4, "engine:level=4"),
    Level(5, "engine:level=8"),
    Level(6, "engine:level=12"),
    Level(7, "engine:level=16"),
    Level(8, "engine:level=21"),
    Level(9, "engine:time=5.0"),
)

FRIENDLY = LEVELS[0]
"""Whom a newcomer meets."""

_BY_SPEC = {level.spec: level for level in LEVELS}


def player_name(spec: str, text: Language) -> str:
    """What the page calls a player: a person, a level, or its spec."""
    if spec == HUMAN:
        return text("human")
    level = _BY_SPEC.get(spec)
    return level.name(text) if level else spec
