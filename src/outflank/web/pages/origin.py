"""Hand the current game over to another page, in the URL of that page.

A saved game is handed over by its id. Games that are not saved, such as shared games that were only
looked at, are handed over as moves.
"""

from __future__ import annotations

from urllib.parse import quote

from fastapi import Request

from outflank.errors import OutflankError
from outflank.rules.game import Game
from outflank.web.loading import session_from_link
from outflank.web.pages.save_dialog import shared_text
from outflank.web.pages.services import rooms
from outflank.web.rooms import Room


def address_from(page: str, room: Room) -> str:
    """The URL of `page`, with the game of `room` in its query string."""
    room.save()
    if room.is_saved:
        return f"{page}?from={room.id}"
    text = shared_text(room.session.game)
    return f"{page}?game={quote(text)}" if text else page


def game_of(request: Request) -> Game:
    """The game in a URL made by `address_from`, up to its cursor; a new game if there is none."""
    room = rooms().open(request.query_params.get("from", ""))
    if room is not None:
        game = room.session.game.up_to_cursor()
        rooms().close_if_empty(room)
        return game
    try:
        game = session_from_link(request.query_params.get("game", "")).game
    except OutflankError:
        return Game()
    game.go_to_end()
    return game
