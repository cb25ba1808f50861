"""The dialogs of the page of a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from nicegui import ui

from outflank.engine.review_settings import REVIEWS, ReviewSettings, review_settings
from outflank.rules.game import Game
from outflank.web.pages.keys import HelpDialog
from outflank.web.pages.load_dialog import LoadDialog
from outflank.web.pages.new_game import NewGameDialog
from outflank.web.pages.parts import Dialog, button, check, span
from outflank.web.pages.save_dialog import SaveDialog
from outflank.web.pages.services import rooms
from outflank.web.pages.settings_dialog import SettingsDialog

if TYPE_CHECKING:
    from outflank.web.pages.play import GamePage


class GameDialogs:
    """The dialogs of a page. Each is built when it is first needed, so that pages load faster."""

    def __init__(self, page: GamePage) -> None:
        self._page = page

    @cached_property
    def new_game(self) -> NewGameDialog:
        """The dialog that asks for players, clock and starting position of a new game."""
        page = self._page
        with page.client:
            return NewGameDialog(page.visit, page.start, lambda: page.session.game)

    @cached_property
    def load(self) -> LoadDialog:
        """The dialog that loads a game or a session."""
        page = self._page
        with page.client:
            return LoadDialog(page.visit, page.start, lambda: page.session)

    @cached_property
    def save(self) -> SaveDialog:
        """The dialog that saves or shares the game."""
        with self._page.client:
            return SaveDialog(self._page)

    @cached_property
    def help(self) -> HelpDialog:
        """The dialog that explains keys and terms."""
        with self._page.client:
            return HelpDialog(self._page.text)

    def change_settings(self) -> None:
        """Show the settings dialog.

        It is built each time, because settings may also change elsewhere.
        """
        with self._page.client:
            SettingsDialog(self._page.visit, self._page.use_settings).open()

    @cached_property
    def quit(self) -> Dialog:
        """The dialog that asks whether to keep or delete the game before the page is left."""
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

    def choose_review(self, game: Game, start: Callable[[ReviewSettings], Any]) -> None:
        """Ask how thorough a review of `game` should be, showing the estimated time of each choice.

        `start` is called with the chosen settings.
        """
        text = self._page.text
        with self._page.client:
            dialog = Dialog(text("review"), text("close"))

        def chosen(settings: ReviewSettings) -> None:
            dialog.close()
            start(review_settings(settings, book=self._page.visit.settings.book_choice))

        with dialog.body:
            span(text("review_same"), "of-soft")
            for name, settings in REVIEWS.items():
                seconds = max(round(settings.estimated_seconds(game)), 1)
                with ui.element("div").classes("of-row"):
                    pressed = button(text(f"review_{name}"), partial(chosen, settings))
                    pressed.classes("of-choice")
                    how = text("review_how", depth=settings.depth, empties=settings.exact_empties)
                    span(f"{how} {text('review_cost', seconds=seconds)}", "of-soft")
            check(text("book_used"), self._page.visit.settings.book, self._page.use_book)
        dialog.dialog.on("hide", dialog.dialog.delete)
        dialog.open()

    def _keep(self) -> None:
        self._page.room.save()
        ui.navigate.to("/library")

    def _forget(self) -> None:
        room = self._page.room
        with self._page.visit.says_if_unsaved():
            rooms().store.forget(room.id, self._page.visit.visitor)
            room.forget()
            ui.navigate.to("/library")

    def ask(self, title: str, question: str, action: Callable[[], Any]) -> None:
        """Ask `question`, and call `action` if the visitor confirms.

        `title` is also the button's caption.
        """
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
