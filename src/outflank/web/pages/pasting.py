"""The text box to paste a game or position."""

from __future__ import annotations

from outflank.web.languages import Language
from outflank.web.limits import limits
from outflank.web.pages.parts import Field


def paste_field(text: Language) -> Field:
    """A text box for any format that Outflank reads."""
    return Field(
        text("paste_here"),
        tag="textarea",
        longest=limits().text_characters,
        props="spellcheck=false",
    )
