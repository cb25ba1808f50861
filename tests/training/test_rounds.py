"""Weights from nothing: rounds follow the plan, resume, and report a duel."""

from __future__ import annotations

import json
from concurrent.futures import Executor
from pathlib import Path

import pytest

from outflank.cli.main import run
from outflank.engine import weights as weight_files
from outflank.errors import OutflankError
from outflank.kernels.jit import INTERPRETED
from outflank.statistics.tally import Tally
from outflank.training.duel import Duel, DuelResult, run_duel
from outflank.training.rounds import LOOSENESS, SCALES, RoundReport, plan_of, run_rounds

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

TINY = SCALES["tiny"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, executor: Executor) -> Path:
    """A folder in which all tiny rounds were run."""
    folder = tmp_path_factory.mktemp("rounds")
    run_rounds(TINY, folder, executor)
    return folder


def test_each_round_plays_with_the_weights_of_the_one_before(folder: Path) -> None:
    manifests = [
        json.loads((folder / f"round-{number}" / "games" / "manifest.json").read_text())
        for number in (1, 2)
    ]
    assert manifests[0]["settings"]["weights"] == ""
    assert manifests[1]["settings"]["weights"] == str(folder / "round-1" / "weights.bin")
    assert [manifest["weights_rounds"] for manifest in manifests] == [0, 1]
    cards = [
        weight_files.load(folder / f"round-{number}" / "weights.bin").card for number in (1, 2)
    ]
    assert [card["rounds"] for card in cards] == [1, 2]
    sources = [source["made_by"]["settings"] for source in cards[1]["data"]["sources"]]
    assert [source["weights"] for source in sources] == ["", "weights.bin", "weights.bin"]
    assert [source["looseness"] for source in sources] == [0, 0, LOOSENESS]


def test_the_last_round_is_finished(folder: Path) -> None:
    weights = weight_files.load(folder / "round-2" / "weights.bin")
    assert weights.units is not None
    assert {"units", "tempo", "probcut"} <= weights.card.keys()
    linear = weight_files.load(folder / "round-2" / "linear.bin")
    assert linear.units is None
    assert not (folder / "round-2" / "work" / "unfinished.bin").exists()


def test_a_round_that_was_ended_comes_to_the_same_weights(folder: Path, executor: Executor) -> None:
    last = folder / "round-2"
    before = (last / "weights.bin").read_bytes(), (last / "round.json").read_bytes()
    (last / "weights.bin").unlink()
    (last / "round.json").unlink()
    reports: list[RoundReport] = []
    assert run_rounds(TINY, folder, executor, finished=reports.append) == last / "weights.bin"
    assert ((last / "weights.bin").read_bytes(), (last / "round.json").read_bytes()) == before
    assert [report.number for report in reports] == [1, 2]
    assert all(report.positions > 500 for report in reports)
    assert all(report.match.tally.games == TINY[0].duel.games for report in reports)


def test_the_command_reports_every_round(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["train", "rounds", str(folder), "--scale", "tiny", "--processes", "1"]
    assert run([*command, "--json"]) == 0
    *rounds, end = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert [shown["round"] for shown in rounds] == [1, 2]
    assert rounds[0]["match"]["games"] == 20
    assert end["output"] == str(folder / "round-2" / "weights.bin")


def test_another_judge_may_be_called(folder: Path, executor: Executor) -> None:
    asked = []

    def judge(new: Path, old: Path | None) -> DuelResult:
        asked.append((new, old))
        return DuelResult(tally=Tally(wins=1, discs=2), discs_sigma=0.0)

    done = folder / "round-2" / "round.json"
    before = done.read_bytes()
    done.unlink()
    run_rounds(TINY, folder, executor, match=judge)
    done.write_bytes(before)
    assert asked == [(done.with_name("weights.bin"), folder / "round-1" / "weights.bin")]


def test_a_duel_is_the_same_every_time_and_even_between_equals(
    folder: Path, executor: Executor
) -> None:
    weights = folder / "round-1" / "weights.bin"
    settings = Duel(games=20, depth=3, exact_empties=8)
    result = run_duel(weights, None, settings, executor)
    assert result == run_duel(weights, None, settings, executor)
    assert result.tally.games == 20
    assert DuelResult.from_json(result.as_json()) == result
    even = run_duel(weights, weights, settings, executor)
    # The same game twice, with the sides changed.
    assert even.tally == even.tally.swapped()
    assert even.discs_sigma == 0.0
    reverse = run_duel(None, weights, settings, executor)
    assert reverse.tally == result.tally.swapped()


def test_mistakes_are_one_line(folder: Path, tmp_path: Path, executor: Executor) -> None:
    with pytest.raises(OutflankError, match="another scale"):
        run_rounds(plan_of("small"), folder, executor)
    with pytest.raises(OutflankError, match="there are: tiny, small"):
        plan_of("giant")
    with pytest.raises(OutflankError, match="no rounds"):
        run_rounds([], tmp_path, executor)
    with pytest.raises(OutflankError, match="too few for a duel"):
        Duel(games=1)
