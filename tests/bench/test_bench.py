"""The long benchmarks at a small scale: they run, and find what they look for."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.bench import accuracy, lateness, library, soak
from outflank.bench.middle import middle_positions
from outflank.kernels.jit import INTERPRETED
from tests.library.games import write_bases

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")


def test_lateness_has_three_figures_for_each_limit() -> None:
    found = lateness.measure(searches=3)
    assert len(found) == 3 * len(lateness.LIMITS_MS)
    assert all(0 <= figure.value <= 100 for figure in found if figure.unit == "%")


def test_a_soak_counts_the_moves_of_its_games() -> None:
    games, moves, early, late = soak.measure(games=1)
    assert games.value == 1
    assert 20 < moves.value < 70
    assert 0 < early.value <= late.value


def test_middle_positions_are_the_same_every_time() -> None:
    first, second = (middle_positions(range(40, 42), 4) for _ in range(2))
    assert first == second
    assert [position.empty_count for position in first] == [40, 41, 40, 41]


def test_accuracy_counts_best_moves() -> None:
    share, loss = accuracy.measure(samples=((10, 4),), levels=(10,))
    assert share.value == 100  # level 10 solves these
    assert loss.value == 0
    weak = accuracy.measure(samples=((12, 12),), levels=(1,))
    assert weak[0].value < 100
    assert weak[1].value > 0


def test_a_library_is_made_of_given_games_and_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own.sqlite"
    monkeypatch.setenv("OUTFLANK_LIBRARY", str(own))
    for name in ("POSITIONS", "PROCESSES", "PAGES"):
        monkeypatch.setattr(library, name, 3)
    bases = tmp_path / "bases"
    bases.mkdir()
    write_bases(bases, 1, files=2, games=20)
    found = {figure.what: figure.value for figure in library.measure(games=bases)}
    assert found["games imported"] == 40
    assert found["import with all indexes"] > 0
    assert found["database"] > 0.01
    for what in ("explorer, first answer of a process", "explorer", "search for a player"):
        assert found[f"{what}: 95 %"] >= found[f"{what}: median"] > 0
    assert not own.exists(), "the user's library is left alone"
