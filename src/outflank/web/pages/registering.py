"""Declaring the pages to NiceGUI, once, before the server starts."""

from __future__ import annotations

from importlib.resources import as_file, files

from nicegui import app

from outflank.web.pages import editor, games, lab, match, play, tournament, tournaments
from outflank.web.pages.frame import STYLE_ADDRESS


def register() -> None:
    """Declare all pages and the files they need."""
    with as_file(files("outflank.web").joinpath("style.css")) as path:
        app.add_static_file(local_file=path, url_path=STYLE_ADDRESS)
    play.register()
    games.register()
    editor.register()
    lab.register()
    match.register()
    tournaments.register()
    tournament.register()
