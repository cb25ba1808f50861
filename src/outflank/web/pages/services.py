"""What all pages share: the store, the rooms and the desk of this process."""

from __future__ import annotations

from functools import cache

from outflank.web.desk import desk
from outflank.web.places import data_folder
from outflank.web.rooms import Rooms
from outflank.web.store import Store


@cache
def rooms() -> Rooms:
    """The rooms of this process."""
    return Rooms(Store(data_folder() / "games.sqlite"), desk())
