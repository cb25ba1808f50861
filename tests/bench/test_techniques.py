"""The changes that switch techniques off fit the source of today; nothing is compiled here."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from outflank.bench import BENCHMARKS, ON_REQUEST, run_benchmarks
from outflank.bench.copies import EVERYTHING, PACKAGE, Change, Constant, Technique, copy_without
from outflank.bench.engine_techniques import TECHNIQUES as ENGINE_TECHNIQUES
from outflank.bench.ffo import FIRST_NUMBER, POSITIONS, Effort, best_of
from outflank.bench.techniques import TECHNIQUES as SOLVER_TECHNIQUES
from outflank.bench.timing import Measurement, as_markdown
from outflank.errors import OutflankError


def changed_files(folder: Path) -> set[str]:
    copy = folder / PACKAGE.name
    return {
        str(path.relative_to(copy))
        for path in copy.rglob("*.py")
        if path.read_text() != (PACKAGE / path.relative_to(copy)).read_text()
    }


@pytest.mark.parametrize(
    "technique", SOLVER_TECHNIQUES + ENGINE_TECHNIQUES, ids=lambda technique: technique.name
)
def test_a_technique_can_be_switched_off(technique: Technique) -> None:
    with copy_without(technique) as folder:
        files = changed_files(folder)
        assert files == {change.file for change in technique.changes}
        for file in files:
            ast.parse((folder / PACKAGE.name / file).read_text())
    assert not folder.exists()


def test_a_copy_with_everything_is_a_copy() -> None:
    with copy_without(EVERYTHING) as folder:
        assert not changed_files(folder)
        names = {path.name for path in PACKAGE.rglob("*.py")}
        assert {path.name for path in folder.rglob("*.py")} == names


@pytest.mark.parametrize(
    "change",
    [
        Change("kernels/endgame.py", "no such text", ""),
        Change("kernels/endgame.py", "return score", "return 0"),
        Constant("kernels/endgame.py", "NO_SUCH_CONSTANT", "1"),
    ],
)
def test_a_change_that_does_not_fit_exactly_once_is_an_error(change: Change | Constant) -> None:
    technique = Technique("impossible", (change,))
    with pytest.raises(OutflankError, match="times"), copy_without(technique):
        pass


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
    measurement = Measurement(benchmark="a", what="b", value=1234.5, unit="ns", ratio=2)
    assert as_markdown([measurement]).splitlines()[-1] == "| a | b | 1,234.5 ns | 2.00 × |"
