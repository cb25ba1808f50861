"""Lines of play as rows of buttons, one for each move.

Mouse hover or keyboard focus on a move previews the line up to that move on the board; a click
plays it. On touch screens the first tap previews the line, and a second tap on the same move plays
it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from nicegui import ui
from nicegui.events import GenericEventArguments

from outflank.rules.squares import Square, square_name

# A tap also sets the focus before its click, but not :focus-visible.
_HOVERED = """(event) => {
  if (event.pointerType === "touch") return;
  if (event.type === "focusin" && !event.target.matches(":focus-visible")) return;
  const move = event.target.closest("[data-line]");
  const now = move ? move.dataset.line : "";
  if (now !== event.currentTarget.shown) { event.currentTarget.shown = now; emit(now); }
}"""
# After a tap, new lines replace the focused ones; this must not hide the line.
_LEFT = """(event) => {
  const isByTouch = event.type === "focusout" && event.currentTarget.touched;
  if (event.pointerType === "touch" || isByTouch) return;
  event.currentTarget.shown = "";
  emit("");
}"""
_CLICKED = """(event) => {
  const move = event.target.closest("[data-line]");
  if (!move) return;
  const isSecond = event.currentTarget.shown === move.dataset.line;
  event.currentTarget.shown = move.dataset.line;
  event.currentTarget.touched = event.pointerType === "touch";
  emit([event.pointerType !== "touch" || isSecond ? "play" : "show", move.dataset.line]);
}"""

OnLine: TypeAlias = Callable[[int, list[Square]], None]
"""Callback for a line of play: index of the line, and its moves up to the chosen one.

An empty list of moves means that the preview should be removed.
"""


class Lines:
    """Handles mouse, keyboard and touch on the `line_html` buttons inside `element`.

    `on_show` previews a line, `on_play` plays it. `lines` has the moves of each line.
    """

    def __init__(self, element: ui.element, on_show: OnLine, on_play: OnLine) -> None:
        self.lines: list[Sequence[Square]] = []
        self._on_show = on_show
        self._on_play = on_play
        for name, handler in (
            ("pointerover", _HOVERED),
            ("pointerleave", _LEFT),
            ("focusin", _HOVERED),
            ("focusout", _LEFT),
        ):
            element.on(name, self._hovered, js_handler=handler)
        element.on("click", self._clicked, js_handler=_CLICKED)

    def _hovered(self, event: GenericEventArguments) -> None:
        self._on_show(*self._named(event.args))

    def _clicked(self, event: GenericEventArguments) -> None:
        if not (isinstance(event.args, list) and len(event.args) == 2):
            return
        number, moves = self._named(event.args[1])
        if moves:
            (self._on_play if event.args[0] == "play" else self._on_show)(number, moves)

    def _named(self, name: object) -> tuple[int, list[Square]]:
        """Parse the name of a button, ``index.length``: index of a line and number of its moves.

        Returns the index and the first `length` moves of that line; no moves if the name is
        invalid.
        """
        line, _, length = str(name).partition(".")
        if not (line.isdigit() and length.isdigit() and int(line) < len(self.lines)):
            return 0, []
        return int(line), list(self.lines[int(line)][: int(length)])


def line_html(index: int, moves: Sequence[Square]) -> str:
    """The moves of the line with this index as HTML buttons."""
    buttons = "".join(
        f'<button type="button" data-line="{index}.{number}">{square_name(move)}</button>'
        for number, move in enumerate(moves, 1)
    )
    return f'<span class="of-line__moves">{buttons}</span>'
