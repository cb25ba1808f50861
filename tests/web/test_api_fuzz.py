"""The JSON interface against its own description, by a tool that tries what people do not."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from outflank.web.api_page import EXAMPLES
from tests.web.serving import Serving

pytest.importorskip("schemathesis", reason="schemathesis is not installed")

# Not every text is a position, which the description can only say in words.
UNFIT_CHECKS = "positive_data_acceptance"


def impatient(description: dict[str, Any]) -> dict[str, Any]:
    """The same interface with examples that take no time: a late endgame and a short game."""
    schemas = description["components"]["schemas"]
    for name in ("BestRequest", "SolveRequest"):
        endgame = EXAMPLES["/api/solve"]["position"]
        schemas[name]["properties"]["position"]["examples"] = [endgame]
    schemas["AnalyzeRequest"]["properties"]["game"]["examples"] = ["f5d6"]
    return description


@pytest.mark.slow
def test_schemathesis_finds_nothing(server: Serving, tmp_path: Path) -> None:
    with urllib.request.urlopen(f"{server.address}/openapi.json") as response:
        description = impatient(json.load(response))
    (tmp_path / "openapi.json").write_text(json.dumps(description))
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        *("run", "openapi.json", "--url", server.address, "--exclude-checks", UNFIT_CHECKS),
        *("--max-examples", "10", "--seed", "20260101", "--request-timeout", "60", "--no-color"),
    ]
    # It leaves a folder behind.
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert ended.returncode == 0, ended.stdout[-4000:]
    assert server.post("/api/best", {"position": "start", "depth": 1})[0] == 200
