"""The tuning page: change settings of report 000's player and measure them in a match.

The opponent is the same player with the settings of the report.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from html import escape

from fastapi import Request
from nicegui import context, ui

from outflank.errors import OutflankError
from outflank.web.matches import Match, matches
from outflank.web.pages.frame import Entry, Visit, header, set_up
from outflank.web.pages.parts import (
    Choice,
    Slider,
    button,
    check,
    set_enabled,
    set_shown,
    set_text,
    span,
)
from outflank.web.tuning import CHOICES, DEPTHS, FACTORS, GAMES, SWITCHES, Tuning, option

MOST_TRIALS = 20
"""Largest number of results in the table; older ones are dropped."""


def register() -> None:
    """Declare the page to NiceGUI."""

    @ui.page("/lab/tuning")
    async def tuning_page(request: Request) -> None:
        TuningPage(Visit.of(request))


@dataclass(frozen=True, slots=True)
class Trial:
    """Settings that were tried, and the match of these settings against the report's."""

    name: str
    match: Match


class TuningPage:
    """The settings to try, the current match, and the results of earlier trials."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._text = text = visit.text
        self._tuning = Tuning()
        self._games = GAMES.default
        self._trials: list[Trial] = []
        set_up(visit, text("tuning"))
        header(
            visit,
            [
                Entry("new_game", "add_circle_outline", "/"),
                Entry("lab", "science", "/lab"),
                Entry("match", "sports_score", "/lab/match"),
                Entry("tournaments", "emoji_events", "/tournaments"),
                Entry("library", "local_library", "/library"),
            ],
        )
        with ui.element("main").classes("of-tuning"):
            with ui.element("div").classes("of-tuning__head"):
                ui.html(text("tuning"), sanitize=False, tag="h1")
                span(text("tuning_help"), "of-soft")
            with ui.element("section").classes("of-card of-tuning__settings"):
                self._build_settings()
            with ui.element("section").classes("of-tuning__results"):
                self._build_results()
        context.client.on_delete(self._leave)
        self._show()

    def _build_settings(self) -> None:
        text = self._text
        group = f'role="group" aria-label="{text("tuning_switches")}"'
        with ui.element("div").classes("of-tuning__switches").props(group):
            for name in SWITCHES:
                is_on = option(name).default is True
                check(text(f"tuning_{name}"), is_on, partial(self._set, name))
        with ui.element("div").classes("of-four"):
            for name in CHOICES:
                default = str(option(name).default)
                choices = {value: text(f"tuning_{name}_{value}") for value in option(name).choices}
                Choice(text(f"tuning_{name}"), choices, default, partial(self._set, name))
        for name, values in FACTORS.items():
            Slider(text(f"tuning_{name}"), values, partial(self._set, name))
        with ui.element("div").classes("of-two"):
            Slider(text("run_depth"), DEPTHS, self._set_depth)
            Slider(text("match_games"), GAMES, self._set_games)
        with ui.element("div").classes("of-row"):
            self._start = button(text("tuning_run"), self._begin, icon="play_arrow")
            self._start.classes("of-button--main")
            self._stop = button(text("stop"), self._end, icon="stop")

    def _build_results(self) -> None:
        self._status = span("", "of-match__status").props("role=status")
        self._problem = span("", "of-problem").props("role=alert")
        with ui.element("div").classes("of-progress") as self._progress:
            self._done = ui.element("div")
        self._table = ui.html("", sanitize=False).classes("of-card of-review")
        span(self._text("tuning_command"), "of-soft")
        self._command = ui.html("", sanitize=False, tag="code").classes("of-tuning__command")

    # Changing

    def _set(self, name: str, value: str | bool | int) -> None:
        try:
            self._tuning.set(name, value)
        except OutflankError as error:
            set_text(self._problem, str(error))
        self._show()

    def _set_depth(self, depth: int) -> None:
        self._tuning.depth = depth
        self._show()

    def _set_games(self, games: int) -> None:
        self._games = games
        self._show()

    # Playing

    @property
    def _current(self) -> Match | None:
        """The match that was started last on this page; None before the first."""
        return self._trials[-1].match if self._trials else None

    def _begin(self) -> None:
        set_text(self._problem, "")
        try:
            match = self._tuning.start(matches(), self._visit.visitor, self._games)
        except OutflankError as error:
            set_text(self._problem, str(error))
            return
        self._trials = [*self._trials, Trial(self._tuning.spec, match)][-MOST_TRIALS:]
        match.watch(self._show)
        self._show()

    def _end(self) -> None:
        if self._current is not None:
            matches().stop(self._current)

    def _leave(self) -> None:
        match = self._current
        if match is not None:
            match.unwatch(self._show)
            if not match.is_watched and not match.is_over:
                matches().stop(match)

    # Showing

    def _show(self) -> None:
        match = self._current
        is_going_on = match is not None and not match.is_over
        set_enabled(self._start, not is_going_on)
        set_enabled(self._stop, is_going_on)
        set_shown(self._progress, is_going_on)
        set_text(self._command, self._tuning.command(self._games))
        self._table.content = self._rows()
        if match is None:
            return
        place = matches().place(match)
        key = "match_ended" if match.is_over else "match_runs"
        said = self._text(key, done=len(match.games), total=match.games_asked)
        set_text(self._status, self._text("match_waits", number=place) if place else said)
        self._done.style(f"width: {100 * len(match.games) / match.games_asked:.0f}%")
        if match.problem:
            set_text(self._problem, match.problem)

    def _rows(self) -> str:
        text = self._text
        keys = ("settings", "games", "score", "elo")
        heads = "".join(f'<th scope="col">{escape(text(f"tuning_{key}"))}</th>' for key in keys)
        before = escape(text("tuning_report"))
        rows = [f'<tr><th scope="row">{before}</th><td></td><td></td><td>0</td></tr>']
        for trial in self._trials:
            figures = ("0", "", "")
            if trial.match.games:
                summary = trial.match.summary()
                tally = summary.tally
                figures = (str(tally.games), f"{tally.score:.1%}", str(summary.elo))
            cells = "".join(f"<td>{escape(figure)}</td>" for figure in figures)
            rows.append(f'<tr><th scope="row">{escape(trial.name)}</th>{cells}</tr>')
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
