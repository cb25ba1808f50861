"""The two sides of a game on its page: player names, disc counts and clocks."""

from __future__ import annotations

from nicegui import ui

from outflank.play.session import HUMAN, Session
from outflank.rules.game import BLACK, WHITE, Colour
from outflank.web.languages import Language
from outflank.web.levels import player_name
from outflank.web.pages.parts import set_text, span

LOW_SECONDS = 10.0


class Sides:
    """Shows name, discs and clock of Black and White."""

    def __init__(self, text: Language) -> None:
        self._text = text
        with (
            ui.element("section")
            .classes("of-top of-sides")
            .props(f'aria-label="{text("players")}"')
        ):
            self._black = _Side(text, BLACK)
            self._white = _Side(text, WHITE)

    def show(self, session: Session) -> None:
        """Update names, disc counts and clocks of both sides."""
        self._black.show(session)
        self._white.show(session)

    def show_clocks(self, session: Session) -> None:
        """Update only the clocks of both sides."""
        self._black.show_clock(session)
        self._white.show_clock(session)


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

    def show(self, session: Session) -> None:
        set_text(self._name, self._name_at(session))
        set_text(self._discs, str(session.game.discs(self._colour)))
        is_turn = not session.is_over and session.game.to_move is self._colour
        if is_turn:
            self._card.classes(add="of-side--turn")
        else:
            self._card.classes(remove="of-side--turn")
        self.show_clock(session)

    def _name_at(self, session: Session) -> str:
        name = session.game.tags.get(self._colour.value, HUMAN)
        if session.is_person(self._colour) and name != HUMAN:
            return name  # the human's name in a loaded game
        return player_name(session.players[self._colour], self._text)

    def show_clock(self, session: Session) -> None:
        seconds = session.seconds_left(self._colour)
        if seconds is None:
            set_text(self._clock, self._text(self._colour.value))
            self._clock.classes(add="of-side__clock--none")
            return
        set_text(self._clock, _clock(seconds))
        self._clock.classes(remove="of-side__clock--none")
        if seconds < LOW_SECONDS and not session.is_over:
            self._clock.classes(add="of-side__clock--low")
        else:
            self._clock.classes(remove="of-side__clock--low")


def _clock(seconds: float) -> str:
    if seconds < LOW_SECONDS:
        return f"0:0{max(seconds, 0):.1f}"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
