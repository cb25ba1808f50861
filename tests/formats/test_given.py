"""Positions and games as people give them."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.errors import FormatError
from outflank.formats.given import game_of, position_of
from outflank.rules.game import Game
from outflank.rules.position import Position

MOVES = "f5d6c3"
BOARD = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"


def test_every_way_to_give_a_position(tmp_path: Path) -> None:
    game = Game.from_moves(MOVES)
    file = tmp_path / "game.txt"
    file.write_text(MOVES)
    for given in (game.position, game, game.current, MOVES, "1. f5 2. d6 3. c3", file, str(file)):
        assert position_of(given) == game.position
    assert position_of("start") == position_of(BOARD) == Position.start()


def test_the_cursor_of_a_game_counts() -> None:
    game = Game.from_moves(MOVES)
    game.undo()
    assert position_of(game) == Game.from_moves("f5d6").position


def test_every_way_to_give_a_game(tmp_path: Path) -> None:
    game = Game.from_moves(MOVES)
    file = tmp_path / "game.txt"
    file.write_text(MOVES)
    assert game_of(game) is game
    for given in (MOVES, file, str(file)):
        assert game_of(given) == game


def test_what_is_not_one_of_them_is_refused_in_one_line() -> None:
    for text, part in (("f5\nd3", "2 games: give one position"), ("f5f5", "not legal")):
        with pytest.raises(FormatError, match=part):
            position_of(text)
    for text, part in ((BOARD, "no move to review"), ("f5\nd3", "one is needed")):
        with pytest.raises(FormatError, match=part):
            game_of(text)
