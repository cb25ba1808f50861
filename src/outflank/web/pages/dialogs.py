"""The dialogs of a game's page."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
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
    """All of them, each made when it is first wanted: pages are quicker without them."""

    def __init__(self, page: GamePage) -> None:
        self._page = page

    @cached_property
    def new_game(self) -> NewGameDialog:
        """Who plays, how long, from where."""
        page = self._page
        with page.client:
            return NewGameDialog(page.visit, page.start, lambda: page.table.game)

    @cached_property
    def load(self) -> LoadDialog:
        """Reads a game."""
        with self._page.client:
            return LoadDialog(self._page.visit, self._page.start)

    @cached_property
    def save(self) -> SaveDialog:
        """Gives the game away."""
        with self._page.client:
            return SaveDialog(self._page)

    @cached_property
    def settings(self) -> SettingsDialog:
        """Changes the settings."""
        with self._page.client:
            return SettingsDialog(self._page.visit, self._page.use_settings)

    @cached_property
    def quit(self) -> Dialog:
        """Asks whether to keep the game."""
        text = self._page.text
        with self._page.client:
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
        with self._page.client:
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
