"""The sidebar of the library page: all games, own games, shared games, folders, trash."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from nicegui import ui

from outflank.web.languages import Language
from outflank.web.pages.parts import button, span
from outflank.web.visitor_library import Folder, Source


@dataclass(frozen=True, slots=True)
class Place:
    """What the library page lists: all games of a source, one folder of it, or the trash."""

    source: Source = "all"
    folder: str | None = None
    is_trash: bool = False


class Shelves:
    """A button for each `Place`; calls `on_choose` with the place that was clicked."""

    def __init__(self, text: Language, on_choose: Callable[[Place], Any]) -> None:
        self._text = text
        self._on_choose = on_choose
        self._element = (
            ui.element("nav").classes("of-shelves").props(f'aria-label="{text("folders")}"')
        )

    def show(self, folders: Sequence[Folder], chosen: Place) -> None:
        """Show a button for each place with its number of games; `chosen` is highlighted."""
        text = self._text
        own = [folder for folder in folders if folder.is_own]
        shared = [folder for folder in folders if not folder.is_own]
        self._element.clear()
        with self._element:
            everything = sum(folder.games for folder in folders)
            self._place(text("all_games"), "apps", everything, Place(), chosen)
            self._places("mine", "person", own, chosen)
            self._places("shared", "public", shared, chosen)
            self._place(text("trash"), "delete_outline", None, Place("mine", None, True), chosen)

    def _places(self, source: Source, icon: str, folders: Sequence[Folder], chosen: Place) -> None:
        total = sum(folder.games for folder in folders)
        self._place(self._text(f"source_{source}"), icon, total, Place(source), chosen)
        for folder in folders:
            if folder.path and folder.games:
                place = Place(source, folder.path)
                self._place(folder.path, "folder_open", folder.games, place, chosen, "of-shelf--in")

    def _place(
        self,
        caption: str,
        icon: str,
        games: int | None,
        place: Place,
        chosen: Place,
        classes: str = "",
    ) -> None:
        made = button(
            caption, partial(self._on_choose, place), icon=icon, classes=f"of-shelf {classes}"
        )
        if place == chosen:
            made.classes("of-shelf--chosen")
            made._props["aria-current"] = "true"
        if games is not None:
            with made:
                span(f"{games:,}", "of-shelf__count")
