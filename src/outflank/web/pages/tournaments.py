"""The page that lists the tournaments on this machine."""

from __future__ import annotations

import asyncio

from fastapi import Request
from nicegui import ui

from outflank.web.pages.frame import Entry, Visit, header, set_up
from outflank.web.pages.parts import link, set_text, span
from outflank.web.pages.tournament import REFRESH_SECONDS, state_of
from outflank.web.tournaments import Progress, tournaments

COMMAND = "outflank tournament FILE.toml"


def register() -> None:
    """Declare the page to NiceGUI."""

    @ui.page("/tournaments")
    async def tournaments_page(request: Request) -> None:
        TournamentsPage(Visit.of(request))


class TournamentsPage:
    """The list of tournaments with the progress of each, updated live."""

    def __init__(self, visit: Visit) -> None:
        self._text = text = visit.text
        self._shown: list[tuple[str, str]] | None = None
        self._states: dict[str, ui.html] = {}
        set_up(visit, text("tournaments"))
        header(
            visit,
            [
                Entry("new_game", "add_circle_outline", "/"),
                Entry("lab", "science", "/lab"),
                Entry("match", "sports_score", "/lab/match"),
                Entry("library", "local_library", "/library"),
            ],
        )
        with ui.element("main").classes("of-text of-match"):
            ui.html(text("tournaments"), sanitize=False, tag="h1")
            self._help = span("", "of-soft")
            self._list = ui.element("div").classes("of-games")
        ui.timer(REFRESH_SECONDS, self._refresh)

    async def _refresh(self) -> None:
        found = await asyncio.to_thread(tournaments().all)
        listed = [(progress.id, progress.name) for progress in found]
        # Rows are rebuilt only if the list changes, so that they keep the keyboard focus.
        if listed != self._shown:
            self._shown = listed
            self._build_rows(found)
        for progress in found:
            set_text(self._states[progress.id], state_of(progress, self._text))

    def _build_rows(self, found: list[Progress]) -> None:
        text = self._text
        empty = text("no_tournaments", command=COMMAND)
        set_text(self._help, text("tournaments_help") if found else empty)
        self._list.clear()
        self._states.clear()
        with self._list:
            for progress in found:
                with ui.element("div").classes("of-card of-game"):
                    with ui.element("div").classes("of-game__what"):
                        span(progress.name).style("font-weight: 600")
                        ui.html("<br>", sanitize=False, tag="span")
                        self._states[progress.id] = span("", "of-soft")
                    address = f"/tournaments/{progress.id}"
                    opener = link(text("open"), address, icon="leaderboard")
                    opener._props["aria-label"] = f"{text('open')}: {progress.name}"
