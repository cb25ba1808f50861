"""A visitor's settings; invalid stored values are ignored."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any, cast

from outflank.engine.book.choosing import OFF, ON
from outflank.web.languages import LANGUAGES
from outflank.web.levels import DEFAULT_OPPONENT, OPPONENTS

BOARDS = ("green", "walnut", "slate", "ocean", "paper")
DISCS = ("classic", "flat", "colours")
SPEEDS = {"off": 0, "fast": 220, "normal": 420, "slow": 900}
"""Milliseconds for the flip of a disc."""
DARKNESS = ("auto", "light", "dark")
VIEWS = ("black", "mover")
"""Point of view of scores: always Black, or the side to move."""

_CHOICES: dict[str, tuple[str, ...]] = {
    "board": BOARDS,
    "discs": DISCS,
    "speed": tuple(SPEEDS),
    "darkness": DARKNESS,
    "view": VIEWS,
    "language": ("", *LANGUAGES),
    "opponent": tuple(opponent.spec for opponent in OPPONENTS),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One visitor's settings; an empty `language` is the browser's, `opponent` the last one.

    With `book` analyses and reviews take scores from the opening book if it knows the position.
    """

    board: str = "green"
    discs: str = "classic"
    darkness: str = "auto"
    speed: str = "normal"
    view: str = "black"
    language: str = ""
    opponent: str = DEFAULT_OPPONENT.spec
    legal: bool = True
    coordinates: bool = True
    sound: bool = False
    explorer: bool = False
    book: bool = False

    @classmethod
    def of(cls, saved: dict[str, Any]) -> Settings:
        """Settings from `saved`; invalid values become defaults."""
        settings = cls()
        for field in fields(cls):
            value = saved.get(field.name)
            choices = _CHOICES.get(field.name)
            if value in choices if choices else isinstance(value, bool):
                settings = replace(settings, **{field.name: cast("Any", value)})
        return settings

    def saved(self) -> dict[str, Any]:
        """The dictionary to store."""
        return asdict(self)

    @property
    def book_choice(self) -> str:
        """The option ``book`` of analyses and reviews."""
        return ON if self.book else OFF

    @property
    def is_dark(self) -> bool | None:
        """Whether pages are dark; None if the browser decides."""
        return {"auto": None, "light": False, "dark": True}[self.darkness]
