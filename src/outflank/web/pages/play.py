"""The page of a game: the board, and beside it everything that goes with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from nicegui import context, ui
from nicegui.events import GenericEventArguments

from outflank.engine.review import MoveReview
from outflank.errors import OutflankError
from outflank.rules.game import Node
from outflank.rules.squares import Square, square_name
from outflank.web.board import Board
from outflank.web.levels import FRIENDLY
from outflank.web.loading import table_from_text
from outflank.web.pages.analysis import (
    AnalysisPanel,
    EvaluationBar,
    black_score,
    scores_on_board,
)
from outflank.web.pages.dialogs import GameDialogs
from outflank.web.pages.frame import Entry, Visit, apply_theme, header, set_up
from outflank.web.pages.graph import Graph
from outflank.web.pages.moves import VERDICT_MARKS, MoveList
from outflank.web.pages.parts import button, set_enabled, set_shown, set_text, span
from outflank.web.pages.review_panel import ReviewPanel
from outflank.web.pages.services import rooms
from outflank.web.pages.sides import Sides
from outflank.web.pages.status import result_text, status_text
from outflank.web.rooms import ANSWER_SECONDS, Room
from outflank.web.settings import SPEEDS
from outflank.web.table import Table

PASS_SECONDS = 1.3
RESULT_SECONDS = 3.0
CLOCK_SECONDS = 0.25
LONGEST_COMMENT = 2000

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
            room = rooms().create(table, visit.visitor)
            room.save()
            return RedirectResponse(f"/g/{room.id}", 303)
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
        self._shown: Node | None = None
        self._is_entered = False
        self._address = ""
        self._reviewed: dict[str, MoveReview] = {}
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
        self._shown = None
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
                set_shown(self._offer, True)
                self._offered = summary.id

    def _continue_last(self) -> None:
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
                self._build_panel()
        self._live = span("", "of-hidden").props("role=status aria-live=polite")
        self.room.answer_seconds = self._answer_seconds()
        self._clock_timer = ui.timer(CLOCK_SECONDS, self._tick, active=False)
        ui.add_body_html(f"<script>{_KEYS}</script>")
        ui.on("of_step", self._key_stepped)

    def _build_panel(self) -> None:
        text = self.text
        with ui.element("div").classes("of-status of-gone") as self._offer:
            span(text("offer"), "of-status__text")
            button(text("continue"), self._continue_last, icon="play_arrow")
        with ui.element("div").classes("of-status"):
            self._status = span("", "of-status__text")
            self._stop = button(text("stop"), self._stop_player, icon="stop")
            self._go = button(text("continue"), self._resume, icon="play_arrow")
            self._again = button(text("again"), self._restart, icon="replay")
        with ui.element("div").classes("of-tools"):
            self._undo = button(text("undo"), lambda: self.act(self.table.undo), icon="undo")
            self._redo = button(text("redo"), lambda: self.act(self.table.redo), icon="redo")
            self._new = button(text("restart"), self._restart, icon="restart_alt")
            self._resign = button(text("resign"), self._ask_resign, icon="flag")
            self._analyse = button(text("analyse"), self._toggle_analysis, icon="insights")
            self._review = button(text("review"), self._toggle_review, icon="fact_check")
        self._analysis = AnalysisPanel(text, self._show_line, self._play_line)
        self._review_panel = ReviewPanel(text)
        self._moves = MoveList(text, self._node_chosen)
        self._graph = Graph(text, self._node_chosen)
        with ui.element("div").classes("of-steps"):
            steps: list[tuple[str, str, Callable[[], Any]]] = [
                ("first", "first_page", lambda: self.table.go_to_start()),
                ("previous", "chevron_left", lambda: self.table.step(-1)),
                ("next", "chevron_right", lambda: self.table.step(1)),
                ("last", "last_page", lambda: self.table.go_to_end()),
            ]
            self._steps = {
                key: button("", partial(self.act, step), icon=icon, label=text(key))
                for key, icon, step in steps
            }
            self._promote = button(
                "", self._promote_line, icon="vertical_align_top", label=text("promote")
            )
            self._delete = button(
                "", self._delete_line, icon="delete_outline", label=text("delete_line")
            )
        self._comment = ui.element("textarea").classes("of-comment").props("rows=1")
        self._comment._props["placeholder"] = text("comment")
        self._comment._props["aria-label"] = text("comment")
        self._comment._props["maxlength"] = LONGEST_COMMENT
        self._comment.on("change", self._commented, js_handler="(e) => emit(e.target.value)")

    # Showing

    @property
    def table(self) -> Table:
        """The table of the room."""
        return self.room.table

    def show(self) -> None:
        """Show the room as it is now."""
        table, game, text = self.table, self.table.game, self.text
        node = game.current
        self._reviewed = _reviewed(self.room)
        self._sides.show(table)
        self._board.show(
            node,
            is_open=table.may_move(),
            scores=scores_on_board(self.room.analysis) if table.is_analysing else None,
            marks=self._marks(node),
        )
        if node is not self._shown:
            self._announce(node)
            self._shown = node
        set_text(self._status, status_text(self.room, text))
        has_turn = not table.is_over and not table.is_analysing
        waits = has_turn and not table.is_person(game.to_move)
        set_shown(self._stop, self.room.is_thinking)
        set_shown(self._go, waits and not self.room.is_thinking)
        set_shown(self._again, table.is_over)
        set_enabled(self._undo, table.can_undo())
        set_enabled(self._redo, game.can_redo())
        set_enabled(self._resign, not table.is_over and bool(table.persons))
        set_enabled(self._steps["first"], game.can_undo())
        set_enabled(self._steps["previous"], game.can_undo())
        set_enabled(self._steps["next"], game.can_redo())
        set_enabled(self._steps["last"], game.can_redo())
        self._show_analysis(node)
        self._show_review(node)
        self._moves.show(table, self._reviewed)
        is_variation = any(_is_variation(step) for step in node.line())
        set_shown(self._promote, is_variation)
        set_shown(self._delete, is_variation)
        set_shown(self._graph.element, self._graph.show(table, self._reviewed))
        if self._comment._props.get("value") != table.comment_here:
            self._comment._props["value"] = table.comment_here
            self._comment.update()
        self._clock_timer.active = table.is_clock_running
        self._set_address()
        if game.root.children:
            set_shown(self._offer, False)

    def _show_analysis(self, node: Node) -> None:
        table, analysis = self.table, self.room.analysis
        _press(self._analyse, table.is_analysing)
        set_shown(self._analysis.element, table.is_analysing)
        set_shown(self._bar.element, table.is_analysing or bool(self._reviewed))
        if table.is_analysing:
            self._analysis.show(analysis, self.room.place_in_line)
        if analysis is not None:
            self._bar.show(black_score(analysis.score, node.to_move))
        else:
            reviewed = self._reviewed.get(_path(node))
            score = reviewed.played_score if reviewed else node.evaluation
            self._bar.show(None if score is None else black_score(score, node.mover))

    def _show_review(self, node: Node) -> None:
        review = self.room.review if self._reviewed else None
        is_under_way = self.room.review_progress is not None
        _press(self._review, is_under_way)
        set_enabled(self._review, bool(self.table.game.root.children))
        set_shown(self._review_panel.element, review is not None or is_under_way)
        here = self._reviewed.get(_path(node))
        self._review_panel.show(review, self.room.review_progress, here)

    def _marks(self, node: Node) -> dict[Square, dict[str, str]]:
        reviewed = self._reviewed.get(_path(node))
        if reviewed is None or reviewed.verdict not in VERDICT_MARKS:
            return {}
        kind = reviewed.verdict.value
        mark = VERDICT_MARKS[reviewed.verdict]
        return {reviewed.move: {"kind": kind, "text": mark, "spoken": self.text(kind)}}

    def _announce(self, node: Node) -> None:
        """Say what has just happened: across the board, and to those who listen."""
        text, table = self.text, self.table
        is_new = self._shown is not None and len(node.line()) > len(self._shown.line())
        said = []
        played = node.parent if node.is_pass else node
        if played is not None and played.parent is not None:
            side = text(played.mover.value)
            said.append(text("announce_move", side=side, move=square_name(played.move)))
        notice = ""
        seconds = PASS_SECONDS
        if node.is_pass:
            notice = text("passes", side=text(node.mover.value))
        if table.result is not None:
            notice = result_text(table.result, table, text)
            seconds = RESULT_SECONDS
        if notice:
            said.append(notice)
        set_text(self._live, ". ".join(said))
        self._board.announce(notice if is_new else "")
        if notice and is_new:
            ui.timer(seconds, lambda: self._board.announce(""), once=True)

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

    def _node_chosen(self, path: str) -> None:
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

    def _stop_player(self) -> None:
        self.act(self.table.pause)

    def _resume(self) -> None:
        self.act(self.table.resume)

    def _restart(self) -> None:
        self.start(self.table.restarted())

    def _ask_resign(self) -> None:
        self.dialogs.ask(
            self.text("resign"), self.text("resign_sure"), lambda: self.act(self.table.resign)
        )

    def _toggle_analysis(self) -> None:
        self.act(lambda: self.table.analyse(not self.table.is_analysing))

    def _toggle_review(self) -> None:
        if self.room.review_progress is not None:
            self.room.stop_review()
        else:
            self.act(lambda: None if self.table.is_over else self.table.pause())
            self.room.start_review()

    def _show_line(self, line: list[Square]) -> None:
        self._board.show_line(line)

    def _play_line(self, line: list[Square]) -> None:
        def play() -> None:
            for move in line:
                if move < 64:
                    self.table.play(move)

        if line and self.table.is_analysing:
            self.act(play)

    def _promote_line(self) -> None:
        self.act(lambda: self.table.promote(self.table.path))

    def _delete_line(self) -> None:
        def delete() -> None:
            line = self.table.game.current.line()
            first = next(step for step in reversed(line) if _is_variation(step))
            self.table.delete(_path(first))

        self.act(delete)

    def _commented(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, str):
            comment = event.args[:LONGEST_COMMENT].strip()
            self._comment._props["value"] = comment
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


def _press(element: ui.element, is_on: bool) -> None:
    if is_on:
        element.classes(add="of-button--on")
    else:
        element.classes(remove="of-button--on")
    pressed = "true" if is_on else "false"
    if element._props.get("aria-pressed") != pressed:
        element._props["aria-pressed"] = pressed
        element.update()


def _path(node: Node) -> str:
    return "".join(square_name(step.move) for step in node.line() if not step.is_pass)


def _is_variation(node: Node) -> bool:
    return node.parent is not None and node.parent.children[0] is not node


def _reviewed(room: Room) -> dict[str, MoveReview]:
    """What the review says of the moves that the game still has, by path."""
    reviewed: dict[str, MoveReview] = {}
    if room.review is not None and room.has_fresh_review():
        path = ""
        for move in room.review.moves:
            path += square_name(move.move)
            reviewed[path] = move
    return reviewed
