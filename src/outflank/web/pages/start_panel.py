"""The panel beside the board before a game starts: choice of opponent, colour and clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from nicegui import ui

from outflank.play.session import HUMAN, Session
from outflank.play.time_control import UNLIMITED, TimeControl
from outflank.rules.game import BLACK, WHITE, Colour
from outflank.web.levels import LEVELS, REPORTS, Opponent, opponent_of
from outflank.web.pages.parts import button, set_pressed, set_shown, set_text, span
from outflank.web.rooms import Room
from outflank.web.starts import drawn_colour

if TYPE_CHECKING:
    from outflank.web.pages.play import GamePage

GROUPS: dict[str, Sequence[Opponent]] = {
    "start_levels": LEVELS[:3],
    "start_engine": LEVELS[3:],
    "start_programs": REPORTS,
}
"""The opponents, grouped under headings (keys of the language files).

The groups are the levels of report 004, the engine levels and the programs of the reports.
"""

SIDES = ("black", "white", "by_lot", "two_people")

CLOCKS: dict[str, TimeControl] = {
    "start_clock_none": UNLIMITED,
    "start_clock_move": TimeControl(move_seconds=30),
    "start_clock_short": TimeControl(move_seconds=None, game_seconds=300),
    "start_clock_long": TimeControl(move_seconds=None, game_seconds=900),
}


class StartPanel:
    """Choices for a new game; each choice is shown on the board at once.

    The panel is shown on the page `/` until the game starts: with the button *Play*, or with a move
    on the board.
    """

    def __init__(self, page: GamePage) -> None:
        self._page = page
        self._text = text = page.text
        self._opponent = page.visit.settings.opponent
        self._side = SIDES[0]
        self._clock = next(iter(CLOCKS))
        label = f'aria-label="{text("start_title")}"'
        with ui.element("section").classes("of-start of-card of-gone").props(label) as self.element:
            ui.html(text("start_title"), sanitize=False, tag="h2")
            self._opponents: dict[str, ui.element] = {}
            for key, opponents in GROUPS.items():
                self._opponents |= self._chips(
                    text(key),
                    {opponent.spec: opponent.short_name(text) for opponent in opponents},
                    self._choose_opponent,
                )
            self._sentence = span("", "of-start__sentence").props("aria-live=polite")
            with ui.element("div").classes("of-start__rows"):
                sides = {side: text(side) for side in SIDES}
                self._sides = self._chips(text("start_side"), sides, self._choose_side)
                clocks = {key: text(key) for key in CLOCKS}
                self._clocks = self._chips(text("clock"), clocks, self._choose_clock)
            play = button(text("start_play"), self._play, icon="play_arrow")
            play.classes("of-button--main of-start__play")
            with ui.element("div").classes("of-start__more"):
                button(text("analyse"), page.toggle_analysis, icon="insights")
                button(text("start_load"), lambda: page.dialogs.load.open(), icon="folder_open")
                button(text("start_more"), lambda: page.dialogs.new_game.open(), icon="tune")
        self._show_choices()

    def _chips(
        self, caption: str, options: Mapping[str, str], choose: Callable[[str], Any]
    ) -> dict[str, ui.element]:
        """A row of buttons for `options` (key to title), one of them selected; returned by key.

        `choose` is called with the key of a clicked button.
        """
        group = ui.element("div").classes("of-start__group").props("role=group")
        group._props["aria-label"] = caption
        with group:
            span(caption, "of-start__caption").props("aria-hidden=true")
            with ui.element("div").classes("of-start__chips"):
                return {key: button(name, partial(choose, key)) for key, name in options.items()}

    # Choosing

    def _choose_opponent(self, spec: str) -> None:
        self._opponent = spec
        if self._side == "two_people":
            self._side = SIDES[0]
        self._page.visit.change(opponent=spec)
        self._chosen()

    def _choose_side(self, side: str) -> None:
        self._side = side
        self._chosen()

    def _choose_clock(self, clock: str) -> None:
        self._clock = clock
        self._chosen()

    def _chosen(self) -> None:
        self._show_choices()
        session = self._session(self._colour())
        session.pause()  # until Play or a move on the board
        self._page.prepare(session)

    def _play(self) -> None:
        colour = drawn_colour() if self._side == "by_lot" else self._colour()
        self._page.start(self._session(colour))

    def _colour(self) -> Colour:
        return WHITE if self._side == "white" else BLACK

    def _session(self, person: Colour) -> Session:
        players = {BLACK: HUMAN, WHITE: HUMAN}
        if self._side != "two_people":
            players[person.other] = self._opponent
        return Session(black=players[BLACK], white=players[WHITE], time_control=CLOCKS[self._clock])

    # Showing

    def _show_choices(self) -> None:
        is_alone = self._side != "two_people"
        for chips, chosen in (
            (self._opponents, self._opponent if is_alone else ""),
            (self._sides, self._side),
            (self._clocks, self._clock),
        ):
            for key, chip in chips.items():
                set_pressed(chip, key == chosen)
        opponent = opponent_of(self._opponent)
        said = opponent.sentence(self._text) if opponent and is_alone else self._text("human_is")
        set_text(self._sentence, said)

    def show(self, room: Room) -> None:
        """Show the panel if the game of `room` has not started yet, else hide it."""
        session = room.session
        is_new = not (room.is_saved or session.game.root.children or session.is_analysing)
        set_shown(self.element, is_new)
