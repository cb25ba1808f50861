"""Library and rooms of this process, shared by all pages."""

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
"""How long a save waits for another process before it is retried later."""

told: list[str] = []
"""Messages for the operator about repaired or moved files."""


@cache
def rooms() -> Rooms:
    """The rooms of this process; on first use the library is checked and repaired."""
    library = open_recovered(library_path(), told.append, wait_seconds=WAIT_SECONDS)
    move_former_games(data_folder() / FORMER_FILE, library, told.append)
    library.empty_visitors_trash(limits().trash_days)
    return Rooms(VisitorGames(library), desk())
