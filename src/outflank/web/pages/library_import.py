"""The dialog that imports files into a visitor's own part of the library, with progress."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import PurePath
from typing import Any

from nicegui import context, ui

from outflank.errors import OutflankError
from outflank.web.library_jobs import GivenFile, library_jobs
from outflank.web.library_worker import NAME_EXTENSIONS
from outflank.web.pages.file_input import file_button
from outflank.web.pages.frame import Visit
from outflank.web.pages.parts import Dialog, Field, set_shown, set_text, span

MOST_PROBLEMS = 5
"""How many error messages are shown after an import."""


class ImportDialog:
    """A dialog to import game files; `on_import` is called after each imported file.

    Name files of a WTHOR base (player and tournament names) are kept and used for the game files
    that follow.
    """

    def __init__(self, visit: Visit, on_import: Callable[[], Awaitable[None]]) -> None:
        self._visit = visit
        self._text = text = visit.text
        self._on_import = on_import
        self._client = context.client
        self._name_files: dict[str, GivenFile] = {}
        self._said: list[str] = []
        self._dialog = Dialog(text("import_games"), text("close"))
        with self._dialog.body:
            span(text("import_help"), "of-soft")
            self._folder = Field(text("import_folder"), longest=100)
            with ui.element("div").classes("of-row"):
                file_button(
                    text,
                    text("choose_files"),
                    self._client,
                    self._uploaded,
                    self._complain,
                    is_multiple=True,
                ).classes("of-button--main")
            with ui.element("div").classes("of-progress of-gone") as self._progress:
                self._bar = ui.element("div").style("width: 0%")
            self._status = span("", "of-soft").props("role=status")
            self._report = ui.element("div").classes("of-report")
            self._problem = span("", "of-problem").props("role=alert")

    def open(self) -> None:
        """Show the dialog."""
        set_text(self._problem, "")
        self._report.clear()
        self._dialog.open()

    def _complain(self, problem: str) -> None:
        set_text(self._problem, problem)

    async def _uploaded(self, data: bytes, name: str) -> None:
        with self._client:
            extension = PurePath(name).suffix.lower()
            if extension in NAME_EXTENSIONS:
                self._name_files[extension] = GivenFile(f"names{extension}", data)
                self._say(self._text("import_names", name=name))
                return
            await self._import(GivenFile(name or "games", data))

    async def _import(self, file: GivenFile) -> None:
        set_text(self._problem, "")
        set_text(self._status, self._text("import_progress", name=file.name, games=0))
        self._advance(0.0)
        set_shown(self._progress, True)

        def show(share: float, games: int) -> None:
            with self._client:
                self._advance(share)
                said = self._text("import_progress", name=file.name, games=f"{games:,}")
                set_text(self._status, said)

        try:
            report = await library_jobs().import_file(
                file,
                list(self._name_files.values()),
                visitor=self._visit.visitor,
                folder=self._folder.value.strip() or PurePath(file.name).stem[:100],
                progress=show,
            )
        except OutflankError as error:
            set_text(self._problem, f"{file.name}: {error}")
            return
        finally:
            set_shown(self._progress, False)
            set_text(self._status, "")
        self._show_report(file.name, report)
        await self._on_import()

    def _advance(self, share: float) -> None:
        self._bar.style(f"width: {100 * share:.0f}%")

    def _show_report(self, name: str, report: dict[str, Any]) -> None:
        key = "import_again" if report["skipped_files"] else "import_done"
        self._say(
            self._text(
                key,
                name=name,
                added=f"{report['added']:,}",
                duplicates=f"{report['duplicates']:,}",
            )
        )
        problems = report["problems"]
        if problems:
            more = f" (+{len(problems) - MOST_PROBLEMS})" if len(problems) > MOST_PROBLEMS else ""
            set_text(self._problem, "; ".join(problems[:MOST_PROBLEMS])[:1000] + more)

    def _say(self, line: str) -> None:
        with self._report:
            span(line, "of-report__line")
