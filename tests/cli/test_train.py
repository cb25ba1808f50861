"""`outflank train`: every step as a command, interrupts, progress and mistakes."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from outflank.cli.main import run
from outflank.cli.train_progress import ProgressLine
from outflank.engine import weights as weight_files
from outflank.engine.weights import Weights
from outflank.formats.wthor import write_base
from outflank.kernels.jit import INTERPRETED
from outflank.rules.game import Game
from outflank.training.shards import import_parquet, shards_in
from tests.cli.terminal import Terminal
from tests.training.tiny import SELF_PLAY_OPTIONS

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

NONE = ["--weights", "none"]
ONE_PROCESS = ["--processes", "1"]


def train_json(*arguments: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert run(["train", *arguments, "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def test_from_games_to_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other: self-play, real games, a fit of both, and its card."""
    own, real, output = tmp_path / "own", tmp_path / "real", tmp_path / "weights.bin"
    made = train_json("selfplay", str(own), *SELF_PLAY_OPTIONS, *ONE_PROCESS, capsys=capsys)
    assert (made["shards"], made["positions"]) == (3, made["made"])
    assert made["positions_per_second"] > 0

    game = Game()
    while not game.is_over():
        game.play(game.position.legal_moves()[0])
    write_base(tmp_path / "base.wtb", [game])
    labelled = train_json(
        *("games", str(real), str(tmp_path / "base.wtb"), "--weights", "none"),
        *("--depth", "3", "--exact", "6", *ONE_PROCESS),
        capsys=capsys,
    )
    assert labelled["shards"] == 1
    assert 40 < labelled["positions"] <= 60

    plot = tmp_path / "curves.png"
    fit = ["fit", str(own), str(real), "--output", str(output), "--passes", "1", *ONE_PROCESS]
    shares = ["--trace-decay", "0.5", "--trace-decay", "0"]
    fitted = train_json(*fit, *shares, "--plot", str(plot), capsys=capsys)
    assert fitted["card"] == weight_files.load(output).card
    assert fitted["curves"]["40"][0]["passes"] == 0
    sources = fitted["card"]["data"]["sources"]
    assert [source["folder"] for source in sources] == ["own", "real"]
    assert [source["trace_decay"] for source in sources] == [0.5, 0.0]
    assert plot.read_bytes().startswith(b"\x89PNG")

    before = output.read_bytes()
    assert run(["train", *fit, *shares]) == 0
    told = capsys.readouterr().out
    assert "rounded RMSE" in told
    assert "Rounding weights to 1/128 disc changes" in told
    assert output.read_bytes() == before

    assert train_json("card", str(output), capsys=capsys) == fitted["card"]
    assert run(["train", "card", str(output)]) == 0
    told = capsys.readouterr().out
    assert "licence   MIT" in told
    assert "own: " in told
    assert "base.wtb" in told


def test_a_file_without_a_card_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weight_files.save(Weights.zeros(), tmp_path / "zeros.bin")
    assert run(["train", "card", str(tmp_path / "zeros.bin")]) == 0
    assert "has no model card" in " ".join(capsys.readouterr().out.split())


def test_an_interrupt_tells_how_to_go_on(tmp_path: Path) -> None:
    options = [*SELF_PLAY_OPTIONS, "--games", "100000", *ONE_PROCESS]
    with Terminal("train", "selfplay", str(tmp_path), *options, colours=True) as terminal:
        terminal.wait_for(r"self-play \d+ of 5000 · \d+ s")
        # As the terminal does for Ctrl-C: to all processes of the command.
        os.killpg(terminal.process.pid, signal.SIGINT)
        shown = terminal.wait_for_end()
        assert terminal.process.returncode == 130
    assert "Run the same command to resume." in shown
    assert "Traceback" not in shown
    assert not list(tmp_path.glob("*.unfinished"))
    for shard in shards_in(tmp_path):
        assert import_parquet().read_table(shard).num_rows


def test_the_line_says_how_far_and_how_long() -> None:
    line = ProgressLine()
    line.begin("self-play", 10, 4)
    assert line.text(3.0) == "self-play 4 of 10 · 3 s"
    line.step(50_000)
    line.step(250_000)
    expected = "self-play 6 of 10 · 30 s · 300 k positions · 10,000 per second · about 60 s left"
    assert line.text(30.0) == expected


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["selfplay"], "FOLDER"),
        (["selfplay", "out", *NONE], "number of games"),
        (["selfplay", "out", *NONE, "--games", "1", "--positions", "1"], "either"),
        (["selfplay", "out", *NONE, "--games", "0"], "--games"),
        (["selfplay", "out", *NONE, "--games", "1", "--depth", "2"], "--depth"),
        (["selfplay", "out", *NONE, "--games", "1", "--random-plies", "few"], "like 2-35"),
        (["selfplay", "out", *NONE, "--games", "1", "--random-plies", "9-3"], "the least first"),
        (["selfplay", "out", "--games", "1", "--weights", "missing.bin"], "missing.bin"),
        (["selfplay", "out", "--games", "1", "--weights", "foreign.bin"], "not a weights file"),
        (["selfplay", "foreign.bin", "--games", "1", *NONE], "foreign.bin: cannot"),
        (["games", "out", "missing.wtb", *NONE], "missing.wtb"),
        (["games", "out", ".", *NONE], "no .wtb file"),
        (["fit", "nothing", "--output", "w.bin"], "nothing has no shards"),
        (["fit", "nothing"], "--output"),
        (["fit", "nothing", "--output", "w.bin", "--method", "magic"], "there are: cg, gd"),
        (["fit", "nothing", "--output", "w.bin", "--ridge", "0"], "above 0"),
        (["rounds", "out", "--scale", "giant"], "there are: tiny, small"),
        (["card", "foreign.bin"], "not a weights file"),
        (["card", "missing.bin"], "no such file"),
        (["nonsense"], "nonsense"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str],
    part: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("foreign.bin").write_bytes(b"\x89PNG and so on")
    assert run(["train", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert part in captured.err
