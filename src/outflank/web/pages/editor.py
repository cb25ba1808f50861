"""The page `/editor`, on which a visitor sets up any position."""

from __future__ import annotations

from functools import partial

from fastapi import Request
from nicegui import ui

from outflank.errors import OutflankError
from outflank.formats.boards import format_board
from outflank.play.session import Session
from outflank.rules.game import BLACK, WHITE, Colour, Game
from outflank.rules.position import Position
from outflank.rules.squares import Square, mask_of
from outflank.web.board import Board, cells_of
from outflank.web.pages.frame import Entry, Visit, header, set_up
from outflank.web.pages.keys import listen
from outflank.web.pages.new_game import NewGameDialog
from outflank.web.pages.origin import game_of
from outflank.web.pages.parts import button, set_enabled, set_pressed, set_text, span
from outflank.web.pages.pasting import paste_field
from outflank.web.pages.services import rooms
from outflank.web.reading import reader
from outflank.web.setting_up import setup_doubts, setup_problems

BRUSHES = {"cycle": "autorenew", "X": "circle", "O": "radio_button_unchecked", ".": "backspace"}
NEXT = {".": "X", "X": "O", "O": "."}


def register() -> None:
    """Declare the page to NiceGUI."""

    @ui.page("/editor")
    async def editor_page(request: Request) -> None:
        node = game_of(request).current
        Editor(Visit.of(request), cells_of(node), node.to_move)


class Editor:
    """The editor page: a click on a square of the board changes its disc.

    `cells` are the initial discs, as `cells_of` returns them.
    """

    def __init__(self, visit: Visit, cells: str, to_move: Colour) -> None:
        self._visit = visit
        self._text = text = visit.text
        self._cells = cells
        self._to_move = to_move
        self._brush = "cycle"
        set_up(visit, text("editor"))
        header(
            visit,
            [
                Entry("new_game", "add_circle_outline", "/"),
                Entry("library", "local_library", "/library"),
            ],
        )
        with ui.element("main").classes("of-page"):
            ui.html(text("editor"), sanitize=False, tag="h1").classes("of-hidden")
            with ui.element("div").classes("of-stage"):
                self._board = Board(text, visit.settings, self._paint)
                listen({})
            with (
                ui.element("section")
                .classes("of-panel of-panel--tall")
                .props(f'aria-label="{text("editor")}"')
            ):
                self._build_panel()
        self._new_game: NewGameDialog | None = None
        self._show()

    def _build_panel(self) -> None:
        text = self._text
        span(text("editor_help"), "of-soft")
        with (
            ui.element("div")
            .classes("of-actions")
            .props(f'role="group" aria-label="{text("brush")}"')
        ):
            self._brushes = {
                brush: button(text(f"brush_{key}"), partial(self._take, brush), icon=icon)
                for key, (brush, icon) in zip(
                    ("cycle", "black", "white", "empty"), BRUSHES.items(), strict=True
                )
            }
        with ui.element("div").classes("of-actions"):
            self._sides = {
                colour: button(
                    text("to_move", side=text(colour.value)),
                    partial(self._turn, colour),
                )
                for colour in (BLACK, WHITE)
            }
        with ui.element("div").classes("of-actions"):
            button(text("start_position"), lambda: self._set(cells_of(Game().root)), icon="home")
            button(text("clear"), lambda: self._set("." * 64), icon="clear_all")
        self._pasted = paste_field(text)
        button(text("set_pasted"), self._set_pasted, icon="content_paste")
        self._problem = span("", "of-problem").props("role=status")
        self._doubt = span("", "of-soft")
        with ui.element("div").classes("of-actions"):
            self._play = button(text("play_from_here"), self._ask_players, icon="play_arrow")
            self._analyse = button(text("analyse_this"), self._analyse_this, icon="insights")
        self._play.classes("of-button--main")

    def _show(self) -> None:
        black, white = self._masks()
        text = self._text
        self._board.edit(self._cells)
        problems, doubts = setup_problems(black, white), setup_doubts(black, white)
        set_text(self._problem, " ".join(text(key) for key in problems))
        set_text(self._doubt, " ".join(text(key) for key in doubts))
        for colour, element in self._sides.items():
            set_pressed(element, colour is self._to_move)
        for brush, element in self._brushes.items():
            set_pressed(element, brush == self._brush)
        for element in (self._play, self._analyse):
            set_enabled(element, not problems)

    def _masks(self) -> tuple[int, int]:
        black = mask_of(square for square in range(64) if self._cells[square] == "X")
        white = mask_of(square for square in range(64) if self._cells[square] == "O")
        return black, white

    def _game(self) -> Game:
        black, white = self._masks()
        position = Position(black, white)
        return Game(position if self._to_move is BLACK else position.swapped(), self._to_move)

    def _paint(self, square: Square) -> None:
        mark = NEXT[self._cells[square]] if self._brush == "cycle" else self._brush
        self._set(self._cells[:square] + mark + self._cells[square + 1 :])

    def _take(self, brush: str) -> None:
        self._brush = brush
        self._show()

    def _turn(self, colour: Colour) -> None:
        self._to_move = colour
        self._show()

    def _set(self, cells: str) -> None:
        self._cells = cells
        self._show()

    async def _set_pasted(self) -> None:
        try:
            game = await reader().game(self._pasted.value, visitor=self._visit.visitor)
        except OutflankError as error:
            set_text(self._problem, str(error))
            return
        self._to_move = game.to_move
        self._set(cells_of(game.current))

    def _ask_players(self) -> None:
        game = self._game()
        if self._new_game is None:
            self._new_game = NewGameDialog(self._visit, self._start, self._game)
        self._new_game.open(format_board(game.root.position, game.root.to_move))

    def _analyse_this(self) -> None:
        session = Session(self._game())
        session.analyse(True)
        self._start(session)

    def _start(self, session: Session) -> None:
        room = rooms().create(session, self._visit.visitor)
        room.save(even_empty=True)
        ui.navigate.to(f"/g/{room.id}")
