"""Positions and games as people give them: objects, or anything that `read` reads."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from outflank.errors import FormatError
from outflank.formats.catalogue import Feature, format_named
from outflank.formats.detect import Reading, read
from outflank.rules.game import Game, Node
from outflank.rules.position import Position

PositionGiven: TypeAlias = Position | Node | Game | str | Path
"""A position, a node, a game (its cursor counts), or what `read` reads, such as ``"f5d6c3"``."""

GameGiven: TypeAlias = Game | str | Path
"""A game, or what `read` reads, such as ``"f5d6c3"`` or the path of a file."""


def position_of(given: PositionGiven) -> Position:
    """The one position that is given."""
    if isinstance(given, Position):
        return given
    if isinstance(given, Node | Game):
        return given.position
    return node_in(read(given)).position


def game_of(given: GameGiven) -> Game:
    """The one game that is given."""
    return given if isinstance(given, Game) else game_in(read(given))


def node_in(reading: Reading) -> Node:
    """The one position that was read: the end of a game, or the position itself."""
    if len(reading.games) > 1:
        raise FormatError(f"{reading.description}: give one position")
    return reading.node


def game_in(reading: Reading) -> Game:
    """The one game that was read, and not a position alone."""
    if Feature.MOVES not in format_named(reading.format).holds:
        raise FormatError(f"{reading.description}: there is no move to review; give a game")
    return reading.game
