"""The match page: a small match between two players, with a table and plot updated live."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import Request
from nicegui import context, ui

from outflank.arena.summary import Summary
from outflank.errors import OutflankError
from outflank.formats.transcript import format_transcript
from outflank.web.allowed import LONGEST_SPEC, web_kinds
from outflank.web.matches import MOST_GAMES, MOST_MOVE_SECONDS, Match, matches
from outflank.web.pages.frame import Entry, Visit, header, set_up
from outflank.web.pages.graph import INK
from outflank.web.pages.parts import Field, button, set_enabled, set_shown, set_text, span

FIRST_PLAYERS = ("alphabeta:depth=4", "mcts")


def register() -> None:
    """Declare the page to NiceGUI."""

    @ui.page("/lab/match")
    async def match_page(request: Request) -> None:
        MatchPage(Visit.of(request))


class MatchPage:
    """The settings and the current result of the visitor's match."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._text = text = visit.text
        self._match = matches().of(visit.visitor)
        set_up(visit, text("match"))
        header(
            visit,
            [
                Entry("new_game", "add_circle_outline", "/"),
                Entry("lab", "science", "/lab"),
                Entry("tuning", "tune", "/lab/tuning"),
                Entry("tournaments", "emoji_events", "/tournaments"),
                Entry("library", "local_library", "/library"),
                Entry("editor", "grid_on", "/editor"),
            ],
        )
        with ui.element("main").classes("of-text of-match"):
            ui.html(text("match"), sanitize=False, tag="h1")
            span(text("match_help"), "of-soft")
            self._build_choices()
            self._status = span("", "of-match__status").props("role=status")
            self._problem = span("", "of-problem").props("role=alert")
            self._table = ui.html("", sanitize=False).classes("of-card of-review of-gone")
            self._elo = span("", "of-gone")
            with ui.element("div").classes("of-card of-chart of-gone") as self._plot:
                self._chart = ui.echart({})
            self._plot.props('role="img"')
            self._plot._props["aria-label"] = text("match_plot")
            self._links = ui.html("", sanitize=False, tag="nav").classes("of-row of-gone")
            self._links._props["aria-label"] = text("match_look")
        self._is_watching = False
        context.client.on_connect(self._enter)
        context.client.on_delete(self._leave)
        self._show()

    def _build_choices(self) -> None:
        text = self._text
        specs = [str(self._match.first), str(self._match.second)] if self._match else FIRST_PLAYERS
        with ui.element("div").classes("of-four"):
            self._first = Field(
                text("match_first"), specs[0], longest=LONGEST_SPEC, props="spellcheck=false"
            )
            self._second = Field(
                text("match_second"), specs[1], longest=LONGEST_SPEC, props="spellcheck=false"
            )
            self._games = Field(
                text("match_games"), "10", props=f'type="number" min="1" max="{MOST_GAMES}"'
            )
            self._seconds = Field(
                text("match_seconds"),
                "0.1",
                props=f'type="number" min="0.01" max="{MOST_MOVE_SECONDS}" step="any"',
            )
        known = ", ".join(kind.name for kind in web_kinds())
        span(text("spec_help", known=known), "of-soft")
        with ui.element("div").classes("of-row"):
            self._start = button(text("start"), self._begin, icon="play_arrow")
            self._start.classes("of-button--main")
            self._stop = button(text("stop"), self._end, icon="stop")

    # Connecting

    def _enter(self) -> None:
        if self._match is not None and not self._is_watching:
            self._match.watch(self._show)
            self._is_watching = True
            self._show()

    def _leave(self) -> None:
        match = self._match
        if match is not None:
            match.unwatch(self._show)
            if not match.is_watched and not match.is_over:
                matches().stop(match)

    def _begin(self) -> None:
        set_text(self._problem, "")
        try:
            match = matches().start(
                self._visit.visitor,
                self._first.value.strip(),
                self._second.value.strip(),
                games=int(self._games.number(MOST_GAMES)),
                move_seconds=self._seconds.number(MOST_MOVE_SECONDS),
            )
        except OutflankError as error:
            set_text(self._problem, str(error))
            return
        if self._match is not None:
            self._match.unwatch(self._show)
        self._match = match
        self._is_watching = False
        self._enter()

    def _end(self) -> None:
        if self._match is not None:
            matches().stop(self._match)

    # Showing

    def _show(self) -> None:
        match = self._match
        is_going_on = match is not None and not match.is_over
        set_enabled(self._start, not is_going_on)
        set_enabled(self._stop, is_going_on)
        has_games = match is not None and bool(match.games)
        for element in (self._table, self._elo, self._plot, self._links):
            set_shown(element, has_games)
        if match is None:
            return
        set_text(self._status, self._state(match))
        if match.problem:
            set_text(self._problem, match.problem)
        if has_games:
            summary = match.summary()
            self._table.content = self._rows(match, summary)
            set_text(self._elo, self._text("match_elo", elo=summary.elo))
            self._chart.options.clear()
            self._chart.options.update(_options(self._text("match_plot"), match))
            self._chart.update()
            self._links.content = self._game_links(match)

    def _state(self, match: Match) -> str:
        if place := matches().place(match):
            return self._text("match_waits", number=place)
        key = "match_ended" if match.is_over else "match_runs"
        return self._text(key, done=len(match.games), total=match.games_asked)

    def _rows(self, match: Match, summary: Summary) -> str:
        text = self._text
        keys = ("player", "wins", "draws", "losses", "discs", "time")
        heads = "".join(f'<th scope="col">{escape(text(f"match_{key}"))}</th>' for key in keys)
        rows = []
        for spec, tally, side in (
            (match.first, summary.tally, summary.first),
            (match.second, summary.tally.swapped(), summary.second),
        ):
            counts = (tally.wins, tally.draws, tally.losses)
            figures = (*counts, f"{tally.mean_discs:+.1f}", f"{side.mean_seconds:.3f}")
            cells = "".join(f"<td>{figure}</td>" for figure in figures)
            rows.append(f'<tr><th scope="row">{escape(str(spec))}</th>{cells}</tr>')
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"

    def _game_links(self, match: Match) -> str:
        links = []
        for game in sorted(match.games, key=lambda game: game.task.number):
            name = escape(self._text("match_game", number=game.task.number))
            moves = format_transcript(game.game())
            links.append(f'<a class="of-button" href="/?game={moves}">{name}</a>')
        return "".join(links)


def _options(title: str, match: Match) -> dict[str, Any]:
    scores = {game.task.number: game.first_score for game in match.games}
    numbers = list(range(1, match.games_asked + 1))
    means: list[float | None] = []
    known: list[int] = []
    for number in numbers:
        if number in scores:
            known.append(scores[number])
        means.append(round(sum(known) / len(known), 2) if number in scores else None)
    axis = {"axisLabel": {"color": INK}, "axisLine": {"lineStyle": {"color": INK}}}
    return {
        "animation": False,
        "title": {"text": title, "textStyle": {"color": INK, "fontSize": 12}, "left": 8, "top": 4},
        "grid": {"left": 44, "right": 14, "top": 34, "bottom": 26},
        "tooltip": {"trigger": "axis", "confine": True},
        "xAxis": {"type": "category", "data": numbers, **axis},
        "yAxis": {
            "type": "value",
            "min": -64,
            "max": 64,
            "interval": 32,
            "splitLine": {"lineStyle": {"color": INK, "opacity": 0.25}},
            **axis,
        },
        "series": [
            {
                "type": "bar",
                "data": [scores.get(number) for number in numbers],
                "barMaxWidth": 30,
                "itemStyle": {"color": "#2f6fb5"},
            },
            {
                "type": "line",
                "data": means,
                "lineStyle": {"color": "#c98a1b"},
                "itemStyle": {"color": "#c98a1b"},
            },
        ],
    }
