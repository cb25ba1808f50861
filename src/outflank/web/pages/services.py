"""The library and the open games of this server process, shared by all pages."""

from __future__ import annotations

from functools import cache

from outflank.jobs.user_data import data_folder
from outflank.library.database import library_path
from outflank.library.recovery import open_recovered
from outflank.web.desk import desk
from outflank.web.former_games import FORMER_FILE, move_former_games
from outflank.web.limits import limits
from outflank.web.rooms import Rooms
from outflank.web.visitor_games import VisitorGames

WAIT_SECONDS = 1.0
"""How long a save waits while another process writes, before it is retried later."""

told: list[str] = []
"""Messages for the person who runs the server, about repaired or moved files."""


@cache
def rooms() -> Rooms:
    """The open games of this process (`Rooms`).

    The first call opens the library, repairs it if needed, and imports the games of Outflank 0.1.
    """
    library = open_recovered(library_path(), told.append, wait_seconds=WAIT_SECONDS)
    move_former_games(data_folder() / FORMER_FILE, library, told.append)
    library.empty_visitors_trash(limits().trash_days)
    return Rooms(VisitorGames(library), desk())
