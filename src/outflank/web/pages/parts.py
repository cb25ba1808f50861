"""Basic controls of the pages, such as buttons, fields and dialogs.

They are native HTML elements, which keyboards and screen readers support.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any, Protocol

from nicegui import ui
from nicegui.events import GenericEventArguments

from outflank.errors import OutflankError


def button(
    caption: str,
    action: Callable[[], Any] | None = None,
    *,
    icon: str = "",
    label: str = "",
    classes: str = "",
) -> ui.element:
    """A button with a caption, an icon or both; `action` is called on a click.

    `label` is a tooltip and the name for screen readers, needed if there is no caption.
    """
    made = ui.element("button").classes(f"of-button {classes}").props('type="button"')
    if label:
        made._props["aria-label"] = label
        made._props["title"] = label
    if icon and not caption:
        made.classes("of-button--icon")
    with made:
        if icon:
            ui.icon(icon).props("aria-hidden=true")
        if caption:
            span(caption)
    if action is not None:
        made.on("click", lambda: action(), args=[])
    return made


def link(caption: str, address: str, *, icon: str = "", classes: str = "") -> ui.element:
    """A link to the URL `address` that looks like a button."""
    made = ui.element("a").classes(f"of-button {classes}")
    made._props["href"] = address
    with made:
        if icon:
            ui.icon(icon).props("aria-hidden=true")
        span(caption)
    return made


def span(caption: str, classes: str = "") -> ui.html:
    """A piece of text with CSS classes; HTML in `caption` is escaped."""
    return ui.html(escape(caption), sanitize=False, tag="span").classes(classes)


def set_text(element: ui.html, caption: str) -> None:
    """Change the text of an element; HTML in `caption` is escaped."""
    element.content = escape(caption)


def set_enabled(element: ui.element, enabled: bool) -> None:
    """Enable or disable a button."""
    if bool(element._props.get("disabled")) == enabled:
        if enabled:
            element._props.pop("disabled", None)
        else:
            element._props["disabled"] = True
        element.update()


def set_shown(element: ui.element, shown: bool) -> None:
    """Show or hide an element."""
    if shown:
        element.classes(remove="of-gone")
    else:
        element.classes(add="of-gone")


def set_pressed(element: ui.element, is_on: bool) -> None:
    """Show a toggle button as on or off."""
    if is_on:
        element.classes(add="of-button--on")
    else:
        element.classes(remove="of-button--on")
    pressed = "true" if is_on else "false"
    if element._props.get("aria-pressed") != pressed:
        element._props["aria-pressed"] = pressed
        element.update()


class Choice:
    """A labelled drop-down list; `options` maps keys to titles, `value` is the selected key.

    `on_change` is called with the new key after the visitor selects another option.
    """

    def __init__(
        self,
        caption: str,
        options: Mapping[str, str],
        value: str,
        on_change: Callable[[str], Any] | None = None,
    ) -> None:
        self._options = dict(options)
        self.value = value
        self._on_change = on_change
        with ui.element("label").classes("of-field") as self.field:
            span(caption)
            self._select = ui.element("select")
            # Without it, screen readers would read out the label with all options.
            self._select._props["aria-label"] = caption
            with self._select:
                for key, title in options.items():
                    option = ui.element("option")
                    option._props["value"] = key
                    option._text = title
            self._select._props["value"] = value
            self._select.on("change", self._chosen, js_handler="(e) => emit(e.target.value)")

    def set(self, value: str) -> None:
        """Select the option with the key `value`, without calling `on_change`."""
        self.value = value
        self._select._props["value"] = value
        self._select.update()

    def _chosen(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, str) and event.args in self._options:
            self.value = event.args
            self._select._props["value"] = event.args
            if self._on_change is not None:
                self._on_change(event.args)


class Field:
    """A labelled text field; `tag` is ``input`` or ``textarea``, `value` the current text.

    `longest` is the maximum length in characters; `on_change` is called with the text as it is
    typed.
    """

    def __init__(
        self,
        caption: str,
        value: str = "",
        *,
        tag: str = "input",
        props: str = "",
        longest: int = 1000,
        on_change: Callable[[str], Any] | None = None,
    ) -> None:
        self.value = value
        self._longest = longest
        self._on_change = on_change
        with ui.element("label").classes("of-field") as self.field:
            span(caption)
            self._input = ui.element(tag).props(props)
            self._input._props["aria-label"] = caption
            self._input._props["value"] = value
            self._input._props["maxlength"] = longest
            self._input.on("input", self._typed, js_handler="(e) => emit(e.target.value)")

    def set(self, value: str) -> None:
        """Replace the text, without calling `on_change`."""
        self.value = value
        self._input._props["value"] = value
        self._input.update()

    def number(self, most: float) -> float:
        """The text as a number from 0 to `most`; raises `OutflankError` if it is not one."""
        try:
            number = float(self.value)
        except ValueError:
            raise OutflankError(f"{self.value!r} is not a number; write one, such as 5") from None
        if not 0 <= number <= most:
            raise OutflankError(f"{number:g} is out of range; give 0 to {most:g}")
        return number

    def _typed(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, str):
            self.value = event.args[: self._longest]
            self._input._props["value"] = self.value
            if self._on_change is not None:
                self._on_change(self.value)


class Steps(Protocol):
    """The range of a slider and its initial value."""

    @property
    def least(self) -> int:
        """Lowest value."""

    @property
    def most(self) -> int:
        """Highest value."""

    @property
    def step(self) -> int:
        """Difference between neighbouring values."""

    @property
    def default(self) -> int:
        """Initial value."""


class Slider:
    """A labelled slider that shows its value; calls `on_change` with each new value."""

    def __init__(self, caption: str, steps: Steps, on_change: Callable[[int], Any]) -> None:
        self._steps = steps
        self._on_change = on_change
        with ui.element("label").classes("of-field of-slider"):
            with ui.element("span"):
                span(caption)
                self._shown = ui.html(str(steps.default), sanitize=False, tag="b")
            self._input = ui.element("input").props('type="range"')
            self._input._props |= {
                "aria-label": caption,
                "min": steps.least,
                "max": steps.most,
                "step": steps.step,
                "value": steps.default,
            }
            self._input.on("input", self._moved, js_handler="(e) => emit(e.target.value)")

    def _moved(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, str) and event.args.isdecimal() and len(event.args) < 5:
            value = min(max(int(event.args), self._steps.least), self._steps.most)
            self._input._props["value"] = value
            set_text(self._shown, str(value))
            self._on_change(value)


def check(caption: str, value: bool, on_change: Callable[[bool], Any]) -> ui.element:
    """A labelled check box; `on_change` is called with its new state."""

    def ticked(event: GenericEventArguments) -> None:
        on_change(event.args is True)

    with ui.element("label").classes("of-check") as field:
        box = ui.element("input").props('type="checkbox"')
        if value:
            box._props["checked"] = True
        box.on("change", ticked, js_handler="(e) => emit(e.target.checked)")
        span(caption)
    return field


class Dialog:
    """A dialog with a heading; its close button, Escape or a click outside closes it.

    Add the content to the element `body`.
    """

    def __init__(self, title: str, close_label: str) -> None:
        self.dialog = ui.dialog().props(f'aria-label="{escape(title)}"')
        with self.dialog:
            self.body = ui.element("div").classes("of-dialog")
        with self.body, ui.element("div").classes("of-row"):
            ui.html(escape(title), sanitize=False, tag="h2").style("flex: 1")
            close = button("", self.close, icon="close", label=close_label)
            close.classes("of-button--plain").style("flex: none")

    def open(self) -> None:
        """Show the dialog."""
        self.dialog.open()

    def close(self) -> None:
        """Hide the dialog."""
        self.dialog.close()
