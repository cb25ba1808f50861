"""The page with the games of a visitor."""

from __future__ import annotations

import time

from fastapi import Request
from nicegui import ui

from outflank.web.levels import player_name
from outflank.web.pages.frame import Entry, Visit, header, set_up
from outflank.web.pages.parts import button, link, span
from outflank.web.pages.services import rooms
from outflank.web.store import Summary


def register() -> None:
    """Declare the page."""

    @ui.page("/games")
    async def games_page(request: Request) -> None:
        visit = Visit.of(request)
        text = visit.text
        set_up(visit, text("my_games"))
        header(
            visit,
            [Entry("new_game", "add_circle_outline", "/"), Entry("editor", "grid_on", "/editor")],
        )
        with ui.element("main").classes("of-text"):
            ui.html(text("my_games"), sanitize=False, tag="h1")
            summaries = rooms().store.games_of(visit.visitor)
            if not summaries:
                span(text("no_games"), "of-soft")
            with ui.element("div").classes("of-games"):
                for summary in summaries:
                    _row(visit, summary)


def _row(visit: Visit, summary: Summary) -> None:
    text = visit.text
    names = [player_name(spec, text) for spec in (summary.black, summary.white)]
    with ui.element("div").classes("of-card of-game") as row:
        with ui.element("div").classes("of-game__what"):
            span(f"{names[0]} – {names[1]}").style("font-weight: 600")
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(summary.changed))
            state = text("finished" if summary.is_over else "unfinished")
            ui.html("<br>", sanitize=False, tag="span")
            span(f"{text('move_count', number=summary.moves)} · {state} · {when}", "of-soft")

        def forget() -> None:
            rooms().store.forget(summary.id, visit.visitor)
            row.delete()

        link(text("open"), f"/g/{summary.id}", icon="play_arrow")
        button("", forget, icon="delete_outline", label=text("delete"))
