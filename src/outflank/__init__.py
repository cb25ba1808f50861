"""Outflank, the Othello laboratory: rules, algorithms, engine, training and a board.

Importing this package never imports numba; what is compiled is loaded when it is first used.
"""

from importlib.metadata import version as _version

from outflank.errors import FormatError, IllegalMove, InvalidPosition, MissingExtra, OutflankError
from outflank.rules.game import BLACK, WHITE, Colour, Game, Node, Reason, Result
from outflank.rules.position import Position
from outflank.rules.squares import *  # noqa: F403  (the 64 square names and their helpers)
from outflank.rules.svg import board_svg

__version__ = _version("outflank")
