"""The game board as a NiceGUI element, drawn in the browser by board.js."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from outflank.rules.game import BLACK, Node
from outflank.rules.squares import Square, squares_of
from outflank.web.languages import Language
from outflank.web.settings import SPEEDS, Settings


class Board(ui.element, component="board.js"):
    """A board on a page; calls `on_square` with the square that the visitor clicked."""

    def __init__(
        self, text: Language, settings: Settings, on_square: Callable[[Square], None]
    ) -> None:
        super().__init__()
        self._props.update(
            cells="." * 64,
            legal=[],
            turn="X",
            last=-1,
            open=False,
            heard=0,
            editing=False,
            scores={},
            marks={},
            line=[],
            base=None,
            arrow=[],
            notice="",
            words={
                "board": text("board"),
                ".": text("empty"),
                "X": text("black"),
                "O": text("white"),
                "legal": text("legal_move"),
                "last": text("last_move"),
                "score": text("score"),
            },
        )
        self.use(settings)

        def chosen(event: GenericEventArguments) -> None:
            square = event.args
            if isinstance(square, int) and 0 <= square < 64:
                on_square(square)
            # The browser already shows the move; `heard` makes it show our state again.
            self._set(heard=self._props["heard"] + 1)

        self.on("square", chosen)

    def use(self, settings: Settings) -> None:
        """Apply the visitor's settings: legal moves, coordinates, animation speed and sound."""
        self._props.update(
            hints=settings.legal,
            labels=settings.coordinates,
            speed=SPEEDS[settings.speed],
            sound=settings.sound,
        )
        self.update()

    def show(
        self,
        node: Node,
        *,
        is_open: bool,
        scores: Mapping[Square, Any] | None = None,
        marks: Mapping[Square, Any] | None = None,
        arrow: tuple[Square, Square] | None = None,
    ) -> None:
        """Show the position of `node`; with `is_open`, the visitor can click legal squares.

        `scores` has values of moves and `marks` the verdicts of a review (such as "?" for a
        mistake), to be shown on their squares. `arrow` points from a played move to a better one.
        """
        played = [step.move for step in node.line() if not step.is_pass]
        self._set(
            cells=cells_of(node),
            legal=list(squares_of(node.position.legal_mask)),
            turn="X" if node.to_move is BLACK else "O",
            last=played[-1] if played else -1,
            open=is_open,
            scores=dict(scores or {}),
            marks=dict(marks or {}),
            arrow=list(arrow or ()),
        )

    def edit(self, cells: str) -> None:
        """Show discs that need not form a legal position; every square can be clicked.

        `cells` has 64 characters, as `cells_of` returns them.
        """
        self._set(cells=cells, editing=True)

    def show_line(self, line: Sequence[Square], start: Node | None = None) -> None:
        """Preview a line of moves as numbered discs; an empty line removes the preview.

        `start` is the node where the line begins; None means the position on the board.
        """
        base = None
        if line and start is not None:
            base = {"cells": cells_of(start), "turn": "X" if start.to_move is BLACK else "O"}
        self._set(line=list(line), base=base)

    def announce(self, notice: str) -> None:
        """Show a notice across the board; an empty text removes it."""
        self._set(notice=notice)

    def _set(self, **values: Any) -> None:
        if any(self._props.get(name) != value for name, value in values.items()):
            self._props.update(values)
            self.update()


def cells_of(node: Node) -> str:
    """The board as 64 characters from a1 to h8: X for black, O for white, a dot for empty."""
    black, white = node.black, node.white
    return "".join(
        "X" if black >> square & 1 else "O" if white >> square & 1 else "." for square in range(64)
    )
