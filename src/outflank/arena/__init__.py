"""Games, matches and tournaments between players, with statistics and output files.

>>> from outflank.arena import play_game
>>> from outflank.players import make_player
>>> record = play_game(make_player("greedy:seed=1"), make_player("roxanne:seed=1"))
>>> record.result.reason.value
'counted'
"""

from outflank.arena.elo import EloEstimate, estimate_elo
from outflank.arena.match import play_match
from outflank.arena.messages import MatchGame
from outflank.arena.openings import Opening, load_openings
from outflank.arena.pairs import PairCounts
from outflank.arena.plan import Plan, plan_of, read_plan
from outflank.arena.pool_ratings import Rating, rate_pool
from outflank.arena.record import GameRecord
from outflank.arena.referee import play_game
from outflank.arena.saving import save_match
from outflank.arena.sprt import Sprt, Verdict
from outflank.arena.standings import Standings, standings
from outflank.arena.summary import MatchResult, Summary, summarise
from outflank.arena.tournament import Tournament, play_tournament, read_tournament
from outflank.arena.tournament_files import draw_tournament, save_tournament
from outflank.play.statistics import SideStatistics
from outflank.play.time_control import UNLIMITED, TimeControl

__all__ = [
    "UNLIMITED",
    "EloEstimate",
    "GameRecord",
    "MatchGame",
    "MatchResult",
    "Opening",
    "PairCounts",
    "Plan",
    "Rating",
    "SideStatistics",
    "Sprt",
    "Standings",
    "Summary",
    "TimeControl",
    "Tournament",
    "Verdict",
    "draw_tournament",
    "estimate_elo",
    "load_openings",
    "plan_of",
    "play_game",
    "play_match",
    "play_tournament",
    "rate_pool",
    "read_plan",
    "read_tournament",
    "save_match",
    "save_tournament",
    "standings",
    "summarise",
]
