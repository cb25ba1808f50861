from __future__ import annotations

import json
from pathlib import Path

import pytest

from outflank.arena.openings import load_openings
from outflank.cli.main import run
from outflank.kernels.jit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")


def test_a_list_is_made_and_can_be_played_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lines.txt"
    command = ["openings", "make", str(file), "--plies", "4", "--depth", "4", "--processes", "1"]
    assert run([*command, "--lines", "12", "--discs", "4"]) == 0
    assert "has 12 of the" in " ".join(capsys.readouterr().out.split())
    assert len(load_openings(str(file), 12, seed=1)) == 12
    assert run([*command, "--lines", "5", "--discs", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lines"] == 5
    assert len(file.read_text().splitlines()) == 5
    assert run([*command, "--lines", "5"]) == 2
    assert "other settings" in capsys.readouterr().err
