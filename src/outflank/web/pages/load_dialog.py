"""The dialog to load a game or saved session from a file, the clipboard or pasted text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nicegui import context, ui
from nicegui.events import GenericEventArguments

from outflank.errors import OutflankError
from outflank.play.session import HUMAN, Session
from outflank.rules.game import BLACK, WHITE, Colour
from outflank.web.levels import DEFAULT_OPPONENT
from outflank.web.limits import limits
from outflank.web.loading import Given
from outflank.web.pages.file_input import file_button
from outflank.web.pages.frame import Visit
from outflank.web.pages.parts import Choice, Dialog, button, set_text, span
from outflank.web.pages.pasting import paste_field
from outflank.web.reading import reader

SEATINGS: dict[str, tuple[Colour, ...]] = {
    "play_black": (BLACK,),
    "play_white": (WHITE,),
    "two_people": (BLACK, WHITE),
}
"""Which colours people play in a loaded game, for each choice (a key of the language files)."""

_READ_CLIPBOARD = """async () => {
  try { emit(await navigator.clipboard.readText()); } catch (error) { emit(null); }
}"""


class LoadDialog:
    """A dialog that loads a game or saved session and calls `on_load` with its session.

    If loading fails, the page stays as it is. `current` returns the session on the page; its
    players continue a loaded game that names no players.
    """

    def __init__(
        self, visit: Visit, on_load: Callable[[Session], None], current: Callable[[], Session]
    ) -> None:
        self._visit = visit
        self._text = text = visit.text
        self._on_load = on_load
        self._current = current
        self._given: list[Given] = []
        self._client = context.client
        self._dialog = Dialog(text("load"), text("close"))
        with self._dialog.body:
            span(text("load_help"), "of-soft")
            self._build_file_input()
            self._pasted = paste_field(text)
            who = {key: text(key) for key in ("players_as_now", *SEATINGS)}
            self._seating = Choice(text("who_goes_on"), who, "players_as_now")
            self._status = span("", "of-soft").props("role=status")
            self._problem = span("", "of-problem").props("role=alert")
            self._games = ui.element("div")
            with ui.element("div").classes("of-dialog__end"):
                button(text("cancel"), self._dialog.close)
                button(text("open"), self._open_pasted).classes("of-button--main")

    def _build_file_input(self) -> None:
        text = self._text
        with ui.element("div").classes("of-row"):
            file_button(text, text("load_file"), self._client, self._uploaded, self._complain)
            button(text("load_clipboard"), icon="content_paste").on(
                "click", self._clipboard_read, js_handler=_READ_CLIPBOARD
            )

    def open(self) -> None:
        """Show the dialog."""
        self._complain("")
        self._games.clear()
        self._given = []
        self._dialog.open()

    def _complain(self, problem: str) -> None:
        set_text(self._problem, problem)

    async def _uploaded(self, data: bytes, name: str) -> None:
        with self._client:
            await self._read(data, name)

    async def _clipboard_read(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, str):
            text = event.args[: limits().text_characters]
            self._pasted.set(text)
            await self._read(text.encode(errors="surrogatepass"))
        else:
            self._complain(self._text("no_clipboard"))

    async def _open_pasted(self) -> None:
        if self._given:
            self._load(int(self._choice.value))
        else:
            await self._read(self._pasted.value.encode(errors="surrogatepass"))

    async def _read(self, data: bytes, name: str = "") -> None:
        self._complain("")
        set_text(self._status, self._text("reading"))
        try:
            self._given = await reader().read(
                data, name, visitor=self._visit.visitor, players=self._players()
            )
        except OutflankError as error:
            self._complain(str(error))
            return
        finally:
            set_text(self._status, "")
        if len(self._given) == 1:
            self._load(0)
            return
        self._games.clear()
        with self._games:
            titles = {str(index): given.title for index, given in enumerate(self._given)}
            self._choice = Choice(self._text("which_game"), titles, "0")

    def _players(self) -> Mapping[Colour, str]:
        """The players for a loaded game that names none: those of the page, or as chosen."""
        now = self._current().players
        seating = SEATINGS.get(self._seating.value)
        if seating is None:
            return now
        opponent = next((spec for spec in now.values() if spec != HUMAN), DEFAULT_OPPONENT.spec)
        return {colour: HUMAN if colour in seating else opponent for colour in (BLACK, WHITE)}

    def _load(self, index: int) -> None:
        try:
            session = self._given[index].session()
        except OutflankError as error:
            self._complain(str(error))
            return
        self._given = []
        self._dialog.close()
        self._on_load(session)
