"""The board as a NiceGUI element; what it draws and how is in board.js."""

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
    """A board that shows what it is told and says which square was chosen."""

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
            # The board goes ahead of us; now it shows again what we say.
            self._set(heard=self._props["heard"] + 1)

        self.on("square", chosen)

    def use(self, settings: Settings) -> None:
        """Obey the visitor's settings."""
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
        """Show the position of `node`; `is_open` lets a legal square be chosen.

        `arrow` leads from a move that was played to a better one.
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
        """Show any discs, every square of which can be chosen."""
        self._set(cells=cells, editing=True)

    def show_line(self, line: Sequence[Square], start: Node | None = None) -> None:
        """Show a line of play as numbered discs; an empty one hides it.

        `start` is where the line begins, if that is not the position on the board.
        """
        base = None
        if line and start is not None:
            base = {"cells": cells_of(start), "turn": "X" if start.to_move is BLACK else "O"}
        self._set(line=list(line), base=base)

    def announce(self, notice: str) -> None:
        """Write something across the board; an empty text takes it away."""
        self._set(notice=notice)

    def _set(self, **values: Any) -> None:
        if any(self._props.get(name) != value for name, value in values.items()):
            self._props.update(values)
            self.update()


def cells_of(node: Node) -> str:
    """The squares from a1 to h8: X black, O white, a dot empty."""
    black, white = node.black, node.white
    return "".join(
        "X" if black >> square & 1 else "O" if white >> square & 1 else "." for square in range(64)
    )
