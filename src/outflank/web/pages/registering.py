"""Declare all pages to NiceGUI, before the server starts."""

from __future__ import annotations

from importlib.resources import as_file, files

from nicegui import app

from outflank.web.pages import (
    editor,
    lab,
    library_game,
    library_page,
    match,
    missing,
    play,
    tournament,
    tournaments,
    tuning,
    uploads,
)
from outflank.web.pages.frame import STYLES


def register() -> None:
    """Declare all pages and style sheets; `make_app` calls it once."""
    for style in STYLES:
        with as_file(files("outflank.web").joinpath(style)) as path:
            app.add_static_file(local_file=path, url_path=f"/outflank/{style}")
    play.register()
    library_page.register()
    library_game.register()
    editor.register()
    lab.register()
    match.register()
    tuning.register()
    tournaments.register()
    tournament.register()
    uploads.register()
    missing.register()
