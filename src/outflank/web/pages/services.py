"""What all pages share: the store, the rooms and the desk of this process."""

from __future__ import annotations

from functools import cache

from outflank.web.desk import desk
from outflank.web.rooms import Rooms
from outflank.web.store import Store
from outflank.work.user_data import data_folder


@cache
def rooms() -> Rooms:
    """The rooms of this process."""
    return Rooms(Store(data_folder() / "games.sqlite"), desk())
