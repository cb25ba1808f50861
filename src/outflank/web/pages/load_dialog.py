"""The dialog that reads a game: a file, the clipboard, or whatever is pasted."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import events, ui
from nicegui.events import GenericEventArguments

from outflank.errors import OutflankError
from outflank.formats import Reading
from outflank.web.loading import LONGEST_TEXT, MOST_FILE_BYTES, read_given, table_of
from outflank.web.pages.frame import Visit
from outflank.web.pages.parts import Choice, Dialog, Field, button, set_text, span
from outflank.web.table import Table

MOST_LISTED = 300

_READ_CLIPBOARD = """async () => {
  try { emit(await navigator.clipboard.readText()); } catch (error) { emit(null); }
}"""


class LoadDialog:
    """Reads a game and hands its table on; what cannot be read changes nothing."""

    def __init__(self, visit: Visit, on_load: Callable[[Table], None]) -> None:
        self._text = text = visit.text
        self._on_load = on_load
        self._reading: Reading | None = None
        self._dialog = Dialog(text("load"), text("close"))
        with self._dialog.body:
            span(text("load_help"), "of-soft")
            self._upload = ui.upload(
                on_upload=self._uploaded,
                on_rejected=lambda: self._complain(text("too_large")),
                max_file_size=MOST_FILE_BYTES,
                auto_upload=True,
            ).classes("of-gone")
            pick = f"() => getElement({self._upload.id}).$refs.qRef.pickFiles()"
            with ui.element("div").classes("of-row"):
                button(text("load_file"), icon="upload_file").on("click", js_handler=pick)
                button(text("load_clipboard"), icon="content_paste").on(
                    "click", self._clipboard_read, js_handler=_READ_CLIPBOARD
                )
            self._pasted = Field(
                text("paste_here"), tag="textarea", longest=LONGEST_TEXT, props="spellcheck=false"
            )
            self._problem = span("", "of-problem").props("role=alert")
            self._games = ui.element("div")
            with ui.element("div").classes("of-dialog__end"):
                button(text("cancel"), self._dialog.close)
                button(text("open"), self._open_pasted).classes("of-button--main")

    def open(self) -> None:
        """Show the dialog."""
        self._complain("")
        self._games.clear()
        self._reading = None
        self._dialog.open()

    def _complain(self, problem: str) -> None:
        set_text(self._problem, problem)

    async def _uploaded(self, event: events.UploadEventArguments) -> None:
        data = await event.file.read()
        self._upload.reset()
        self._read(data, event.file.name[:100])

    def _clipboard_read(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, str):
            text = event.args[:LONGEST_TEXT]
            self._pasted.set(text)
            self._read(text.encode(errors="surrogatepass"))
        else:
            self._complain(self._text("no_clipboard"))

    def _open_pasted(self) -> None:
        if self._reading is not None:
            self._load(self._choice.value)
        else:
            self._read(self._pasted.value.encode(errors="surrogatepass"))

    def _read(self, data: bytes, name: str = "") -> None:
        try:
            reading = read_given(data, name)
        except OutflankError as error:
            self._complain(str(error))
            return
        self._complain("")
        self._reading = reading
        if len(reading.games) == 1:
            self._load("0")
            return
        self._games.clear()
        with self._games:
            titles = {
                str(index): _title(reading, index)
                for index in range(min(len(reading.games), MOST_LISTED))
            }
            self._choice = Choice(self._text("which_game"), titles, "0")

    def _load(self, index: str) -> None:
        assert self._reading is not None  # only called with something read
        table = table_of(self._reading, int(index))
        self._reading = None
        self._dialog.close()
        self._on_load(table)


def _title(reading: Reading, index: int) -> str:
    game = reading.games[index]
    black, white = game.tags.get("black", "?"), game.tags.get("white", "?")
    return f"{index + 1}. {black} – {white} {game.result or ''}".strip()
