"""The dialog to export games of the library to a file."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from nicegui import ui

from outflank.errors import OutflankError
from outflank.formats import FORMATS, format_named
from outflank.web.languages import Language
from outflank.web.library_jobs import library_jobs
from outflank.web.pages.parts import Choice, Dialog, button, set_text, span


@dataclass(frozen=True, slots=True)
class Exported:
    """Which games to export: their ids; games of other owners than `owners` are left out."""

    ids: list[int]
    owners: tuple[str, ...]


class ExportDialog:
    """A dialog to download games as a file.

    `choose` is called at the download and returns which games to export.
    """

    def __init__(
        self, text: Language, visitor: str, choose: Callable[[], Awaitable[Exported]]
    ) -> None:
        self._text = text
        self._visitor = visitor
        self._choose = choose
        self._dialog = Dialog(text("export"), text("close"))
        titles = {format.name: f"{format.title} ({format.extensions[0]})" for format in FORMATS}
        with self._dialog.body:
            self._count = span("", "of-soft")
            self._format = Choice(text("format"), titles, "sgf")
            self._done = span("", "of-soft").props("role=status")
            self._problem = span("", "of-problem").props("role=alert")
            with ui.element("div").classes("of-dialog__end"):
                button(text("cancel"), self._dialog.close)
                button(text("download"), self._download, icon="download").classes("of-button--main")

    def open(self, count: int, most: int) -> None:
        """Show the dialog for `count` games; at most `most` games fit in one export."""
        said = self._text("games_found", count=f"{min(count, most):,}")
        if count > most:
            said = f"{said} {self._text('export_most', most=f'{most:,}')}"
        set_text(self._count, said)
        set_text(self._done, "")
        set_text(self._problem, "")
        self._dialog.open()

    async def _download(self) -> None:
        set_text(self._problem, "")
        set_text(self._done, self._text("export_runs"))
        lost: list[str] = []
        try:
            chosen = await self._choose()
            data, lost = await library_jobs().export(
                chosen.ids, self._format.value, visitor=self._visitor, owners=chosen.owners
            )
            ui.download(data, f"outflank{format_named(self._format.value).extensions[0]}")
        except OutflankError as error:
            set_text(self._problem, str(error))
        finally:
            said = self._text("not_held", what="; ".join(lost)) if lost else ""
            set_text(self._done, said)
