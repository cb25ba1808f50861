"""The page of a game: the board, and beside it everything that goes with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from nicegui import context, ui
from nicegui.events import GenericEventArguments

from outflank.engine.review import MoveReview
from outflank.errors import OutflankError
from outflank.rules.game import Node
from outflank.rules.squares import Square
from outflank.web.board import Board
from outflank.web.languages import Language
from outflank.web.levels import FRIENDLY
from outflank.web.loading import table_from_text
from outflank.web.pages.analysis import (
    EvaluationBar,
    black_score,
    scores_on_board,
)
from outflank.web.pages.announcing import Announcer
from outflank.web.pages.dialogs import GameDialogs
from outflank.web.pages.frame import Entry, Visit, apply_theme, header, set_up
from outflank.web.pages.moves import VERDICT_MARKS
from outflank.web.pages.panel import Panel
from outflank.web.pages.parts import set_shown
from outflank.web.pages.services import rooms
from outflank.web.pages.sides import Sides
from outflank.web.rooms import ANSWER_SECONDS, Room
from outflank.web.settings import SPEEDS
from outflank.web.table import Table, path_of

CLOCK_SECONDS = 0.25

_KEYS = """
document.addEventListener("keydown", (event) => {
  const keys = ["ArrowLeft", "ArrowRight", "Home", "End"];
  const busy = event.target.closest("input, textarea, select, [role=grid], .q-dialog, .q-menu");
  if (!keys.includes(event.key) || busy || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  emitEvent("of_step", event.key);
});
window.addEventListener("popstate", () => location.reload());
"""


def register() -> None:
    """Declare the start page and the page of a game."""

    @ui.page("/")
    async def start(request: Request, game: str = "") -> Response | None:
        visit = Visit.of(request)
        if game:
            try:
                table = table_from_text(game)
            except OutflankError as error:
                GamePage(visit, _fresh_room(visit), problem=str(error))
                return None
            # Whoever opens an address again finds the same game, not one more.
            game_id = rooms().store.find(visit.visitor, table)
            if game_id is None:
                room = rooms().create(table, visit.visitor)
                room.save(even_empty=True)
                rooms().close_if_empty(room)  # who asks may never come
                game_id = room.id
            return RedirectResponse(f"/g/{game_id}", 303)
        GamePage(visit, _fresh_room(visit), offers_last=True)
        return None

    @ui.page("/g/{game_id}")
    async def game_page(request: Request, game_id: str) -> None:
        visit = Visit.of(request)
        room = rooms().open(game_id)
        if room is None:
            GamePage(visit, _fresh_room(visit), problem=visit.text("no_such_game"))
        else:
            GamePage(visit, room)


def _fresh_room(visit: Visit) -> Room:
    return rooms().create(Table(white=FRIENDLY.spec), visit.visitor)


class GamePage:
    """One page that shows one room, or another one later."""

    def __init__(
        self, visit: Visit, room: Room, *, problem: str = "", offers_last: bool = False
    ) -> None:
        self.visit = visit
        self.room = room
        self.text = visit.text
        self.client = context.client
        self._is_entered = False
        self._address = ""
        self._build()
        self.dialogs = GameDialogs(self)
        self.client.on_connect(self._enter)
        self.client.on_delete(self._leave)
        self.show()
        if problem:
            self.complain(problem)
        elif offers_last:
            self._offer_last()

    # Coming and going

    def _enter(self) -> None:
        if not self._is_entered:
            self._is_entered = True
            self.room.enter(self._changed)
            self._changed()

    def _leave(self) -> None:
        self.room.leave(self._changed)
        rooms().close_if_empty(self.room)

    def open(self, room: Room) -> None:
        """Show another room instead."""
        self._leave()
        self.room = room
        self._announcer.forget()
        self.room.answer_seconds = self._answer_seconds()
        self.room.enter(self._changed)
        self._changed()

    def start(self, table: Table) -> None:
        """Show a new game."""
        room = rooms().create(table, self.visit.visitor)
        room.save(even_empty=True)
        self.open(room)

    def _changed(self) -> None:
        with self.client:
            self.show()

    def _answer_seconds(self) -> float:
        return ANSWER_SECONDS if SPEEDS[self.visit.settings.speed] else 0.0

    def _offer_last(self) -> None:
        for summary in rooms().store.games_of(self.visit.visitor, 1):
            if not summary.is_over:
                self._panel.offer()
                self._offered = summary.id

    def continue_last(self) -> None:
        """Go on with the game that was offered."""
        room = rooms().open(self._offered)
        if room is not None:
            self.open(room)

    # Building

    def _build(self) -> None:
        text = self.text
        set_up(self.visit)
        header(
            self.visit,
            [
                Entry("new_game", "add_circle_outline", lambda: self.dialogs.new_game.open()),
                Entry("load", "folder_open", lambda: self.dialogs.load.open()),
                Entry("save", "save_alt", lambda: self.dialogs.save.open()),
                Entry("my_games", "history", "/games"),
                Entry("editor", "grid_on", lambda: self._edit()),
                Entry("lab", "science", lambda: self._open_lab()),
                Entry("match", "sports_score", "/lab/match"),
                Entry("settings", "settings", lambda: self.dialogs.settings.open()),
                Entry("quit", "logout", lambda: self.dialogs.quit.open()),
            ],
        )
        with ui.element("main").classes("of-page"):
            ui.html(text("title"), sanitize=False, tag="h1").classes("of-hidden")
            self._sides = Sides(text)
            with ui.element("div").classes("of-stage"):
                self._bar = EvaluationBar(text)
                self._board = Board(text, self.visit.settings, self._square_chosen)
            with ui.element("section").classes("of-panel").props(f'aria-label="{text("panel")}"'):
                self._panel = Panel(self)
        self._announcer = Announcer(text, self._board)
        self.room.answer_seconds = self._answer_seconds()
        self._clock_timer = ui.timer(CLOCK_SECONDS, self._tick, active=False)
        ui.add_body_html(f"<script>{_KEYS}</script>")
        ui.on("of_step", self._key_stepped)

    # Showing

    @property
    def table(self) -> Table:
        """The table of the room."""
        return self.room.table

    def show(self) -> None:
        """Show the room as it is now."""
        table, node = self.table, self.table.game.current
        reviewed = self.room.reviewed_moves()
        self._sides.show(table)
        self._board.show(
            node,
            is_open=table.may_move(),
            scores=scores_on_board(self.room.analysis) if table.is_analysing else None,
            marks=_marks(reviewed.get(path_of(node)), self.text),
        )
        self._announcer.show(table)
        self._show_bar(node, reviewed.get(path_of(node)))
        self._panel.show(self.room, reviewed)
        self._clock_timer.active = table.is_clock_running
        self._set_address()

    def _show_bar(self, node: Node, reviewed: MoveReview | None) -> None:
        analysis = self.room.analysis
        set_shown(self._bar.element, self.table.is_analysing or self.room.review is not None)
        if analysis is not None:
            self._bar.show(black_score(analysis.score, node.to_move))
        else:
            score = reviewed.played_score if reviewed else node.evaluation
            self._bar.show(None if score is None else black_score(score, node.mover))

    def _set_address(self) -> None:
        address = f"/g/{self.room.id}" if self.room.is_saved else ""
        if address and address != self._address:
            method = "pushState" if self._address else "replaceState"
            self._address = address
            ui.run_javascript(
                f"if (location.pathname !== '{address}') history.{method}(null, '', '{address}')"
            )

    def _tick(self) -> None:
        self._sides.show_clocks(self.table)

    def complain(self, problem: str) -> None:
        """Say what is wrong, in one line."""
        with self.client:
            ui.notify(problem, type="negative", position="top", multi_line=True, timeout=6000)

    # Doing

    def act(self, change: Callable[[], Any]) -> None:
        """Make a change of the table, or say why not."""
        try:
            self.room.do(change)
        except OutflankError as error:
            self.complain(str(error))

    def _square_chosen(self, square: Square) -> None:
        try:
            self.room.play(square)
        except OutflankError as error:
            self.complain(str(error))

    def node_chosen(self, path: str) -> None:
        """Look at the node that `path` names."""
        self.act(lambda: self.table.go_to(path))

    def _key_stepped(self, event: GenericEventArguments) -> None:
        steps: dict[str, Callable[[], None]] = {
            "ArrowLeft": lambda: self.table.step(-1),
            "ArrowRight": lambda: self.table.step(1),
            "Home": self.table.go_to_start,
            "End": self.table.go_to_end,
        }
        if isinstance(event.args, str) and event.args in steps:
            self.act(steps[event.args])

    def stop_player(self) -> None:
        """Let the player wait."""
        self.act(self.table.pause)

    def resume(self) -> None:
        """Let the player move."""
        self.act(self.table.resume)

    def restart(self) -> None:
        """Play the same again."""
        self.start(self.table.restarted())

    def ask_resign(self) -> None:
        """Give up, if that is meant."""
        self.dialogs.ask(
            self.text("resign"), self.text("resign_sure"), lambda: self.act(self.table.resign)
        )

    def toggle_analysis(self) -> None:
        """Begin or end the analysis."""
        self.act(lambda: self.table.analyse(not self.table.is_analysing))

    def toggle_review(self) -> None:
        """Begin or end the review."""
        if self.room.review_progress is not None:
            self.room.stop_review()
        else:
            self.act(lambda: None if self.table.is_over else self.table.pause())
            self.room.start_review()

    def show_line(self, line: list[Square]) -> None:
        """Show a line on the board without playing it."""
        self._board.show_line(line)

    def play_line(self, line: list[Square]) -> None:
        """Play a line of the analysis."""

        def play() -> None:
            for move in line:
                if move < 64:
                    self.table.play(move)

        if line and self.table.is_analysing:
            self.act(play)

    def promote_line(self) -> None:
        """Make the variation at the cursor the main line."""
        self.act(lambda: self.table.promote(self.table.path))

    def delete_line(self) -> None:
        """Delete the variation at the cursor."""
        self.act(self.table.delete_variation)

    def comment(self, comment: str) -> None:
        """Write a comment to the move at the cursor."""
        self.table.comment(comment)
        self.room.save()
        self.room.tell()

    def _edit(self) -> None:
        self.room.save()
        ui.navigate.to(f"/editor?from={self.room.id}" if self.room.is_saved else "/editor")

    def _open_lab(self) -> None:
        self.room.save()
        ui.navigate.to(f"/lab?from={self.room.id}" if self.room.is_saved else "/lab")

    def use_settings(self) -> None:
        """Obey settings that have just changed."""
        self._board.use(self.visit.settings)
        self.room.answer_seconds = self._answer_seconds()
        apply_theme(self.visit.settings)


def _marks(reviewed: MoveReview | None, text: Language) -> dict[Square, dict[str, str]]:
    if reviewed is None or reviewed.verdict not in VERDICT_MARKS:
        return {}
    kind = reviewed.verdict.value
    mark = VERDICT_MARKS[reviewed.verdict]
    return {reviewed.move: {"kind": kind, "text": mark, "spoken": text(kind)}}
