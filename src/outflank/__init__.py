"""Outflank, the Othello laboratory: rules, algorithms, engine, training and a board.

All names that programs need are here: ``from outflank import Engine, Game, read``. Each is loaded
when it is first used, so importing this package is quick and loads neither numpy nor numba.

    rules       Position, Game, Colour, the squares A1 to H8, board_svg
    files       read, write_file, losses
    search      Engine, Solver, Limit, review; their results print in a line and have as_dict()
    textbook    Minimax, AlphaBeta, PrincipalVariationSearch, MtdF, MonteCarloTreeSearch, blend
    players     make_player, play_game, play_match, summarise; inherit from Player for your own
    sessions    Session: a game with its players, clocks and undo; load_session, write_session
    library     Library: games in SQLite; opening_name
"""

TYPE_CHECKING = False  # importing `typing` would take longer than this module

if TYPE_CHECKING:
    from outflank.arena.elo import EloEstimate as EloEstimate
    from outflank.arena.match import play_match as play_match
    from outflank.arena.openings import Opening as Opening
    from outflank.arena.openings import load_openings as load_openings
    from outflank.arena.record import GameRecord as GameRecord
    from outflank.arena.referee import play_game as play_game
    from outflank.arena.sprt import Sprt as Sprt
    from outflank.arena.summary import MatchResult as MatchResult
    from outflank.arena.summary import Summary as Summary
    from outflank.arena.summary import summarise as summarise
    from outflank.classics.alphabeta import AlphaBeta as AlphaBeta
    from outflank.classics.evaluations import EVALUATIONS as EVALUATIONS
    from outflank.classics.evaluations import compiled as compiled
    from outflank.classics.evaluations import evaluate as evaluate
    from outflank.classics.evaluations.blend import blend as blend
    from outflank.classics.mcts import MonteCarloTreeSearch as MonteCarloTreeSearch
    from outflank.classics.minimax import Minimax as Minimax
    from outflank.classics.mtdf import MtdF as MtdF
    from outflank.classics.pvs import PrincipalVariationSearch as PrincipalVariationSearch
    from outflank.engine.analysis import Analysis as Analysis
    from outflank.engine.analysis import Line as Line
    from outflank.engine.asking import analyse as analyse
    from outflank.engine.book.entry import BookEntry as BookEntry
    from outflank.engine.book.entry import BookMove as BookMove
    from outflank.engine.book.file import Book as Book
    from outflank.engine.book.file import open_book as open_book
    from outflank.engine.book.file import shipped_book as shipped_book
    from outflank.engine.engine import Engine as Engine
    from outflank.engine.evaluator import Evaluator as Evaluator
    from outflank.engine.review import MoveReview as MoveReview
    from outflank.engine.review import Review as Review
    from outflank.engine.review import SideReview as SideReview
    from outflank.engine.review import Verdict as Verdict
    from outflank.engine.review_settings import ReviewSettings as ReviewSettings
    from outflank.engine.reviewing import review as review
    from outflank.engine.solution import Solution as Solution
    from outflank.engine.solver import Solver as Solver
    from outflank.errors import FormatError as FormatError
    from outflank.errors import IllegalMove as IllegalMove
    from outflank.errors import InvalidPosition as InvalidPosition
    from outflank.errors import MissingExtra as MissingExtra
    from outflank.errors import OutflankError as OutflankError
    from outflank.formats.boards import format_board as format_board
    from outflank.formats.boards import parse_board as parse_board
    from outflank.formats.catalogue import FORMATS as FORMATS
    from outflank.formats.catalogue import find_format as find_format
    from outflank.formats.catalogue import format_named as format_named
    from outflank.formats.detect import Reading as Reading
    from outflank.formats.detect import read as read
    from outflank.formats.detect import read_bytes as read_bytes
    from outflank.formats.detect import read_file as read_file
    from outflank.formats.detect import read_text as read_text
    from outflank.formats.loss_report import losses as losses
    from outflank.formats.transcript import format_transcript as format_transcript
    from outflank.formats.writing import write as write
    from outflank.formats.writing import write_file as write_file
    from outflank.library.explorer import ExplorerFilter as ExplorerFilter
    from outflank.library.library import Library as Library
    from outflank.library.opening_names import opening_name as opening_name
    from outflank.library.selection import Selection as Selection
    from outflank.play.files import write_session as write_session
    from outflank.play.loading import load_session as load_session
    from outflank.play.session import Session as Session
    from outflank.play.statistics import SideStatistics as SideStatistics
    from outflank.play.time_control import UNLIMITED as UNLIMITED
    from outflank.play.time_control import TimeControl as TimeControl
    from outflank.players.making import make_player as make_player
    from outflank.players.player import UNTIMED as UNTIMED
    from outflank.players.player import Clock as Clock
    from outflank.players.player import Player as Player
    from outflank.players.player import Resignation as Resignation
    from outflank.players.registry import all_players as all_players
    from outflank.players.searching import SearchPlayer as SearchPlayer
    from outflank.players.spec import PlayerSpec as PlayerSpec
    from outflank.players.spec import parse_spec as parse_spec
    from outflank.rules.game import BLACK as BLACK
    from outflank.rules.game import WHITE as WHITE
    from outflank.rules.game import Colour as Colour
    from outflank.rules.game import Game as Game
    from outflank.rules.game import Node as Node
    from outflank.rules.game import Reason as Reason
    from outflank.rules.game import Result as Result
    from outflank.rules.position import Position as Position
    from outflank.rules.squares import *
    from outflank.rules.svg import Theme as Theme
    from outflank.rules.svg import board_svg as board_svg
    from outflank.search.limit import Limit as Limit
    from outflank.search.result import ScoreUnit as ScoreUnit
    from outflank.search.result import SearchResult as SearchResult

    __version__: str

# The names of each module at run time; the imports above are for type checkers.
_NAMES = {
    "arena.elo": "EloEstimate",
    "arena.match": "play_match",
    "arena.openings": "Opening load_openings",
    "arena.record": "GameRecord",
    "arena.referee": "play_game",
    "arena.sprt": "Sprt",
    "arena.summary": "MatchResult Summary summarise",
    "classics.alphabeta": "AlphaBeta",
    "classics.evaluations": "EVALUATIONS compiled evaluate",
    "classics.evaluations.blend": "blend",
    "classics.mcts": "MonteCarloTreeSearch",
    "classics.minimax": "Minimax",
    "classics.mtdf": "MtdF",
    "classics.pvs": "PrincipalVariationSearch",
    "engine.analysis": "Analysis Line",
    "engine.asking": "analyse",
    "engine.book.entry": "BookEntry BookMove",
    "engine.book.file": "Book open_book shipped_book",
    "engine.engine": "Engine",
    "engine.evaluator": "Evaluator",
    "engine.review": "MoveReview Review SideReview Verdict",
    "engine.review_settings": "ReviewSettings",
    "engine.reviewing": "review",
    "engine.solution": "Solution",
    "engine.solver": "Solver",
    "errors": "FormatError IllegalMove InvalidPosition MissingExtra OutflankError",
    "formats.boards": "format_board parse_board",
    "formats.catalogue": "FORMATS find_format format_named",
    "formats.detect": "Reading read read_bytes read_file read_text",
    "formats.loss_report": "losses",
    "formats.transcript": "format_transcript",
    "formats.writing": "write write_file",
    "library.explorer": "ExplorerFilter",
    "library.library": "Library",
    "library.opening_names": "opening_name",
    "library.selection": "Selection",
    "play.files": "write_session",
    "play.loading": "load_session",
    "play.session": "Session",
    "play.statistics": "SideStatistics",
    "play.time_control": "UNLIMITED TimeControl",
    "players.making": "make_player",
    "players.player": "UNTIMED Clock Player Resignation",
    "players.registry": "all_players",
    "players.searching": "SearchPlayer",
    "players.spec": "PlayerSpec parse_spec",
    "rules.game": "BLACK WHITE Colour Game Node Reason Result",
    "rules.position": "Position",
    "rules.squares": (
        "Bitboard Square NamedSquare SQUARES SQUARE_NAMES NAMED_MOVES PASS PASS_NAMES "
        "FULL CORNERS X_SQUARES C_SQUARES square_at column_of row_of square_name named_moves "
        "parse_square parse_move move_names squares_of mask_of "
        + " ".join(f"{column}{row}" for row in "12345678" for column in "ABCDEFGH")
    ),
    "rules.svg": "Theme board_svg",
    "search.limit": "Limit",
    "search.result": "ScoreUnit SearchResult",
}
_MODULE_OF = {
    name: f"outflank.{module}" for module, names in _NAMES.items() for name in names.split()
}

__all__ = sorted(_MODULE_OF)


if not TYPE_CHECKING:  # or type checkers would accept any name

    def __getattr__(name: str) -> object:
        """Load a public name when it is first used."""
        if name == "__version__":
            from outflank.version import installed_version

            return installed_version()
        module = _MODULE_OF.get(name)
        if module is None:
            raise AttributeError(f"module 'outflank' has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(module), name)
        globals()[name] = value
        return value


del TYPE_CHECKING


def __dir__() -> list[str]:
    """The public and dunder names, without submodules that happen to be loaded."""
    return [*__all__, *(name for name in globals() if name.startswith("__")), "__version__"]
