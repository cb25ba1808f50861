"""The page of one tournament: standings, rating chart and crosstable, updated live."""

from __future__ import annotations

import asyncio
import time
from html import escape

from fastapi import Request
from nicegui import ui

from outflank.arena.standings import Row, Standings
from outflank.web.languages import Language
from outflank.web.pages.frame import Entry, Visit, header, set_up
from outflank.web.pages.parts import set_shown, set_text, span
from outflank.web.pages.ratings_chart import chart_height, ratings_options
from outflank.web.tournaments import Progress, View, Watched, tournaments

REFRESH_SECONDS = 2.0


def register() -> None:
    """Declare the page to NiceGUI."""

    @ui.page("/tournaments/{tournament_id}")
    async def tournament_page(request: Request, tournament_id: str) -> None:
        watched = await asyncio.to_thread(tournaments().find, tournament_id)
        TournamentPage(Visit.of(request), watched)


class TournamentPage:
    """Shows a tournament, or an error if `watched` is None.

    The browser is sent only what has changed.
    """

    def __init__(self, visit: Visit, watched: Watched | None) -> None:
        self._text = text = visit.text
        name = watched.noted.name if watched else text("tournaments")
        set_up(visit, name)
        header(
            visit,
            [
                Entry("new_game", "add_circle_outline", "/"),
                Entry("tournaments", "emoji_events", "/tournaments"),
                Entry("lab", "science", "/lab"),
                Entry("match", "sports_score", "/lab/match"),
                Entry("library", "local_library", "/library"),
            ],
        )
        with ui.element("main").classes("of-text of-match of-tournament"):
            ui.html(escape(name), sanitize=False, tag="h1")
            if watched is None:
                span(text("no_such_tournament"), "of-problem")
                return
            self._build()
        self._watched = watched
        self._shown: View | None = None
        ui.timer(REFRESH_SECONDS, self._refresh)

    def _build(self) -> None:
        text = self._text
        self._state = span("", "of-match__status")
        self._problem = span("", "of-problem").props("role=alert")
        self._table = _scrolled(text("tournament_table"))
        with ui.element("div").classes("of-card of-chart of-gone") as self._plot:
            self._chart = ui.echart({})
        self._plot.props('role="img"')
        self._plot._props["aria-label"] = text("tournament_ratings")
        self._crosstable = _scrolled(text("tournament_crosstable"))

    async def _refresh(self) -> None:
        view = await asyncio.to_thread(self._watched.view)
        if view is not self._shown:
            self._shown = view
            self._show(view)

    def _show(self, view: View) -> None:
        text, standings = self._text, view.standings
        for element in (self._state, self._table, self._plot, self._crosstable):
            set_shown(element, standings is not None)
        set_text(self._problem, "" if standings else text("tournament_unreadable"))
        if standings is None:
            return
        set_text(self._state, state_of(view.progress, text))
        self._table.content = table_of(standings, text)
        self._crosstable.content = crosstable_of(standings, text)
        self._plot.style(f"height: {chart_height(standings)}px")
        self._chart.options.clear()
        self._chart.options.update(ratings_options(text("tournament_ratings"), standings))
        self._chart.update()


def _scrolled(label: str) -> ui.html:
    """An empty card for a wide table; mouse and keyboard can scroll it."""
    card = ui.html("", sanitize=False).classes("of-card of-review of-gone")
    card.props('role="region" tabindex="0"')
    card._props["aria-label"] = label
    return card


def state_of(progress: Progress, text: Language) -> str:
    """A line with the number of finished games and the time of the last one."""
    when = "–"
    if progress.active is not None:
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(progress.active))
    return text(
        "tournament_state",
        done=f"{progress.games:,}",
        total=f"{progress.total_games:,}",
        when=when,
    )


def table_of(standings: Standings, text: Language) -> str:
    """The HTML table of players, best first, with ratings, results and times."""
    heads = (
        text("tournament_place"),
        text("match_player"),
        "Elo",
        "±",
        text("tournament_score"),
        text("tournament_points"),
        text("match_wins"),
        text("match_draws"),
        text("match_losses"),
        text("tournament_time"),
    )
    rows = [_table_row(place, row) for place, row in enumerate(standings.rows, 1)]
    return _table(heads, rows)


def _table_row(place: int, row: Row) -> str:
    figures = (*row.figures(), f"{1000 * row.side.mean_seconds:.2f}")
    cells = "".join(f"<td>{figure}</td>" for figure in figures)
    return f'<tr><td>{place}</td><th scope="row">{escape(row.name)}</th>{cells}</tr>'


def crosstable_of(standings: Standings, text: Language) -> str:
    """The crosstable as HTML: points of each player against each other, in order of place."""
    rows = standings.rows
    heads = ("", text("match_player"), *(str(place) for place, _ in enumerate(rows, 1)))
    lines = []
    for place, row in enumerate(rows, 1):
        cells = "".join(f"<td>{standings.crossing(row, other)}</td>" for other in rows)
        lines.append(f'<tr><td>{place}</td><th scope="row">{escape(row.name)}</th>{cells}</tr>')
    caption = escape(text("tournament_crosstable"))
    return f"<h2>{caption}</h2>" + _table(heads, lines)


def _table(heads: tuple[str, ...], rows: list[str]) -> str:
    cells = "".join(
        f'<th scope="col">{escape(head)}</th>' if head else "<td></td>" for head in heads
    )
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
