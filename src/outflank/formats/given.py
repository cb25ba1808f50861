"""Function arguments that are positions or games: objects, or anything that `read` accepts."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from outflank.errors import FormatError
from outflank.formats.catalogue import Feature, format_named
from outflank.formats.detect import Reading, read
from outflank.rules.game import Game, Node
from outflank.rules.position import Position

PositionGiven: TypeAlias = Position | Node | Game | str | Path
"""A position, a node, a game (meaning the position at its cursor), or input of `read`, such as
``"f5d6c3"`` or a file.
"""

GameGiven: TypeAlias = Game | str | Path
"""A game, or input of `read`, such as ``"f5d6c3"`` or a file."""


def position_of(given: PositionGiven) -> Position:
    """Convert `given` to a position; raises `FormatError` if it contains several."""
    if isinstance(given, Position):
        return given
    if isinstance(given, Node | Game):
        return given.position
    return node_in(read(given)).position


def game_of(given: GameGiven) -> Game:
    """Convert `given` to a game; raises `FormatError` if it contains several games or none."""
    return given if isinstance(given, Game) else game_in(read(given))


def node_in(reading: Reading) -> Node:
    """The node of the only position in `reading`: the end of its game, or the position itself.

    Raises `FormatError` if there are several.
    """
    if len(reading.games) > 1:
        raise FormatError(f"{reading.description}: give one position")
    return reading.node


def game_in(reading: Reading) -> Game:
    """The only game in `reading`; raises `FormatError` if there are several, or if its format
    stores positions and no moves.
    """
    if Feature.MOVES not in format_named(reading.format).holds:
        raise FormatError(f"{reading.description}: there is no move to review; give a game")
    return reading.game
