"""The benchmark of scores from depth to depth."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from outflank.bench.steadiness import positions_of, steadiness
from outflank.cli.main import run
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.rules.game import Game
from outflank.rules.squares import PASS


def random_games(count: int) -> str:
    chance = random.Random(1)
    lines = []
    for _ in range(count):
        game = Game()
        while not game.is_over():
            game.play(chance.choice(game.position.legal_moves()))
        lines.append("".join(str(move) for move in game.moves() if move != PASS))
    return "\n".join(lines) + "\n"


def test_positions_of_a_file_have_24_to_44_empties_in_turn(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(random_games(30))
    found = positions_of(path, 25)
    assert [position.empty_count for position in found] == [*range(24, 45), 24, 25, 26, 27]
    assert positions_of(path, 25) == found
    with pytest.raises(OutflankError, match="30 suitable games; give a file with 210"):
        positions_of(path)


def test_odd_and_even_depths_agree_on_real_positions(tmp_path: Path) -> None:
    """Odd depths once stood 2.7 discs above even ones."""
    path = tmp_path / "games.txt"
    path.write_text(random_games(30))
    gap, step = steadiness("games", positions_of(path, 21), Engine(), range(6, 10))
    assert abs(gap.value) < 1.3
    assert 0 < step.value < 2.7


def test_games_are_for_steadiness_and_library_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "solver", "--games", "games.wtb"]) == 2
    error = capsys.readouterr().err
    assert error == "outflank: --games is for: outflank bench steadiness, outflank bench library\n"
