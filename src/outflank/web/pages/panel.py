"""The panel beside the board: what is going on, what can be done, moves, analysis and review."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from outflank.engine.review import MoveReview
from outflank.web.pages.analysis import AnalysisPanel
from outflank.web.pages.graph import Graph
from outflank.web.pages.moves import MoveList
from outflank.web.pages.parts import (
    button,
    set_enabled,
    set_pressed,
    set_shown,
    set_text,
    span,
)
from outflank.web.pages.review_panel import ReviewPanel
from outflank.web.pages.status import status_text
from outflank.web.rooms import Room
from outflank.web.table import path_of

if TYPE_CHECKING:
    from outflank.web.pages.play import GamePage

LONGEST_COMMENT = 2000


class Panel:
    """Shows a room and hands what is pressed to its page."""

    def __init__(self, page: GamePage) -> None:
        self._page = page
        self._text = text = page.text
        self._build_status()
        self._build_tools()
        self._analysis = AnalysisPanel(text, page.show_line, page.play_line)
        self._review_panel = ReviewPanel(text)
        self._moves = MoveList(text, page.node_chosen)
        self._graph = Graph(text, page.node_chosen)
        self._build_steps()
        self._build_comment()

    def _build_status(self) -> None:
        page, text = self._page, self._text
        with ui.element("div").classes("of-status of-gone") as self._offer:
            span(text("offer"), "of-status__text")
            button(text("continue"), page.continue_last, icon="play_arrow")
        with ui.element("div").classes("of-status"):
            self._status = span("", "of-status__text")
            self._stop = button(text("stop"), page.stop_player, icon="stop")
            self._go = button(text("continue"), page.resume, icon="play_arrow")
            self._again = button(text("again"), page.restart, icon="replay")

    def _build_tools(self) -> None:
        page, text = self._page, self._text
        with ui.element("div").classes("of-tools"):
            self._undo = button(text("undo"), lambda: page.act(page.table.undo), icon="undo")
            self._redo = button(text("redo"), lambda: page.act(page.table.redo), icon="redo")
            button(text("restart"), page.restart, icon="restart_alt")
            self._resign = button(text("resign"), page.ask_resign, icon="flag")
            self._analyse = button(text("analyse"), page.toggle_analysis, icon="insights")
            self._review = button(text("review"), page.toggle_review, icon="fact_check")

    def _build_steps(self) -> None:
        page, text = self._page, self._text
        steps: list[tuple[str, str, Callable[[], Any]]] = [
            ("first", "first_page", lambda: page.table.go_to_start()),
            ("previous", "chevron_left", lambda: page.table.step(-1)),
            ("next", "chevron_right", lambda: page.table.step(1)),
            ("last", "last_page", lambda: page.table.go_to_end()),
        ]
        with ui.element("div").classes("of-steps"):
            self._steps = {
                key: button("", partial(page.act, step), icon=icon, label=text(key))
                for key, icon, step in steps
            }
            self._promote = button(
                "", page.promote_line, icon="vertical_align_top", label=text("promote")
            )
            self._delete = button(
                "", page.delete_line, icon="delete_outline", label=text("delete_line")
            )

    def _build_comment(self) -> None:
        self._comment = ui.element("textarea").classes("of-comment").props("rows=1")
        self._comment._props["placeholder"] = self._text("comment")
        self._comment._props["aria-label"] = self._text("comment")
        self._comment._props["maxlength"] = LONGEST_COMMENT
        self._comment.on("change", self._commented, js_handler="(e) => emit(e.target.value)")

    def _commented(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, str):
            comment = event.args[:LONGEST_COMMENT].strip()
            self._comment._props["value"] = comment
            self._page.comment(comment)

    # Showing

    def offer(self) -> None:
        """Offer the game that was played last."""
        set_shown(self._offer, True)

    def show(self, room: Room, reviewed: Mapping[str, MoveReview]) -> None:
        """Show the room; `reviewed` has what is known of moves, by path."""
        table, game = room.table, room.table.game
        self._show_status(room)
        set_enabled(self._undo, table.can_undo())
        set_enabled(self._redo, game.can_redo())
        set_enabled(self._resign, not table.is_over and bool(table.persons))
        for key, is_possible in (
            ("first", game.can_undo()),
            ("previous", game.can_undo()),
            ("next", game.can_redo()),
            ("last", game.can_redo()),
        ):
            set_enabled(self._steps[key], is_possible)
        set_pressed(self._analyse, table.is_analysing)
        set_shown(self._analysis.element, table.is_analysing)
        if table.is_analysing:
            self._analysis.show(room.analysis, room.place_in_line)
        self._show_review(room, reviewed)
        self._moves.show(table, reviewed)
        set_shown(self._promote, table.is_in_variation)
        set_shown(self._delete, table.is_in_variation)
        set_shown(self._graph.element, self._graph.show(table, reviewed))
        if self._comment._props.get("value") != table.comment_here:
            self._comment._props["value"] = table.comment_here
            self._comment.update()

    def _show_status(self, room: Room) -> None:
        table = room.table
        is_played = not table.is_over and not table.is_analysing
        waits = is_played and not table.is_person(table.game.to_move)
        set_text(self._status, status_text(room, self._text))
        set_shown(self._stop, room.is_thinking)
        set_shown(self._go, waits and not room.is_thinking)
        set_shown(self._again, table.is_over)
        if table.game.root.children:
            set_shown(self._offer, False)

    def _show_review(self, room: Room, reviewed: Mapping[str, MoveReview]) -> None:
        review = room.review if reviewed else None
        is_under_way = room.review_progress is not None
        set_pressed(self._review, is_under_way)
        set_enabled(self._review, bool(room.table.game.root.children))
        set_shown(self._review_panel.element, review is not None or is_under_way)
        here = reviewed.get(path_of(room.table.game.current))
        self._review_panel.show(review, room.review_progress, here)
