"""The text box into which a visitor pastes a game or position."""

from __future__ import annotations

from outflank.web.languages import Language
from outflank.web.limits import limits
from outflank.web.pages.parts import Field


def paste_field(text: Language) -> Field:
    """A text box for a game or position in any format that Outflank reads."""
    return Field(
        text("paste_here"),
        tag="textarea",
        longest=limits().text_characters,
        props="spellcheck=false",
    )
