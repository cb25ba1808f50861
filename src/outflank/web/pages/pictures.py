"""SVG images of a board in the visitor's colours."""

from __future__ import annotations

from outflank.rules.game import Game
from outflank.rules.svg import CLASSIC, Theme, board_svg
from outflank.web.settings import Settings

THEMES = {
    "green": CLASSIC,
    "walnut": Theme(frame="#2d1b10", board="#b57c48", grid="#66411f"),
    "slate": Theme(frame="#1f2937", frame_text="#d8dee8", board="#557086", grid="#2e4050"),
    "ocean": Theme(frame="#0b2545", frame_text="#e6f0fa", board="#337bb6", grid="#123f66"),
    "paper": Theme(frame="#3a3a3a", frame_text="#ffffff", board="#e4dfd2", grid="#6d675b"),
}
"""The board colours that visitors can choose; style.css has the same."""


def picture_of(game: Game, settings: Settings, *, size: int = 460) -> str:
    """The position at the cursor of `game` as SVG, `size` pixels wide, in the visitor's theme."""
    return board_svg(
        game,
        coordinates=settings.coordinates,
        legal=settings.legal,
        size=size,
        theme=THEMES[settings.board],
    )
