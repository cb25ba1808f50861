"""The panel beside the board: status, buttons, move list, analysis and review."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from outflank.engine.book.file import shipped_book
from outflank.engine.review import MoveReview
from outflank.library.opening_names import opening_name
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
from outflank.web.pages.review_panel import ReviewPanel, TourActions
from outflank.web.pages.start_panel import StartPanel
from outflank.web.pages.status import status_text
from outflank.web.rooms import Room

if TYPE_CHECKING:
    from outflank.web.pages.play import GamePage

LONGEST_COMMENT = 2000


class Panel:
    """Shows the state of an open game and passes clicks to its page.

    With `has_start`, the choices for a new game are shown until the game starts.
    """

    def __init__(self, page: GamePage, *, has_start: bool) -> None:
        self._page = page
        self._text = text = page.text
        self._build_status()
        self._start = StartPanel(page) if has_start else None
        self._build_tools()
        self._analysis = AnalysisPanel(text, page.show_line, page.play_line)
        tour = page.tour
        self._review_panel = ReviewPanel(
            text,
            TourActions(
                tour.next_mistake,
                tour.previous_mistake,
                tour.retry,
                tour.show_solution,
                tour.show_better,
                tour.play_better,
            ),
        )
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
            self._back = button(
                text("back_to_game_short"),
                page.return_to_game,
                icon="keyboard_return",
                label=text("back_to_game"),
                classes="of-status__back",
            )
            self._play_on = button(
                text("play_on_short"), page.play_on, icon="call_split", label=text("play_on")
            )
            self._again = button(text("again"), page.restart, icon="replay")
        self._opening = span("", "of-opening")
        self._unsaved = span("", "of-problem").props("role=alert")

    def _build_tools(self) -> None:
        page, text = self._page, self._text
        with ui.element("div").classes("of-tools"):
            self._undo = button(text("undo"), lambda: page.act(page.session.undo), icon="undo")
            self._redo = button(text("redo"), lambda: page.act(page.session.redo), icon="redo")
            button(text("restart"), page.restart, icon="restart_alt")
            self._resign = button(text("resign"), page.ask_resign, icon="flag")
            self._analyse = button(text("analyse"), page.toggle_analysis, icon="insights")
            self._review = button(text("review"), page.toggle_review, icon="fact_check")
            self._explore = button(text("explore"), page.toggle_explorer, icon="menu_book")

    def _build_steps(self) -> None:
        page, text = self._page, self._text
        steps: list[tuple[str, str, Callable[[], Any]]] = [
            ("first", "first_page", lambda: page.session.go_to_start()),
            ("previous", "chevron_left", lambda: page.session.step(-1)),
            ("next", "chevron_right", lambda: page.session.step(1)),
            ("last", "last_page", lambda: page.session.go_to_end()),
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
        """Show a button to continue the visitor's last unfinished game."""
        set_shown(self._offer, True)

    def show(self, room: Room, reviewed: Mapping[str, MoveReview]) -> None:
        """Update the panel for the game of `room`.

        `reviewed` maps paths (the squares played up to a move, joined) to reviews of moves.
        """
        session, game = room.session, room.session.game
        self._show_status(room)
        if self._start is not None:
            self._start.show(room)
        set_enabled(self._undo, session.can_undo())
        set_enabled(self._redo, game.can_redo())
        is_played = not session.is_over and not session.is_record
        set_enabled(self._resign, is_played and bool(session.persons))
        for key, is_possible in (
            ("first", game.can_undo()),
            ("previous", game.can_undo()),
            ("next", game.can_redo()),
            ("last", game.can_redo()),
        ):
            set_enabled(self._steps[key], is_possible)
        set_pressed(self._analyse, session.is_analysing)
        set_pressed(self._explore, self._page.visit.settings.explorer)
        set_shown(self._analysis.element, session.is_analysing)
        if session.is_analysing:
            view = self._page.visit.settings.view
            book = shipped_book().find(game.position)
            self._analysis.show(room.analysis, room.place_in_line, game.to_move, view, book)
        self._show_review(room, reviewed)
        self._moves.show(session, reviewed)
        set_shown(self._promote, session.is_in_variation)
        set_shown(self._delete, session.is_in_variation)
        set_shown(self._graph.element, self._graph.show(session, reviewed))
        if self._comment._props.get("value") != session.comment_here:
            self._comment._props["value"] = session.comment_here
            self._comment.update()

    def _show_status(self, room: Room) -> None:
        session = room.session
        is_played = not session.is_over and not session.is_analysing
        if session.is_record:
            waits = session.game.result is None and len(session.persons) < len(session.players)
        else:
            is_program = not session.is_person(session.game.to_move)
            waits = is_played and (is_program or session.is_clock_stopped)
        set_text(self._status, status_text(room, self._text))
        set_text(self._opening, opening_name(session.game, self._text.code) or "")
        set_shown(self._stop, room.is_thinking)
        set_shown(self._go, waits and not room.is_thinking)
        set_shown(self._back, session.is_in_variation)
        set_shown(self._play_on, session.is_record and not session.game.is_over())
        set_shown(self._again, session.is_over)
        reason = room.unsaved_reason
        set_text(self._unsaved, self._text("not_saved", reason=reason) if reason else "")
        if session.game.root.children:
            set_shown(self._offer, False)

    def _show_review(self, room: Room, reviewed: Mapping[str, MoveReview]) -> None:
        review = room.review if reviewed else None
        is_under_way = room.review_progress is not None
        set_pressed(self._review, is_under_way)
        set_enabled(self._review, bool(room.session.game.root.children))
        set_shown(self._review_panel.element, review is not None or is_under_way)
        here = reviewed.get(room.session.game_path)
        self._review_panel.show(
            review,
            room.review_progress,
            here if not room.session.is_in_variation else None,
            view=self._page.visit.settings.view,
            retry=self._page.tour.shown_answer,
            can_retry=self._page.tour.mistake_here is not None,
        )
