"""The dialog to export the current game as a file, text, link or image."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from nicegui import ui

from outflank.errors import OutflankError
from outflank.formats import FORMATS, format_named, losses, write
from outflank.formats.boards import format_board
from outflank.formats.transcript import format_transcript
from outflank.play.files import EXTENSION, format_session
from outflank.rules.game import BLACK, Game
from outflank.rules.position import Position
from outflank.web.pages.parts import Choice, Dialog, button, set_text, span
from outflank.web.pages.pictures import picture_of

if TYPE_CHECKING:
    from outflank.web.pages.play import GamePage

TEXT_FORMATS = tuple(format.name for format in FORMATS if format.name != "wthor")

SESSION = "session"
"""Key of the format that stores a whole session; the other keys are game formats."""

_PICTURE_PIXELS = 1000

_PNG = """
const picture = new Image();
picture.onload = () => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = %(size)d;
  canvas.getContext("2d").drawImage(picture, 0, 0, %(size)d, %(size)d);
  const link = Object.assign(document.createElement("a"), {download: "outflank.png"});
  link.href = canvas.toDataURL("image/png");
  link.click();
};
picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(%(svg)s);
"""


def shared_text(game: Game) -> str:
    """The text that stands for a game in a shared link.

    These are the moves up to the cursor, or only the position at the cursor if the game has a
    non-standard start.
    """
    is_standard = (game.root.position, game.root.to_move) == (Position.start(), BLACK)
    if is_standard:
        return format_transcript(game.up_to_cursor())
    return format_board(game.position, game.to_move).replace(" ", "")


class SaveDialog:
    """A dialog that exports the game of a page."""

    def __init__(self, page: GamePage) -> None:
        self._page = page
        self._text = text = page.text
        self._dialog = Dialog(text("save"), text("close"))
        titles = {SESSION: f"{text('session')} ({EXTENSION})"}
        titles |= {format.name: f"{format.title} ({format.extensions[0]})" for format in FORMATS}
        with self._dialog.body:
            span(text("autosave"), "of-soft")
            self._format = Choice(text("format"), titles, SESSION, lambda _: self._show_losses())
            self._losses = span("", "of-soft")
            with ui.element("div").classes("of-row"):
                button(text("download"), self._download, icon="download")
                button(text("copy_game"), self._copy_format, icon="content_copy")
                button(text("copy_moves"), self._copy_moves, icon="content_copy")
                button(text("copy_board"), self._copy_board, icon="grid_on")
            with ui.element("div").classes("of-row"):
                button(text("copy_address"), self._copy_address, icon="link")
                button(text("image_svg"), self._svg, icon="image")
                button(text("image_png"), self._png, icon="image")
            self._done = span("", "of-soft").props("role=status")

    @property
    def _game(self) -> Game:
        return self._page.session.game

    def open(self) -> None:
        """Show the dialog."""
        set_text(self._done, "")
        self._show_losses()
        self._dialog.open()

    def _show_losses(self) -> None:
        if self._format.value == SESSION:
            set_text(self._losses, self._text("session_holds"))
            return
        lost = losses([self._game], format_named(self._format.value))
        said = self._text("not_held", what="; ".join(lost)) if lost else ""
        set_text(self._losses, said)

    def _written(self) -> bytes | None:
        if self._format.value == SESSION:
            return format_session(self._page.session).encode()
        try:
            return write([self._game], self._format.value)
        except OutflankError as error:
            set_text(self._done, str(error))
            return None

    def _download(self) -> None:
        data = self._written()
        if data is not None:
            chosen = self._format.value
            extension = EXTENSION if chosen == SESSION else format_named(chosen).extensions[0]
            ui.download(data, f"outflank{extension}")

    def _copy_format(self) -> None:
        if self._format.value not in (*TEXT_FORMATS, SESSION):
            set_text(self._done, self._text("no_text"))
            return
        data = self._written()
        if data is not None:
            self._copy(data.decode())

    def _copy_moves(self) -> None:
        # As in report 004: copied moves end at the cursor, files keep undone moves.
        self._copy(format_transcript(self._game.up_to_cursor()))

    def _copy_board(self) -> None:
        self._copy(format_board(self._game.position, self._game.to_move))

    def _copy_address(self) -> None:
        query = shared_text(self._game)
        ui.run_javascript(
            f"navigator.clipboard.writeText(location.origin + '/?game=' + {json.dumps(query)})"
        )
        set_text(self._done, self._text("copied"))

    def _copy(self, content: str) -> None:
        ui.clipboard.write(content)
        set_text(self._done, self._text("copied"))

    def _svg(self) -> None:
        picture = picture_of(self._game, self._page.visit.settings)
        ui.download(picture.encode(), "outflank.svg")

    def _png(self) -> None:
        picture = picture_of(self._game, self._page.visit.settings, size=_PICTURE_PIXELS)
        ui.run_javascript(_PNG % {"svg": json.dumps(picture), "size": _PICTURE_PIXELS})
