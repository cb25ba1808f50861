"""The box that a game or a position is pasted into."""

from __future__ import annotations

from outflank.web.languages import Language
from outflank.web.limits import limits
from outflank.web.pages.parts import Field


def paste_field(text: Language) -> Field:
    """A box for text in any format that is read."""
    return Field(
        text("paste_here"),
        tag="textarea",
        longest=limits().text_characters,
        props="spellcheck=false",
    )
