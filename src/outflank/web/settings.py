"""A visitor's settings; stored values that are not valid are ignored."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any, cast

from outflank.engine.book.choosing import OFF, ON
from outflank.web.languages import LANGUAGES
from outflank.web.levels import DEFAULT_OPPONENT, OPPONENTS

BOARDS = ("green", "walnut", "slate", "ocean", "paper")
DISCS = ("classic", "flat", "colours")
SPEEDS = {"off": 0, "fast": 220, "normal": 420, "slow": 900}
"""Milliseconds of the animation of a disc's flip, by the name of the speed."""
DARKNESS = ("auto", "light", "dark")
VIEWS = ("black", "mover")
"""Points of view of scores: always for Black, or for the side to move."""

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
    """One visitor's settings.

    An empty `language` means the browser's; `opponent` is the spec of the opponent chosen last.
    With `book`, analyses and reviews take scores from the opening book if it has the position.
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
        """Make settings from `saved`, the stored dictionary.

        Values that are not valid become defaults.
        """
        settings = cls()
        for field in fields(cls):
            value = saved.get(field.name)
            choices = _CHOICES.get(field.name)
            if value in choices if choices else isinstance(value, bool):
                settings = replace(settings, **{field.name: cast("Any", value)})
        return settings

    def saved(self) -> dict[str, Any]:
        """The settings as a dictionary to store."""
        return asdict(self)

    @property
    def book_choice(self) -> str:
        """The argument `book` for analyses and reviews: ``"on"`` or ``"off"``."""
        return ON if self.book else OFF

    @property
    def is_dark(self) -> bool | None:
        """Whether pages use dark colours; None if the browser decides."""
        return {"auto": None, "light": False, "dark": True}[self.darkness]
