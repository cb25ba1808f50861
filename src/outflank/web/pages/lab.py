"""The lab page: several search algorithms on the same position, compared side by side."""

from __future__ import annotations

import asyncio
from functools import partial

from fastapi import Request
from nicegui import background_tasks, context, ui

from outflank.classics.evaluations import EVALUATIONS
from outflank.errors import OutflankError
from outflank.rules.game import Game
from outflank.rules.squares import Square
from outflank.web.board import Board
from outflank.web.desk import desk
from outflank.web.lab import (
    ALGORITHMS,
    DEFAULT_EVALUATION,
    LIMITS,
    MOST_DEPTH,
    MOST_SECONDS,
    Run,
    spec_of,
)
from outflank.web.pages.frame import Entry, Visit, header, set_up
from outflank.web.pages.keys import listen
from outflank.web.pages.lab_results import MEASURES, RunCard, RunChart
from outflank.web.pages.origin import game_of
from outflank.web.pages.parts import (
    Choice,
    Field,
    button,
    check,
    set_enabled,
    set_shown,
    set_text,
    span,
)
from outflank.web.pages.pasting import paste_field
from outflank.web.reading import reader

FIRST_CHOSEN = ("minimax", "alphabeta", "pvs")
MOST_AMOUNT = max(MOST_DEPTH, MOST_SECONDS)
FIRST_AMOUNTS = {"depth": "6", "time": "1"}


def register() -> None:
    """Declare the page to NiceGUI."""

    @ui.page("/lab")
    async def lab_page(request: Request) -> None:
        LabPage(Visit.of(request), game_of(request))


class LabPage:
    """The board with the position, the choice of searches, and their results."""

    def __init__(self, visit: Visit, game: Game) -> None:
        self._visit = visit
        self._text = text = visit.text
        self._game = game
        self._chosen = set(FIRST_CHOSEN)
        self._runs: list[Run] = []
        self._cards: list[RunCard] = []
        self._thinking: asyncio.Task[None] | None = None
        set_up(visit, text("lab"))
        header(
            visit,
            [
                Entry("new_game", "add_circle_outline", "/"),
                Entry("match", "sports_score", "/lab/match"),
                Entry("tuning", "tune", "/lab/tuning"),
                Entry("tournaments", "emoji_events", "/tournaments"),
                Entry("library", "local_library", "/library"),
                Entry("editor", "grid_on", "/editor"),
            ],
        )
        with ui.element("main").classes("of-lab"):
            with (
                ui.element("section")
                .classes("of-lab__side")
                .props(f'aria-label="{text("lab_position")}"')
            ):
                self._build_position()
            with ui.element("div").classes("of-lab__work"):
                ui.html(text("lab"), sanitize=False, tag="h1")
                span(text("lab_help"), "of-soft")
                self._build_choices()
                self._status = span("", "of-problem").props("role=status")
                self._results = ui.element("div").classes("of-runs")
                self._chart = RunChart(text)
        context.client.on_delete(self._stop)
        self._show_position()
        self._show_runs()

    def _build_position(self) -> None:
        text = self._text
        self._board = Board(text, self._visit.settings, self._play)
        listen({})
        with ui.element("div").classes("of-actions"):
            button(text("start_position"), lambda: self._set(Game()), icon="home")
            self._undo = button(text("undo"), self._take_back, icon="undo")
        self._pasted = paste_field(text)
        button(text("set_pasted"), self._set_pasted, icon="content_paste")

    def _build_choices(self) -> None:
        text = self._text
        with (
            ui.element("div")
            .classes("of-row of-searches")
            .props(f'role="group" aria-label="{text("lab_searches")}"')
        ):
            for algorithm in ALGORITHMS:
                check(algorithm, algorithm in self._chosen, partial(self._choose, algorithm))
            ui.element("div").classes("of-space")
            self._start = button(text("lab_run"), self._run, icon="play_arrow")
            self._start.classes("of-button--main")
            self._end = button(text("stop"), self._stop, icon="stop")
        with ui.element("div").classes("of-four"):
            limits = {limit: text(f"limit_{limit}") for limit in LIMITS}
            self._limit = Choice(text("limit"), limits, LIMITS[0], self._limit_chosen)
            number = 'type="number" min="0" step="any"'
            self._amount = Field(text("limit_amount"), FIRST_AMOUNTS[LIMITS[0]], props=number)
            evaluations = {name: name for name in EVALUATIONS}
            self._evaluation = Choice(text("evaluation"), evaluations, DEFAULT_EVALUATION)
            measures = dict(zip(MEASURES, (text("run_nodes"), text("run_time")), strict=True))
            Choice(text("bars"), measures, MEASURES[0], self._measure_chosen)

    # The position

    def _show_position(self) -> None:
        self._board.show(self._game.current, is_open=True)
        set_enabled(self._undo, self._game.can_undo())

    def _set(self, game: Game) -> None:
        self._stop()
        self._game = game
        self._runs, self._cards = [], []
        set_text(self._status, "")
        self._results.clear()
        self._chart.show([])
        self._show_position()
        self._show_runs()

    def _play(self, square: Square) -> None:
        if square in self._game.position.legal_moves():
            game = self._game.up_to_cursor()
            game.play(square)
            self._set(game)

    def _take_back(self) -> None:
        if self._game.can_undo():
            game = self._game.up_to_cursor()
            game.undo()
            self._set(game.up_to_cursor())

    async def _set_pasted(self) -> None:
        try:
            game = await reader().game(self._pasted.value, visitor=self._visit.visitor)
        except OutflankError as error:
            set_text(self._status, str(error))
            return
        self._set(game.up_to_cursor())

    # The searches

    def _choose(self, algorithm: str, is_chosen: bool) -> None:
        (self._chosen.add if is_chosen else self._chosen.discard)(algorithm)

    def _measure_chosen(self, measure: str) -> None:
        self._chart.measure(measure, self._runs)

    def _limit_chosen(self, limit: str) -> None:
        self._amount.set(FIRST_AMOUNTS[limit])

    def _run(self) -> None:
        self._stop()
        try:
            amount = self._amount.number(MOST_AMOUNT)
            runs = [
                Run(name, spec_of(name, self._limit.value, amount, self._evaluation.value))
                for name in ALGORITHMS
                if name in self._chosen
            ]
            if len(runs) < 2:
                raise OutflankError(self._text("lab_two"))
            if self._game.position.is_over():
                raise OutflankError(self._text("setup_no_moves"))
        except OutflankError as error:
            set_text(self._status, str(error))
            return
        set_text(self._status, "")
        self._runs = runs
        self._results.clear()
        with self._results:
            self._cards = [
                RunCard(self._text, self._visit.settings, self._game, run) for run in runs
            ]
        self._thinking = background_tasks.create(self._think(runs, self._cards))
        self._show_runs()

    async def _think(self, runs: list[Run], cards: list[RunCard]) -> None:
        """Run the searches one after another, so that they do not slow each other."""
        try:
            for run, card in zip(runs, cards, strict=True):
                await self._think_one(run, card)
        finally:
            if self._runs is runs:
                self._thinking = None
                self._show_runs()

    async def _think_one(self, run: Run, card: RunCard) -> None:
        def show() -> None:
            if card in self._cards:
                card.show()
                self._chart.show(self._runs)

        def stepped(steps: object) -> None:
            assert isinstance(steps, tuple)
            run.steps = steps
            show()

        try:
            run.steps = await desk().watch(
                run.spec,
                self._game,
                visitor=self._visit.visitor,
                seconds=MOST_SECONDS,
                progress=stepped,
            )
        except OutflankError as error:
            run.problem = str(error)
        finally:
            run.is_done = True
            show()

    def _stop(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
            self._show_runs()

    def _show_runs(self) -> None:
        set_enabled(self._start, self._thinking is None)
        set_enabled(self._end, self._thinking is not None)
        set_shown(self._results, bool(self._runs))
