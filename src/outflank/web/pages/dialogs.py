"""The dialogs of a game's page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nicegui import ui

from outflank.web.pages.load_dialog import LoadDialog
from outflank.web.pages.new_game import NewGameDialog
from outflank.web.pages.parts import Dialog, button, span
from outflank.web.pages.save_dialog import SaveDialog
from outflank.web.pages.services import rooms
from outflank.web.pages.settings_dialog import SettingsDialog

if TYPE_CHECKING:
    from outflank.web.pages.play import GamePage


class GameDialogs:
    """All of them, each made when the page is."""

    def __init__(self, page: GamePage) -> None:
        self._page = page
        self.new_game = NewGameDialog(page.visit, page.start, lambda: page.table.game)
        self.load = LoadDialog(page.visit, page.start)
        self.save = SaveDialog(page)
        self.settings = SettingsDialog(page.visit, page.use_settings)
        self.quit = self._make_quit()

    def _make_quit(self) -> Dialog:
        text = self._page.text
        dialog = Dialog(text("quit"), text("close"))
        with dialog.body:
            span(text("quit_ask"), "of-soft")
            with ui.element("div").classes("of-dialog__end"):
                button(text("cancel"), dialog.close)
                button(text("quit_delete"), self._forget, icon="delete_outline")
                keep = button(text("quit_keep"), self._keep, icon="save_alt")
                keep.classes("of-button--main")
        return dialog

    def _keep(self) -> None:
        self._page.room.save()
        ui.navigate.to("/games")

    def _forget(self) -> None:
        room = self._page.room
        room.forget()
        rooms().store.forget(room.id, self._page.visit.visitor)
        ui.navigate.to("/games")

    def ask(self, title: str, question: str, action: Callable[[], Any]) -> None:
        """Ask before doing something that one may regret."""
        text = self._page.text
        dialog = Dialog(title, text("close"))

        def agreed() -> None:
            dialog.close()
            action()

        with dialog.body:
            span(question)
            with ui.element("div").classes("of-dialog__end"):
                button(text("cancel"), dialog.close)
                button(title, agreed).classes("of-button--main")
        dialog.dialog.on("hide", dialog.dialog.delete)
        dialog.open()
