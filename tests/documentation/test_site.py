"""The documentation site: built strictly, complete, and without anything from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import outflank
from tests.documentation.blocks import ROOT

pytest.importorskip("mkdocs", reason="pip install -e '.[docs]'")
pytest.importorskip("nbclient", reason="pip install -e '.[docs]'")

FROM_ELSEWHERE = re.compile(r'<(?:script|img|iframe|link)[^>]*(?:src|href)="(?:https?:)?//[^"]*"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `outflank docs --output` builds it; a warning fails the build."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "outflank", "docs", "--output", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return folder


@pytest.mark.slow
def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 50
    for page in pages:
        found = [
            tag for tag in FROM_ELSEWHERE.findall(page.read_text()) if 'rel="canonical"' not in tag
        ]
        assert found == [], page


@pytest.mark.slow
def test_every_public_name_has_a_section(site: Path) -> None:
    text = "".join(page.read_text() for page in (site / "reference" / "python").glob("*.html"))
    squares = {f"{column}{row}" for column in "ABCDEFGH" for row in range(1, 9)}
    for name in set(outflank.__all__) - squares:
        assert f'id="{outflank._MODULE_OF[name]}.{name}"' in text, name


@pytest.mark.slow
def test_commands_and_calls_are_listed(site: Path) -> None:
    commands = (site / "reference" / "command-line.html").read_text()
    assert "outflank db import" in commands
    assert "--all-moves" in commands
    calls = (site / "reference" / "http.html").read_text()
    assert "POST /api/best" in calls
    assert "seconds" in calls


def test_a_missing_extra_is_one_line() -> None:
    code = (
        "import sys; sys.modules['mkdocs'] = None; sys.modules['mkdocs.commands.build'] = None\n"
        "from outflank.cli.main import run; sys.exit(run(['docs', '--output', 'x']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.strip().endswith("pip install 'outflank[docs]'")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_the_command_serves_the_site(site: Path) -> None:
    serving = subprocess.Popen(
        [sys.executable, "-m", "outflank", "docs", "--no-browser", "--port", "0"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert serving.stdout is not None
        line = serving.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert address is not None, line
        with urllib.request.urlopen(f"{address[0]}/index.html", timeout=30) as answer:
            assert b"Outflank" in answer.read()
    finally:
        serving.kill()
        serving.communicate()
