"""The tutorials run as notebooks, from the first cell to the last, and show what they promise."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.documentation.blocks import ROOT

pytest.importorskip("nbclient", reason="pip install -e '.[docs]'")
pytest.importorskip("ipykernel", reason="pip install -e '.[docs]'")

FOLDER = ROOT / "docs" / "tutorials"
TUTORIALS = sorted(FOLDER.glob("[0-9]*.py"))


@pytest.fixture(autouse=True)
def site_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT / "tools" / "site"), *sys.path])


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Jupyter's own packages warn on some systems
@pytest.mark.parametrize("file", TUTORIALS, ids=lambda file: str(file.stem))
def test_a_tutorial_runs(file: Path) -> None:
    import notebooks

    # Also puts it into the cache, so that the site does not execute it again.
    page = notebooks.page_of(notebooks.executed(file), file.stem)
    text = str(page[f"tutorials/{file.stem}.md"])
    assert text.startswith(f"# {file.stem.partition('-')[0]}. ")
    pictures = [uri for uri in page if uri.endswith((".png", ".svg"))]
    assert len(pictures) >= 1
    assert "Try it yourself" in text


def test_there_are_eight_and_they_use_the_public_face_only() -> None:
    assert [file.stem.partition("-")[0] for file in TUTORIALS] == list("12345678")
    for file in [*TUTORIALS, FOLDER / "drawing.py"]:
        text = file.read_text()
        assert "from outflank." not in text, file.name
        assert "import outflank." not in text, file.name


def test_cells_are_read_in_order() -> None:
    import notebooks

    notebook = notebooks.notebook_of(TUTORIALS[0])
    assert notebook.cells[0].cell_type == "markdown"
    assert notebook.cells[0].source.startswith("# 1. Rules and bitboards")
    assert "from outflank import Position" in notebook.cells[1].source
    assert all(not cell.get("outputs") for cell in notebook.cells)
