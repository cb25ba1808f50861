"""The URL of a library game, ``/library/<id>``, which opens the game on the board."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from nicegui import ui

from outflank.web.pages.frame import Visit
from outflank.web.pages.play import GamePage, fresh_room
from outflank.web.pages.services import rooms
from outflank.web.shelf import shelf
from outflank.web.visitor_games import record_session
from outflank.web.visitor_library import VisitorLibrary

LONGEST_NUMBER = 15
"""Most digits of a game's id in the URL."""


def register() -> None:
    """Declare the URL to NiceGUI."""

    @ui.page("/library/{game_id}")
    async def library_game(request: Request, game_id: str) -> Response | None:
        """Open one of the visitor's own games, or a shared game.

        A change to a shared game creates a copy that the visitor owns.
        """
        visit = Visit.of(request)
        library = VisitorLibrary(shelf(), visit.visitor)
        is_number = game_id.isascii() and game_id.isdecimal() and len(game_id) <= LONGEST_NUMBER
        number = int(game_id) if is_number else 0
        public_id = await library.public_id(number)
        if public_id is not None:
            return RedirectResponse(f"/g/{public_id}", 303)
        game = await library.game(number)
        if game is None:
            GamePage(visit, fresh_room(visit), problem=visit.text("no_such_game"))
        else:
            review = rooms().store.review(number)
            GamePage(visit, rooms().create(record_session(game), visit.visitor, review))
        return None
