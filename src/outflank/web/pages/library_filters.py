"""The filter fields on the page of the library, and the selection of games they describe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from nicegui import ui

from outflank.errors import OutflankError
from outflank.formats import read_text
from outflank.formats.given import node_in
from outflank.library.rows import ORDERS
from outflank.library.selection import OUTCOMES, Outcome, Selection
from outflank.rules.position import Position
from outflank.web.languages import Language
from outflank.web.pages.parts import Choice, Field, button

ANY, SAME = "", "same"
LONGEST = 100
LONGEST_POSITION = 500
"""Maximum characters of the position filter: enough for a board, or for all moves of a game with
some words around them."""

REVIEWED = {"yes": True, "no": False}


class Filters:
    """The filter fields on the page; `on_change` is called after each change of a field."""

    def __init__(self, text: Language, on_change: Callable[[], Any]) -> None:
        self._on_change = on_change
        results = {ANY: text("any")} | {key: text(f"won_{key}") for key in OUTCOMES}
        reviewed = {ANY: text("any"), "yes": text("reviewed"), "no": text("not_reviewed")}
        with ui.element("div").classes("of-card of-filters of-gone") as self.element:
            self._fields = {
                "player": self._field(text("player")),
                "event": self._field(text("event")),
                "opening": self._field(text("opening")),
                "label": self._field(text("tag")),
                "first_year": self._field(text("year_from"), is_number=True),
                "last_year": self._field(text("year_to"), is_number=True),
                "least_score": self._field(text("score_from"), is_number=True),
                "greatest_score": self._field(text("score_to"), is_number=True),
            }
            self._position = Field(
                text("position_reached"), longest=LONGEST_POSITION, on_change=self._chosen
            )
            self._orientation = Choice(
                text("orientation"),
                {ANY: text("orientation_any"), SAME: text("orientation_same")},
                ANY,
                self._chosen,
            )
            self._outcome = Choice(text("result"), results, ANY, self._chosen)
            self._reviewed = Choice(text("review"), reviewed, ANY, self._chosen)
            button(text("clear"), self.clear, icon="filter_alt_off")

    def _field(self, caption: str, *, is_number: bool = False) -> Field:
        props = 'inputmode="numeric"' if is_number else ""
        return Field(caption, longest=LONGEST, props=props, on_change=self._chosen)

    def _chosen(self, value: str) -> None:
        self._on_change()

    def clear(self) -> None:
        """Clear all filters."""
        for field in (*self._fields.values(), self._position):
            field.set("")
        self._orientation.set(ANY)
        self._outcome.set(ANY)
        self._reviewed.set(ANY)
        self._on_change()

    @property
    def is_used(self) -> bool:
        """Whether any filter is set."""
        chosen = (self._outcome.value, self._reviewed.value)
        fields = (*self._fields.values(), self._position)
        return any(field.value.strip() for field in fields) or any(chosen)

    def selection(self, words: str, folder: str | None, *, deleted: bool) -> Selection:
        """The selection of games by the filters, the search words and the folder.

        `folder` is None for all folders. With `deleted` the games in the trash are selected.
        """
        names = {
            name: self._fields[name].value.strip()
            for name in ("player", "event", "opening", "label")
        }
        numbers = {
            name: _number(self._fields[name].value)
            for name in ("first_year", "last_year", "least_score", "greatest_score")
        }
        return Selection(
            text=words,
            outcome=outcome_of(self._outcome.value),
            is_reviewed=REVIEWED.get(self._reviewed.value),
            folder=folder,
            position=_position(self._position.value),
            same_orientation=self._orientation.value == SAME,
            deleted=deleted,
            **names,  # type: ignore[arg-type]
            **numbers,  # type: ignore[arg-type]
        )


def outcome_of(value: str) -> Outcome | None:
    """Return `value` if it is the name of an outcome, else None."""
    return next((outcome for outcome in get_args(Outcome) if outcome == value), None)


def order_titles(text: Language) -> dict[str, str]:
    """The sort orders of the list of games, each with its name in the visitor's language."""
    return {key: text(f"order_{key}") for key in ORDERS if key != "id"}


def _position(text: str) -> Position | None:
    return node_in(read_text(text)).position if text.strip() else None


def _number(text: str) -> int | None:
    if not text.strip():
        return None
    try:
        number = int(text)
    except ValueError:
        raise OutflankError(f"{text[:20]!r} is not a number; write one, such as 1997") from None
    if abs(number) > 9999:
        raise OutflankError(f"{number} is out of range; give at most 9999")
    return number
