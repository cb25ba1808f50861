"""The page of a game: the board, the players, and a panel with buttons, moves and analyses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from nicegui import background_tasks, context, ui

from outflank.engine.review import MoveReview
from outflank.engine.review_settings import ReviewSettings
from outflank.errors import OutflankError
from outflank.play.paths import path_of
from outflank.play.session import Session
from outflank.rules.game import Node
from outflank.rules.squares import Square
from outflank.web.board import Board
from outflank.web.languages import Language
from outflank.web.levels import opponent_of
from outflank.web.loading import session_from_link
from outflank.web.pages.analysis import EvaluationBar, scores_on_board
from outflank.web.pages.announcing import Announcer
from outflank.web.pages.dialogs import GameDialogs
from outflank.web.pages.explorer_panel import ExplorerPanel
from outflank.web.pages.frame import Entry, Visit, apply_theme, header, set_up
from outflank.web.pages.keys import listen
from outflank.web.pages.moves import VERDICT_MARKS
from outflank.web.pages.origin import address_from
from outflank.web.pages.panel import Panel
from outflank.web.pages.parts import set_shown
from outflank.web.pages.scores import black_score, seen_score, view_text
from outflank.web.pages.services import rooms
from outflank.web.pages.sides import Sides
from outflank.web.pages.touring import Tour
from outflank.web.rooms import ANSWER_SECONDS, Room
from outflank.web.settings import SPEEDS

CLOCK_SECONDS = 0.25


def register() -> None:
    """Register the handlers of the start page and of the page of a game."""

    @ui.page("/")
    async def start(request: Request, game: str = "") -> Response | None:
        visit = Visit.of(request)
        if game:
            try:
                session = session_from_link(game)
            except OutflankError as error:
                GamePage(visit, fresh_room(visit), problem=str(error))
                return None
            # A shared game is saved at its first change; then its link opens the saved game.
            game_id = rooms().store.find(visit.visitor, session)
            if game_id is not None:
                return RedirectResponse(f"/g/{game_id}", 303)
            GamePage(visit, rooms().create(session, visit.visitor))
            return None
        GamePage(visit, fresh_room(visit), is_start=True)
        return None

    @ui.page("/g/{game_id}")
    async def game_page(request: Request, game_id: str) -> None:
        visit = Visit.of(request)
        room = rooms().open(game_id)
        if room is None:
            GamePage(visit, fresh_room(visit), problem=visit.text("no_such_game"))
        else:
            GamePage(visit, room)


def fresh_room(visit: Visit) -> Room:
    """Open a new game, in a room of its own, against the opponent that the visitor chose last."""
    return rooms().create(Session(white=visit.settings.opponent), visit.visitor)


class GamePage:
    """The page that shows a room, that is an open game; `open` switches to another room.

    `problem` is an error message to show. `is_start` is set for the start page, which offers to
    continue the visitor's last game.
    """

    def __init__(
        self, visit: Visit, room: Room, *, problem: str = "", is_start: bool = False
    ) -> None:
        self.visit = visit
        self.room = room
        self.text = visit.text
        self.client = context.client
        self.tour = Tour(self)
        self._is_start = is_start
        self._is_entered = False
        self._address = ""
        self._build()
        self.dialogs = GameDialogs(self)
        self.client.on_connect(self._enter)
        self.client.on_delete(self._leave)
        self.show()
        if problem:
            self.complain(problem)
        elif is_start:
            self._offer_last()

    # Connecting

    def _enter(self) -> None:
        if not self._is_entered:
            self._is_entered = True
            self.room = rooms().reopened(self.room)
            self.room.enter(self._changed)
            self._changed()

    def _leave(self) -> None:
        self.room.leave(self._changed)
        rooms().close_if_empty(self.room)

    def open(self, room: Room) -> None:
        """Leave the current room and show another one."""
        self._leave()
        self.room = room
        self._announcer.forget()
        self._set_up_room()
        self.room.enter(self._changed)
        self._changed()

    def prepare(self, session: Session) -> None:
        """Show a new game, which is saved only after its first move."""
        self.open(rooms().create(session, self.visit.visitor))

    def start(self, session: Session) -> None:
        """Start a new game, save it, and remember its opponent for the next visit."""
        for spec in session.players.values():
            if opponent_of(spec) is not None:
                self.visit.change(opponent=spec)
        room = rooms().create(session, self.visit.visitor)
        room.save(even_empty=True)
        self.open(room)

    def _changed(self) -> None:
        with self.client:
            self.show()

    def _answer_seconds(self) -> float:
        return ANSWER_SECONDS if SPEEDS[self.visit.settings.speed] else 0.0

    def _offer_last(self) -> None:
        for summary in rooms().store.games_of(self.visit.visitor, 1):
            if summary.is_open and summary.public_id is not None:
                self._panel.offer()
                self._offered = summary.public_id

    def continue_last(self) -> None:
        """Open the visitor's last game, which the start page has offered."""
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
                Entry("library", "local_library", "/library"),
                Entry("editor", "grid_on", lambda: self._edit()),
                Entry("lab", "science", lambda: self._open_lab()),
                Entry("match", "sports_score", "/lab/match"),
                Entry("help", "help_outline", lambda: self.dialogs.help.open()),
                Entry("settings", "settings", lambda: self.dialogs.change_settings()),
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
                self._panel = Panel(self, has_start=self._is_start)
                self._explorer = ExplorerPanel(self.visit, self._square_chosen)
        self._announcer = Announcer(text, self._board)
        self._set_up_room()
        self._clock_timer = ui.timer(CLOCK_SECONDS, self._tick, active=False)
        listen(self._key_actions())

    # Showing

    @property
    def session(self) -> Session:
        """The game of the room with its players and clock."""
        return self.room.session

    def show(self) -> None:
        """Redraw the page from the current state of the room."""
        session, node = self.session, self.session.game.current
        reviewed = self.room.reviewed_moves()
        here = reviewed.get(path_of(node))
        self.tour.note_place()
        self._sides.show(session)
        self._board.show(
            node,
            is_open=session.may_move(),
            scores=scores_on_board(self.room.analysis, node.to_move, self.visit.settings.view)
            if session.is_analysing
            else None,
            marks=_marks(here, self.text),
            arrow=self._better_move(here),
        )
        self._announcer.show(session)
        self._show_bar(node, here)
        self._panel.show(self.room, reviewed)
        self._explorer.show(node)
        self._clock_timer.active = session.is_clock_running
        self._set_address()

    def _better_move(self, here: MoveReview | None) -> tuple[Square, Square] | None:
        """The mistake that led to the position on the board, and the better move, for an arrow.

        None if the last move was no mistake, or while the visitor retries the mistake.
        """
        if here is None or not here.is_mistake or self.tour.is_retrying:
            return None
        return here.move, here.best

    def _show_bar(self, node: Node, reviewed: MoveReview | None) -> None:
        analysis = self.room.analysis
        set_shown(self._bar.element, self.session.is_analysing or self.room.review is not None)
        is_exact = False
        if analysis is not None:
            score: float | None = analysis.score
            is_exact = analysis.is_exact
        elif reviewed is not None:
            sign = -1 if node.to_move is not reviewed.colour else 1
            score, is_exact = sign * reviewed.played_score, reviewed.analysis.is_exact
        else:
            score = None if node.evaluation is None else -node.evaluation
        view = self.visit.settings.view
        self._bar.show(
            None if score is None else black_score(score, node.to_move),
            seen_score(score or 0.0, node.to_move, view),
            view_text(node.to_move, view, self.text),
            is_exact,
        )

    def _set_address(self) -> None:
        address = f"/g/{self.room.id}" if self.room.is_saved else ""
        if address and address != self._address:
            method = "pushState" if self._address else "replaceState"
            self._address = address
            ui.run_javascript(
                f"if (location.pathname !== '{address}') history.{method}(null, '', '{address}')"
            )

    def _tick(self) -> None:
        self._sides.show_clocks(self.session)

    def complain(self, problem: str) -> None:
        """Show an error message on the page."""
        with self.client:
            ui.notify(problem, type="negative", position="top", multi_line=True, timeout=6000)

    # Actions

    def act(self, change: Callable[[], Any]) -> None:
        """Apply a change to the session, and show an error message if it fails."""
        try:
            self.room.do(change)
        except OutflankError as error:
            self.complain(str(error))

    def _square_chosen(self, square: Square) -> None:
        if self.tour.is_retrying:
            background_tasks.create(self.tour.try_move(square))
            return
        try:
            self.room.play(square)
        except OutflankError as error:
            self.complain(str(error))

    def node_chosen(self, path: str) -> None:
        """Go to the position after the moves in `path`, which the visitor has clicked."""
        self.act(lambda: self.session.go_to(path))

    def _key_actions(self) -> dict[str, Callable[[], None]]:
        return {
            "ArrowLeft": lambda: self.act(lambda: self.session.step(-1)),
            "ArrowRight": lambda: self.act(lambda: self.session.step(1)),
            "Home": lambda: self.act(self.session.go_to_start),
            "End": lambda: self.act(self.session.go_to_end),
            "Escape": self.return_to_game,
            "n": self.tour.next_mistake,
            "p": self.tour.previous_mistake,
            "r": self.tour.retry,
            "?": lambda: self.dialogs.help.open(),
        }

    def return_to_game(self) -> None:
        """End a retry at its mistake, or go back from the variation on the board to the game."""
        if self.tour.is_retrying:
            self.tour.show_solution()
        elif self.session.is_in_variation:
            self.tour.leave_variation()

    def play_on(self) -> None:
        """Open the dialog for a new game that continues a copy of this one from here."""
        self.dialogs.new_game.open(from_here=True)

    def stop_player(self) -> None:
        """Pause the computer player whose turn it is."""
        self.act(self.session.pause)

    def resume(self) -> None:
        """Let the paused computer player go on."""
        self.act(self.session.resume)

    def restart(self) -> None:
        """Start a new game with the same players, clock and starting position."""
        self.start(self.session.restarted())

    def ask_resign(self) -> None:
        """Ask for confirmation, then resign the game."""
        self.dialogs.ask(
            self.text("resign"), self.text("resign_sure"), lambda: self.act(self.session.resign)
        )

    def toggle_analysis(self) -> None:
        """Turn the analysis of the shown position on or off."""
        self.act(lambda: self.session.analyse(not self.session.is_analysing))

    def toggle_explorer(self) -> None:
        """Open or close the opening explorer; the choice is kept for later visits."""
        self.visit.change(explorer=not self.visit.settings.explorer)
        self.show()

    def toggle_review(self) -> None:
        """Stop the running review, or open the dialog that starts one."""
        if self.room.review_progress is not None:
            self.room.stop_review()
        else:
            self.dialogs.choose_review(self.session.game, self._start_review)

    def _start_review(self, settings: ReviewSettings) -> None:
        self.act(lambda: None if self.session.is_over else self.session.pause())
        self.room.start_review(settings)

    def show_line(self, line: list[Square], start: Node | None = None) -> None:
        """Preview a line of moves on the board, from `start` or from the current position."""
        self._board.show_line(line, start)

    def play_line(self, line: list[Square]) -> None:
        """Play the moves of a line that the visitor has chosen in the analysis."""

        def play() -> None:
            for move in line:
                if move < 64:
                    self.session.play(move)

        if line and self.session.is_analysing:
            self.act(play)

    def promote_line(self) -> None:
        """Make the variation on the board the main line."""
        self.act(lambda: self.session.promote(self.session.path))

    def delete_line(self) -> None:
        """Delete the variation on the board."""
        self.act(self.session.delete_variation)

    def comment(self, comment: str) -> None:
        """Set the comment of the last move before the shown position."""
        self.session.comment(comment)
        self.room.save()
        self.room.tell()

    def _edit(self) -> None:
        ui.navigate.to(address_from("/editor", self.room))

    def _open_lab(self) -> None:
        ui.navigate.to(address_from("/lab", self.room))

    def use_book(self, is_used: bool) -> None:
        """Turn the opening book on or off for analyses and reviews; kept for later visits."""
        self.visit.change(book=is_used)
        self._set_up_room()

    def _set_up_room(self) -> None:
        """Apply the visitor's settings to the room.

        The setting of the opening book is applied only if the visitor made the game.
        """
        self.room.answer_seconds = self._answer_seconds()
        if self.visit.visitor == self.room.visitor:
            self.room.use_book(self.visit.settings.book_choice)

    def use_settings(self) -> None:
        """Apply the visitor's changed settings to the page and the room."""
        self._board.use(self.visit.settings)
        self.show()
        self._set_up_room()
        apply_theme(self.visit.settings)


def _marks(reviewed: MoveReview | None, text: Language) -> dict[Square, dict[str, str]]:
    if reviewed is None or reviewed.verdict not in VERDICT_MARKS:
        return {}
    kind = reviewed.verdict.value
    mark = VERDICT_MARKS[reviewed.verdict]
    return {reviewed.move: {"kind": kind, "text": mark, "spoken": text(kind)}}
