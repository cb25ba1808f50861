"""Keyboard and mouse wheel control of a page with a board, and the dialog that explains it."""

from __future__ import annotations

import json
from collections.abc import Callable

from nicegui import ui
from nicegui.events import GenericEventArguments

from outflank.web.languages import Language
from outflank.web.pages.parts import Dialog, button, span

SHOWN = (
    ("← →", "keys_step"),
    ("Home End", "keys_ends"),
    ("Esc", "back_to_game"),
    ("n p", "keys_mistakes"),
    ("r", "retry"),
    ("f", "keys_flip"),
    ("f 5", "keys_square"),
    ("?", "help"),
)
"""The keys in the help dialog, each with the key of its explanation in the language files."""

MEANINGS = ("score_means", "selective_means", "exact_means")

# The letter f begins a square name, or flips the board if no digit follows in time.
_SCRIPT = """
(() => {
  const FLIP_MILLISECONDS = 700, WHEEL_MILLISECONDS = 90;
  const KEYS = %s;
  let column = "", timer = 0, wheeled = 0;
  const forget = () => { clearTimeout(timer); column = ""; };
  const flip = () => window.dispatchEvent(new Event("of-flip"));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("input, textarea, select, .q-dialog, .q-menu")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (column && /^[1-8]$/.test(key)) {
      const cell = document.querySelector(`[data-square=${column}${key}]`);
      forget();
      if (cell) cell.click();
    } else if (/^[a-h]$/.test(key)) {
      forget();
      column = key;
      timer = setTimeout(() => {
        const alone = column;
        forget();
        if (alone === "f") flip();
      }, FLIP_MILLISECONDS);
    } else if (KEYS.includes(key)) {
      emitEvent("of_key", key);
    } else return;
    event.preventDefault();
  });
  document.addEventListener("wheel", (event) => {
    if (event.ctrlKey || !KEYS.includes("ArrowRight") || !event.target.closest(".of-board")) return;
    if (!matchMedia("(pointer: fine)").matches) return;
    event.preventDefault();
    if (event.timeStamp - wheeled < WHEEL_MILLISECONDS || !event.deltaY) return;
    wheeled = event.timeStamp;
    emitEvent("of_key", event.deltaY > 0 ? "ArrowRight" : "ArrowLeft");
  }, { passive: false });
  window.addEventListener("popstate", () => location.reload());
})();
"""


def listen(actions: dict[str, Callable[[], None]]) -> None:
    """Handle keys on the page: `actions` maps the name of a key to what it does.

    Square names and the key that flips the board need no action: the browser handles them.
    """

    def pressed(event: GenericEventArguments) -> None:
        if isinstance(event.args, str) and event.args in actions:
            actions[event.args]()

    ui.add_body_html(f"<script>{_SCRIPT % json.dumps(list(actions))}</script>")
    ui.on("of_key", pressed)


class HelpDialog:
    """The dialog that explains the keys and the terms of an analysis."""

    def __init__(self, text: Language) -> None:
        self._dialog = Dialog(text("help"), text("close"))
        with self._dialog.body:
            with ui.element("dl").classes("of-keys"):
                for keys, action in SHOWN:
                    with ui.element("dt"):
                        for key in keys.split():
                            ui.html(key, sanitize=False, tag="kbd")
                    with ui.element("dd"):
                        span(text(action))
            for meaning in MEANINGS:
                ui.html(text(meaning), sanitize=False, tag="p").classes("of-soft")
            with ui.element("div").classes("of-dialog__end"):
                button(text("done"), self._dialog.close).classes("of-button--main")

    def open(self) -> None:
        """Show the dialog."""
        self._dialog.open()
