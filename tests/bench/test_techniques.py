"""The benchmarks of techniques; tests/kernels/test_switches.py switches them off."""

from __future__ import annotations

import os

import pytest

from outflank.bench import BENCHMARKS, ON_REQUEST, run_benchmarks
from outflank.bench.ffo import FIRST_NUMBER, POSITIONS, Effort, best_of
from outflank.bench.switching import EVERYTHING, as_measurements, as_table, efforts_without
from outflank.bench.timing import Measurement, as_markdown
from outflank.errors import OutflankError


def test_a_variant_that_fails_says_why() -> None:
    cache = os.environ.get("OUTFLANK_CACHE_DIR", "")
    with pytest.raises(OutflankError, match="OUTFLANK_WITHOUT has 'nonsense'; there are: solver-"):
        efforts_without("nonsense", "techniques", cache)


def test_ratios_are_taken_against_all_techniques() -> None:
    efforts = {EVERYTHING: Effort(2_000_000, 1.0, 1.0), "parity": Effort(3_000_000, 2.0, 2.0)}
    assert [(m.what, m.value, m.ratio) for m in as_measurements(efforts)[2:]] == [
        ("without parity", 3.0, 1.5),
        ("without parity", 2.0, 2.0),
    ]
    assert as_table(efforts).splitlines()[-1] == "| parity | 3.000 | 1.50 × | 2.00 | 2.00 × |"


def test_the_positions_are_ffo_40_to_44() -> None:
    assert FIRST_NUMBER == 40
    assert [record.position.empty_count for record in POSITIONS] == [20, 22, 22, 23, 23]
    assert [record.scores[0][1] for record in POSITIONS] == [38, 0, 6, -12, -14]


def test_the_least_time_of_a_node_counts() -> None:
    runs = [[Effort(100, 1.0, 2.0)], [Effort(300, 1.5, 9.0)]]
    assert best_of(runs) == [Effort(200, 1.0, 4.0)]


def test_slow_benchmarks_run_only_by_name() -> None:
    assert "techniques" in ON_REQUEST
    assert not set(ON_REQUEST) & set(BENCHMARKS)
    with pytest.raises(OutflankError, match="techniques"):
        run_benchmarks(["nonsense"])


def test_measurements_as_markdown() -> None:
    measurement = Measurement("b", 1234.5, "ns", ratio=2)
    assert as_markdown("a", [measurement]).splitlines()[-1] == "| a | b | 1,234.5 ns | 2.00 × |"
