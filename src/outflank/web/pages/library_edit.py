"""The dialog to edit the notes, labels and folder of a library game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from outflank.errors import OutflankError
from outflank.library.rows import GameRow
from outflank.web.languages import Language
from outflank.web.pages.parts import Dialog, Field, button, set_text, span
from outflank.web.visitor_library import LONGEST_NOTES, VisitorLibrary

LONGEST_FOLDER = 200
LONGEST_LABELS = 600


class EditDialog:
    """A dialog that edits one game at a time; `on_change` is called after each save."""

    def __init__(
        self, text: Language, library: VisitorLibrary, on_change: Callable[[], Awaitable[None]]
    ) -> None:
        self._library = library
        self._on_change = on_change
        self._row: GameRow | None = None
        self._dialog = Dialog(text("edit"), text("close"))
        with self._dialog.body:
            self._title = span("", "of-soft")
            self._labels = Field(text("tags_help"), longest=LONGEST_LABELS)
            self._folder = Field(text("folder_help"), longest=LONGEST_FOLDER)
            self._notes = Field(text("notes"), tag="textarea", longest=LONGEST_NOTES)
            self._problem = span("", "of-problem").props("role=alert")
            with ui.element("div").classes("of-dialog__end"):
                button(text("cancel"), self._dialog.close)
                button(text("save_changes"), self._save).classes("of-button--main")

    def open(self, row: GameRow) -> None:
        """Show the dialog for the game of `row`."""
        self._row = row
        set_text(self._title, f"{row.black or '?'} – {row.white or '?'}")
        set_text(self._problem, "")
        self._labels.set(", ".join(row.labels))
        self._folder.set(row.folder)
        self._notes.set(row.notes)
        self._dialog.open()

    async def _save(self) -> None:
        if self._row is None:
            return
        labels = dict.fromkeys(label.strip() for label in self._labels.value.split(","))
        try:
            await self._library.edit(
                self._row.id,
                notes=self._notes.value.strip(),
                labels=[label for label in labels if label],
                folder=self._folder.value,
            )
        except OutflankError as error:
            set_text(self._problem, str(error))
            return
        self._dialog.close()
        await self._on_change()
