"""Games and matches between players: a referee, processes, openings, figures and files.

>>> from outflank.arena import play_game
>>> from outflank.players import make_player
>>> record = play_game(make_player("greedy:seed=1"), make_player("roxanne:seed=1"))
>>> record.result.reason.value
'counted'
"""

from outflank.arena.match import MatchResult, play_match
from outflank.arena.messages import MatchGame
from outflank.arena.openings import Opening, load_openings
from outflank.arena.record import GameRecord, SideStatistics
from outflank.arena.referee import play_game
from outflank.arena.saving import save_match
from outflank.arena.summary import Summary, summarise
from outflank.arena.time_control import UNLIMITED, TimeControl

__all__ = [
    "UNLIMITED",
    "GameRecord",
    "MatchGame",
    "MatchResult",
    "Opening",
    "SideStatistics",
    "Summary",
    "TimeControl",
    "load_openings",
    "play_game",
    "play_match",
    "save_match",
    "summarise",
]
