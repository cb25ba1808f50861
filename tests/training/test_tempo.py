"""Constants by stage: odd and even depths agree once they are added."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

import numpy as np
import pytest

from outflank.engine import weights as weight_files
from outflank.kernels.evaluate import DISC
from outflank.kernels.jit import INTERPRETED
from outflank.training.probcut_fit import Measuring
from outflank.training.tempo import fit_tempo, measure_values, with_tempo
from tests.positions import random_play_positions
from tests.weights import mixed_weights


def test_constants_that_were_taken_away_are_found_again() -> None:
    chance = np.random.default_rng(5)
    truth = np.linspace(1.5, 0.5, 65)
    rows = []
    for discs in range(10, 50):
        for _ in range(30):
            worth = chance.normal(0, 8)
            values = {
                depth: worth
                - (truth[discs + depth] if depth % 2 == 0 else -truth[discs + depth])
                + chance.normal(0, 0.5)
                for depth in range(4, 10)
            }
            rows.append((discs, values))
    found = fit_tempo(rows)
    assert np.abs(found[16:58] - truth[16:58]).max() < 0.15


@pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")
def test_a_constant_moves_odd_and_even_depths_apart(tmp_path: Path, executor: Executor) -> None:
    pairs = [pair for pair in random_play_positions(8, 3) if (pair[0] | pair[1]).bit_count() == 30]
    settings = Measuring(depth=5, solve_empties=14)
    gaps = []
    for constant in (0.0, 2.0):
        path = tmp_path / f"{constant}.bin"
        weights = with_tempo(mixed_weights(), np.full(65, constant))
        assert weights.table[40, -1] - mixed_weights().table[40, -1] == constant * DISC
        weight_files.save(weights, path)
        rows = measure_values(pairs, str(path), settings, executor)
        gaps.append(np.mean([values[5] - values[4] for _, values in rows]))
    assert gaps[0] - gaps[1] == pytest.approx(4.0, abs=0.5)
