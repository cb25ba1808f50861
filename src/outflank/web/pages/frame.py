"""What all pages have in common: visitor, header with menu, language and theme."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, cast

from fastapi import Request
from nicegui import app, context, ui

from outflank.library.database import StorageError
from outflank.web.languages import LOCALES, Language, language, preferred
from outflank.web.pages.parts import button, link
from outflank.web.pages.services import rooms
from outflank.web.settings import Settings

STYLES = ("style.css", "library.css")
"""Style sheets that every page loads; the server offers them under ``/outflank/``."""

LOGO = (
    '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" '
    'fill="#1f7148"/><circle cx="12.5" cy="12.5" r="8" fill="#fbfaf6"/>'
    '<circle cx="19.5" cy="19.5" r="8" fill="#17191b"/></svg>'
)


@dataclass(slots=True)
class Visit:
    """One view of a page: the visitor's id, settings and language."""

    visitor: str
    settings: Settings
    text: Language

    @classmethod
    def of(cls, request: Request) -> Visit:
        """Identify the visitor of a request; load the settings and choose the language."""
        visitor = str(app.storage.browser["id"])
        settings = Settings.of(rooms().store.settings_of(visitor))
        code = settings.language or preferred(request.headers.get("accept-language", ""))
        return cls(visitor, settings, language(code))

    def change(self, **values: Any) -> None:
        """Change settings of the visitor, by field name, and save them."""
        self.settings = Settings.of(replace(self.settings, **values).saved())
        with self.says_if_unsaved():
            rooms().store.set_settings(self.visitor, self.settings.saved())

    @contextmanager
    def says_if_unsaved(self) -> Iterator[None]:
        """Context in which a failed save shows a notice on the page instead of raising."""
        try:
            yield
        except StorageError as problem:
            ui.notify(self.text("not_kept", reason=problem.reason), type="negative", position="top")


@dataclass(frozen=True, slots=True)
class Entry:
    """A menu entry: icon, and what a click does, which is a callback or a URL to open.

    `key` is the key of its text in the language files.
    """

    key: str
    icon: str
    action: Callable[[], Any] | str


def set_up(visit: Visit, title: str = "") -> None:
    """Set language, dark mode, style sheets and browser title of the current page."""
    # All visitors share the page object; copy it to set language and dark mode.
    client = context.client
    client.page = copy.copy(client.page)
    client.page.language = cast("Any", LOCALES[visit.text.code])
    client.page.dark = visit.settings.is_dark
    ui.page_title(f"{title} · Outflank" if title else "Outflank")
    for style in STYLES:
        version = int(files("outflank.web").joinpath(style).stat().st_mtime)  # type: ignore[attr-defined]
        ui.add_head_html(f'<link rel="stylesheet" href="/outflank/{style}?{version}">')
    ui.colors(primary="#1d6b45")
    apply_theme(visit.settings)


def apply_theme(settings: Settings) -> None:
    """Set the colours of board and discs, as attributes of the body that the CSS refers to."""
    ui.query("body").props(f'data-board="{settings.board}" data-discs="{settings.discs}"')


def header(visit: Visit, entries: list[Entry]) -> None:
    """Add the header with its menu: a row of buttons, or one menu button on narrow screens."""
    text = visit.text
    with ui.element("header").classes("of-header"):
        with ui.element("a").classes("of-brand").props('href="/"'):
            ui.html(LOGO, sanitize=False, tag="span")
            ui.html("Outflank", sanitize=False, tag="span")
        with ui.element("nav").props(f'aria-label="{text("menu")}"'):
            for entry in entries:
                _entry(entry, text)
        ui.element("div").classes("of-space")
        opener = button("", icon="menu", label=text("menu"), classes="of-menu of-button--plain")
        with opener, ui.menu().props("auto-close"):
            for entry in entries:
                _menu_item(entry, text)


def _entry(entry: Entry, text: Language) -> None:
    if isinstance(entry.action, str):
        link(text(entry.key), entry.action, icon=entry.icon, classes="of-button--plain")
    else:
        button(text(entry.key), entry.action, icon=entry.icon, classes="of-button--plain")


def _menu_item(entry: Entry, text: Language) -> None:
    action = entry.action
    if isinstance(action, str):
        address = action
        action = lambda: ui.navigate.to(address)  # noqa: E731
    with ui.menu_item(on_click=action).props("role=menuitem"), ui.row().classes("items-center"):
        ui.icon(entry.icon).props("aria-hidden=true")
        ui.html(text(entry.key), sanitize=False, tag="span")
