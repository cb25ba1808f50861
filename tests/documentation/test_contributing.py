"""What CONTRIBUTING and the project's files say is true."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.documentation.blocks import ROOT

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()

FILE = re.compile(
    r"`(?P<path>[\w./-]+/|[\w./-]+\.\w+)`"
    r"(?: \(`(?P<name>[^`]+)`\))?(?:, \(`(?P<more>[^`]+)`\))?"
)
"""A file in the table, with one or two names to look for in it."""

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def rows() -> list[str]:
    table = CONTRIBUTING.partition("## How to add")[2].partition("\n## ")[0]
    return [line for line in table.splitlines() if line.startswith("| a")]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.split("|")[1].strip())
def test_files_and_names_of_the_table_exist(row: str) -> None:
    found = list(FILE.finditer(row))
    assert len(found) >= 2
    for match in found:
        path = ROOT / match["path"]
        assert path.exists(), match["path"]
        for name in (match["name"], match["more"]):
            assert name is None or name in path.read_text(), f"{name} in {match['path']}"


def test_the_table_has_what_newcomers_add() -> None:
    added = [row.split("|")[1].strip() for row in rows()]
    for thing in ("an evaluation", "a player", "a protocol", "a file format", "a language"):
        assert any(name.startswith(thing) for name in added), thing


def test_every_task_is_listed_and_every_listed_task_exists() -> None:
    text = (ROOT / "noxfile.py").read_text()
    sessions = re.findall(r"@nox\.session\ndef (\w+)", text)
    table = CONTRIBUTING.partition("## Tasks")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == sessions


def test_versions_agree() -> None:
    version = PROJECT["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()
    assert (ROOT / "CHANGELOG.md").read_text().startswith(f"# Changelog\n\n## {version} ")


def test_extras_are_documented() -> None:
    page = (ROOT / "docs" / "start" / "install.md").read_text()
    documented = re.findall(r"^\| `(\w+)` \|", page.partition("## Extras")[2], re.MULTILINE)
    assert sorted(documented) == sorted(PROJECT["optional-dependencies"])


def test_containers_and_templates_are_well_formed() -> None:
    yaml = pytest.importorskip("yaml")
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    assert set(compose["services"]) == {"server", "scheduler", "worker"}
    for service in compose["services"].values():
        assert service.get("image") == "outflank"
        assert set(service.get("depends_on", ())) <= set(compose["services"])
    instructions = re.findall(r"^([A-Z]+) ", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert {"FROM", "COPY", "RUN", "USER", "CMD"} <= set(instructions)
    files = [*(ROOT / ".github").rglob("*.yml"), ROOT / ".pre-commit-config.yaml"]
    assert len(files) >= 4
    for file in files:
        assert yaml.safe_load(file.read_text()), file
