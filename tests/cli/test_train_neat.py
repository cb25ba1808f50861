"""`outflank train neat`: a run, its files, and mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from outflank.classics.genomes import load
from outflank.cli.main import run
from outflank.kernels.jit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

SMALL = ["--population", "10", "--games", "4", "--processes", "1"]


def test_a_run_can_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, plot = tmp_path / "run", tmp_path / "curve.png"
    evolve = ["train", "neat", str(folder), *SMALL]
    assert run([*evolve, "--generations", "1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["generations"] == 1
    assert answer["final"]["wins"] + answer["final"]["draws"] + answer["final"]["losses"] == 2000
    assert load(Path(answer["best"])).nodes
    assert run([*evolve, "--generations", "2", "--plot", str(plot)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "2 generations." in told
    assert "against positional on 2,000 new games" in told
    assert plot.read_bytes().startswith(b"\x89PNG")
    match = ["match", f"neat:depth=2,file={answer['best']}", "random", "--games", "2", "--json"]
    assert run(match) == 0
    assert json.loads(capsys.readouterr().out)["summary"]["games"] == 2


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["train", "neat"], "FOLDER"),
        (["train", "neat", "out", "--target", "nobody"], "'nobody'"),
        (["train", "neat", "out", "--measure", "luck"], "measure=luck"),
        (["train", "neat", "out", "--images", "4"], "images=4"),
        (["train", "neat", "out", "--population", "2"], "--population"),
        (["train", "neat", "file"], "file"),
        (["match", "neat:file=missing.json", "random", "--games", "1"], "missing.json"),
        (["match", "neat:file=file", "random", "--games", "1"], "no genome"),
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
    Path("file").write_text("in the way")
    assert run(arguments) == 2
    # A progress bar that had begun leaves an empty line.
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert part in line
