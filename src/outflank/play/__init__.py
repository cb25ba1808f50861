"""A game between two players, people or programs, shared by all front ends.

`session` is the game with its players, turns, undo and clocks; `saving` and `files` save it;
`loading` makes a session from a game in any format; `seat` asks a program for its move.

>>> from outflank.play import Session
>>> session = Session(white="corner-greedy")
>>> session.play("f5").to_move, session.awaits_player
(<Colour.WHITE: 'white'>, True)
"""

from outflank.play.files import parse_session, write_session
from outflank.play.loading import load_session
from outflank.play.saving import session_as_dict, session_from_dict
from outflank.play.seat import Seat
from outflank.play.session import HUMAN, Session
from outflank.play.statistics import SideStatistics
from outflank.play.time_control import UNLIMITED, TimeControl

__all__ = [
    "HUMAN",
    "UNLIMITED",
    "Seat",
    "Session",
    "SideStatistics",
    "TimeControl",
    "load_session",
    "parse_session",
    "session_as_dict",
    "session_from_dict",
    "write_session",
]
