"""Every experiment at its smallest scale, and as a user runs it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from outflank.cli.main import run
from outflank.errors import OutflankError
from outflank.experiments import EXPERIMENTS, module_of, run_experiment
from outflank.experiments.laboratory import Laboratory, Scale
from outflank.experiments.strength import pairings
from outflank.kernels.jit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

MOST_PICTURE_BYTES = 100_000


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as threads:
        yield threads


def check_report(folder: Path, name: str) -> str:
    """A report is complete: date, machine, every table and figure it names."""
    text = (folder / "report.md").read_text()
    assert text.startswith(f"# {name}: ")
    assert f"`outflank experiment {name}" in text
    assert re.search(r"date: \d{4}-\d\d-\d\d", text)
    assert "processor: " in text
    assert "| nan" not in text
    tables = list(folder.glob("*.csv"))
    assert tables
    linked = re.findall(r"^\[.*\]\((.*\.csv)\)", text, re.MULTILINE)
    assert text.count("\n|---") + len(linked) == len(tables)
    pictures = re.findall(r"!\[.*\]\((.*\.png)\)", text)
    assert len(pictures) == len(list(folder.glob("*.png")))
    for picture in pictures:
        assert (folder / picture).stat().st_size < MOST_PICTURE_BYTES
    return text


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_writes_its_report(name: str, tmp_path: Path, executor: Executor) -> None:
    if name == "evaluation-errors":
        pytest.importorskip("torch", reason="trains a network: needs outflank[nn]")
    run_experiment(name, Laboratory(name, tmp_path, executor, Scale.TINY))
    check_report(tmp_path, name)


def test_finished_parts_are_not_done_again(tmp_path: Path, executor: Executor) -> None:
    def report() -> str:
        laboratory = Laboratory("win-rates", tmp_path, executor, Scale.TINY)
        run_experiment("win-rates", laboratory)
        return laboratory.report_path.read_text()

    before = report()
    parts = sorted((tmp_path / "parts").iterdir())
    written = [part.stat().st_mtime_ns for part in parts]
    parts[0].unlink()
    again = report()
    assert [part.stat().st_mtime_ns for part in parts[1:]] == written[1:]
    # The same games, in another time.
    timeless = re.compile(r"\| processor ms a move.*")
    assert timeless.sub("", again) == timeless.sub("", before)


def test_a_folder_belongs_to_one_experiment(tmp_path: Path, executor: Executor) -> None:
    Laboratory("playouts", tmp_path, executor, Scale.TINY)
    with pytest.raises(OutflankError, match=r"has playouts \(tiny\)"):
        Laboratory("playouts", tmp_path, executor, Scale.QUICK)
    with pytest.raises(OutflankError, match="has playouts"):
        Laboratory("budget", tmp_path, executor, Scale.TINY)
    with pytest.raises(OutflankError, match="'nothing'"):
        Laboratory("nothing", tmp_path / "new", executor)


def test_everybody_meets_somebody() -> None:
    pool = [str(number) for number in range(20)]
    chosen = pairings(pool, 6)
    assert len(chosen) == len(set(chosen)) == 60
    assert {player for pair in chosen for player in pair} == set(pool)
    assert all(first != second for first, second in chosen)
    assert pairings(pool[:3], 6) == [("0", "1"), ("0", "2"), ("1", "2")]


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["experiment", "--list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == EXPERIMENTS
    assert run(["experiment", "--list"]) == 0
    assert "win-rates" in capsys.readouterr().out
    for name in EXPERIMENTS:
        assert module_of(name).__doc__


@pytest.mark.parametrize(
    ("arguments", "part"),
    [([], "--list"), (["nothing"], "'nothing'"), (["playouts", "--out", "file"], "file")],
)
def test_mistakes_are_one_line(
    arguments: list[str],
    part: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("in the way")
    assert run(["experiment", *arguments]) == 2
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 1
    assert part in captured.err


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_quick_runs_of_the_command(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if name == "evaluation-errors":
        pytest.importorskip("torch", reason="trains a network: needs outflank[nn]")
    folder = tmp_path / "out"
    assert run(["experiment", name, "--quick", "--out", str(folder), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == {"experiment": name, "report": str(folder / "report.md")}
    check_report(folder, name)
