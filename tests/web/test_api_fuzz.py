"""The JSON interface against its own description, by a tool that tries what people do not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.serving import Serving

pytest.importorskip("schemathesis", reason="schemathesis is not installed")

# Not every text is a position, which the description can only say in words.
UNFIT_CHECKS = "positive_data_acceptance"


@pytest.mark.slow
def test_schemathesis_finds_nothing(server: Serving, tmp_path: Path) -> None:
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        *("run", f"{server.address}/openapi.json", "--exclude-checks", UNFIT_CHECKS),
        *("--max-examples", "60", "--seed", "20260101", "--request-timeout", "60", "--no-color"),
    ]
    # It leaves a folder behind.
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert ended.returncode == 0, ended.stdout[-4000:]
    assert server.post("/api/best", {"position": "start", "depth": 1})[0] == 200
