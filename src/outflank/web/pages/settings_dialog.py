"""The settings dialog; changes apply and are saved at once."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from outflank.web.languages import LANGUAGES
from outflank.web.pages.frame import Visit
from outflank.web.pages.parts import Choice, Dialog, button, check
from outflank.web.settings import BOARDS, DARKNESS, DISCS, SPEEDS, VIEWS


class SettingsDialog:
    """A dialog for the visitor's settings; `on_change` is called after each change."""

    def __init__(self, visit: Visit, on_change: Callable[[], None]) -> None:
        self._visit = visit
        self._on_change = on_change
        text, settings = visit.text, visit.settings
        self._dialog = Dialog(text("settings"), text("close"))
        with self._dialog.body:
            with ui.element("div").classes("of-two"):
                self._choice("board", BOARDS)
                self._choice("discs", DISCS)
                self._choice("darkness", DARKNESS)
                self._choice("speed", tuple(SPEEDS))
                self._choice("view", VIEWS)
                Choice(text("language"), LANGUAGES, text.code, self._language_chosen)
            check(text("show_legal"), settings.legal, lambda on: self._set(legal=on))
            check(text("show_labels"), settings.coordinates, lambda on: self._set(coordinates=on))
            check(text("sound"), settings.sound, lambda on: self._set(sound=on))
            check(text("book_used"), settings.book, lambda on: self._set(book=on))
            with ui.element("div").classes("of-dialog__end"):
                button(text("done"), self._dialog.close).classes("of-button--main")

        self._dialog.dialog.on("hide", self._dialog.dialog.delete)

    def open(self) -> None:
        """Show the dialog. Closing deletes it, so it can be shown only once."""
        self._dialog.open()

    def _choice(self, name: str, keys: tuple[str, ...]) -> None:
        text = self._visit.text
        options = {key: text(f"{name}_{key}") for key in keys}
        value = str(getattr(self._visit.settings, name))
        Choice(text(name + "_theme"), options, value, lambda key: self._set(**{name: key}))

    def _set(self, **values: object) -> None:
        self._visit.change(**values)
        if "darkness" in values:
            ui.dark_mode(self._visit.settings.is_dark)
        self._on_change()

    def _language_chosen(self, code: str) -> None:
        self._visit.change(language=code)
        ui.navigate.reload()
