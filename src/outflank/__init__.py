"""Outflank, the Othello laboratory: rules, algorithms, engine, training and a board.

Importing this package never imports numba; what is compiled is loaded when it is first used.
"""

from typing import TYPE_CHECKING, Any

# Names imported "as themselves" are public; so are all of `squares`: A1 to H8 and the rest.
from outflank.errors import FormatError as FormatError
from outflank.errors import IllegalMove as IllegalMove
from outflank.errors import InvalidPosition as InvalidPosition
from outflank.errors import MissingExtra as MissingExtra
from outflank.errors import OutflankError as OutflankError
from outflank.rules.game import BLACK as BLACK
from outflank.rules.game import WHITE as WHITE
from outflank.rules.game import Colour as Colour
from outflank.rules.game import Game as Game
from outflank.rules.game import Node as Node
from outflank.rules.game import Reason as Reason
from outflank.rules.game import Result as Result
from outflank.rules.position import Position as Position
from outflank.rules.squares import *
from outflank.rules.svg import board_svg as board_svg

if TYPE_CHECKING:
    from outflank.formats import read as read
    from outflank.formats import write_file as write_file

    __version__: str


def __getattr__(name: str) -> Any:
    """What would slow down every start is loaded when it is first asked for."""
    if name == "__version__":
        from importlib.metadata import version

        return version("outflank")
    if name in ("read", "write_file"):
        from outflank import formats

        return getattr(formats, name)
    raise AttributeError(f"module 'outflank' has no attribute {name!r}")
