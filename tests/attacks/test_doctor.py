"""Promise: `outflank doctor` finds what is damaged, mends what it can and says what it did."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from outflank.kernels import cache, jit
from outflank.library import Library
from tests.attacks.running import outflank

pytestmark = pytest.mark.skipif(jit.INTERPRETED, reason="nothing is cached without compilation")


def examine(data: Path, kernels: Path) -> tuple[int, dict[str, dict[str, Any]]]:
    answer = outflank(
        "doctor", "--json", OUTFLANK_DATA_DIR=str(data), OUTFLANK_CACHE_DIR=str(kernels)
    )
    assert answer.stderr == ""
    findings = [json.loads(line) for line in answer.stdout.splitlines()]
    return answer.returncode, {finding["what"]: finding for finding in findings}


def test_a_healthy_machine(tmp_path: Path) -> None:
    data = tmp_path / "data"
    Library(data / "library.sqlite").close()
    code, findings = examine(data, tmp_path / "cache")
    assert code == 0
    assert all(finding["is_good"] for finding in findings.values())
    assert not any(finding["mended"] for finding in findings.values())


def test_damages_are_found_and_mended(tmp_path: Path) -> None:
    data, kernels = tmp_path / "data", tmp_path / "cache"
    data.mkdir()
    (data / "cookie-secret").write_text("")
    folder = kernels / "kernels" / cache.fingerprint()
    folder.mkdir(parents=True)
    (folder / "outflank.kernels.perft.perft-0.kernel").write_bytes(b"damaged")
    code, findings = examine(data, kernels)
    assert code == 0
    assert "removed 1 damaged" in findings["kernel cache"]["mended"]
    assert "removed an empty one" in findings["cookie secret"]["mended"]
    code, findings = examine(data, kernels)
    assert not any(finding["mended"] for finding in findings.values())


@pytest.mark.parametrize("damage", ["rubbish", "truncated", "overwritten"])
def test_a_damaged_store_is_told(damage: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    Library(data / "library.sqlite").close()
    path = data / "library.sqlite"
    content = path.read_bytes()
    if damage == "rubbish":
        path.write_bytes(b"this is no database" * 1000)
    elif damage == "truncated":
        path.write_bytes(content[: len(content) // 2])
    else:
        path.write_bytes(content[:200] + b"\xff" * 5000 + content[5200:])
    for leftover in ("library.sqlite-wal", "library.sqlite-shm"):
        (data / leftover).unlink(missing_ok=True)
    code, findings = examine(data, tmp_path / "cache")
    assert code == 1
    assert not findings["games"]["is_good"]
    assert "library.sqlite is damaged" in findings["games"]["text"]


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.write_text("")
    code, findings = examine(data, tmp_path / "cache")
    assert code == 1
    assert not findings["data folder"]["is_good"]
    shutil.rmtree(tmp_path / "cache")
