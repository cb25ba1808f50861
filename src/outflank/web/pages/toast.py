"""A short notice at the bottom of the page, with an optional undo button."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from outflank.web.languages import Language
from outflank.web.pages.parts import button, set_shown, set_text, span

SHOWN_SECONDS = 12.0


class Toast:
    """A place for one notice at a time."""

    def __init__(self, text: Language) -> None:
        self._undo: Callable[[], Awaitable[None]] | None = None
        with ui.element("div").classes("of-toast of-gone").props("role=status") as self._element:
            self._line = span("")
            self._button = button(text("undo"), self._undone, icon="undo")
            close = button("", self.hide, icon="close", label=text("close"))
            close.classes("of-button--plain")
        self._timer: ui.timer | None = None

    def show(self, line: str, undo: Callable[[], Awaitable[None]] | None = None) -> None:
        """Show the text `line` for `SHOWN_SECONDS`, with an undo button if `undo` is given."""
        self._undo = undo
        set_text(self._line, line)
        set_shown(self._button, undo is not None)
        set_shown(self._element, True)
        self._stop_timer()
        self._timer = ui.timer(SHOWN_SECONDS, self.hide, once=True)

    def hide(self) -> None:
        """Hide the notice."""
        set_shown(self._element, False)
        self._stop_timer()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _undone(self) -> None:
        undo, self._undo = self._undo, None
        self.hide()
        if undo is not None:
            await undo()
