"""The whole WTHOR base: all games, found by names and positions in the time that is promised."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from outflank.library import Library, Selection
from outflank.rules.game import Game
from outflank.rules.position import Position

REAL_BASE = Path(__file__).parents[3] / "shared" / "data" / "wthor"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not REAL_BASE.is_dir(), reason="the folder shared/ is not here"),
]

GAMES = 111_296


def cpu_seconds(times: list[float], share: float) -> float:
    return sorted(times)[int(share * len(times))]


def test_the_whole_base(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    started = time.process_time()
    with Library(path) as library:
        report = library.import_paths([REAL_BASE])
        assert (report.added, report.problems, report.duplicates) == (GAMES, [], 0)
        assert time.process_time() - started < 60
        assert path.stat().st_size < 90e6
        assert library.explore(Position.start()).totals.games == GAMES
        assert library.check() == []

    # Times of the processor: those of the clock depend on what else the machine does.
    with Library(path) as library:
        chance = random.Random(1)
        positions = []
        for game_id in chance.sample(range(1, GAMES + 1), 200):
            moves = library.row(game_id).moves
            positions.append(Game.from_moves(moves[: chance.randrange(len(moves))]).position)
        times = []
        for position in positions:
            started = time.process_time()
            assert library.explore(position).totals.games >= 1
            times.append(time.process_time() - started)
        assert cpu_seconds(times, 0.95) < 0.005
        for words in ("tamenori", "world championship", "tiger", "feldborg 1990"):
            started = time.process_time()
            library.search(Selection(text=words))
            assert time.process_time() - started < 0.05
