"""The wheel: the same bytes from the same sources, with everything that it needs inside."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="pip install -e '.[test]'")

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_two_builds_are_the_same() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "check_wheel.py"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "the same, byte for byte" in done.stdout


@pytest.mark.slow
def test_a_wheel_has_data_and_documentation(tmp_path: Path) -> None:
    program = "import sys, hatchling.build as backend; print(backend.build_wheel(sys.argv[1]))"
    subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        cwd=ROOT,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    names = set(zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist())
    shipped = {
        "outflank/py.typed",
        "outflank/data/weights.bin",
        "outflank/data/languages/ja.json",
        "outflank/data/documentation/mkdocs.yml",
        "outflank/data/documentation/docs/index.md",
        "outflank/data/documentation/docs/tutorials/1-rules.py",
        "outflank/data/documentation/tools/site/hooks.py",
        "outflank/data/documentation/CONTRIBUTING.md",
    }
    assert shipped <= names, shipped - names
    assert not any(name.endswith(".pyc") or "/parts/" in name for name in names)
