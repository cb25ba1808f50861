"""The pages of the web app."""

from __future__ import annotations

from nicegui import ui


def register() -> None:
    """Declare all pages."""

    @ui.page("/")
    def start() -> None:
        ui.label("Outflank is running.")
