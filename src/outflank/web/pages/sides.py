"""The two sides: who plays, discs, clock."""

from __future__ import annotations

from nicegui import ui

from outflank.rules.game import BLACK, WHITE, Colour
from outflank.web.languages import Language
from outflank.web.levels import player_name
from outflank.web.pages.parts import set_text, span
from outflank.web.table import HUMAN, Table

LOW_SECONDS = 10.0


class Sides:
    """Shows both sides of a table."""

    def __init__(self, text: Language) -> None:
        self._text = text
        with (
            ui.element("section")
            .classes("of-top of-sides")
            .props(f'aria-label="{text("players")}"')
        ):
            self._black = _Side(text, BLACK)
            self._white = _Side(text, WHITE)

    def show(self, table: Table) -> None:
        """Show all of it."""
        self._black.show(table)
        self._white.show(table)

    def show_clocks(self, table: Table) -> None:
        """Show only what changes while somebody thinks."""
        self._black.show_clock(table)
        self._white.show_clock(table)


class _Side:
    def __init__(self, text: Language, colour: Colour) -> None:
        self._text = text
        self._colour = colour
        mark = "X" if colour is BLACK else "O"
        with ui.element("div").classes("of-side") as self._card:
            ui.element("div").classes(f"of-chip of-chip--{mark}")
            with ui.element("div").classes("of-side__who"):
                self._name = span("", "of-side__name")
                self._name.style("display: block")
                self._clock = span("", "of-side__clock")
            span(text(colour.value), "of-hidden")
            self._discs = span("2", "of-side__discs")

    def show(self, table: Table) -> None:
        set_text(self._name, self._name_at(table))
        set_text(self._discs, str(table.game.discs(self._colour)))
        is_turn = not table.is_over and table.game.to_move is self._colour
        if is_turn:
            self._card.classes(add="of-side--turn")
        else:
            self._card.classes(remove="of-side--turn")
        self.show_clock(table)

    def _name_at(self, table: Table) -> str:
        name = table.game.tags.get(self._colour.value, HUMAN)
        if table.is_person(self._colour) and name != HUMAN:
            return name  # of the person in a game that was read
        return player_name(table.players[self._colour], self._text)

    def show_clock(self, table: Table) -> None:
        seconds = table.seconds_left(self._colour)
        if seconds is None:
            set_text(self._clock, self._text(self._colour.value))
            self._clock.classes(add="of-side__clock--none")
            return
        set_text(self._clock, _clock(seconds))
        self._clock.classes(remove="of-side__clock--none")
        if seconds < LOW_SECONDS and not table.is_over:
            self._clock.classes(add="of-side__clock--low")
        else:
            self._clock.classes(remove="of-side__clock--low")


def _clock(seconds: float) -> str:
    if seconds < LOW_SECONDS:
        return f"0:0{max(seconds, 0):.1f}"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
