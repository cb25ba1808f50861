"""Tutorials as pages and notebooks: read, executed, and written as Markdown.

A tutorial is a Python file in the percent format of Jupytext: ``# %% [markdown]`` begins a cell of
text, ``# %%`` a cell of code. It is executed in a Jupyter kernel, in its own folder. The outputs of
the cells become part of the page, which offers the notebook for download.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from platformdirs import user_cache_path

CELL_SECONDS = 300
"""Timeout of one cell on a busy machine; an idle one needs seconds for all cells."""

PICTURES = {"image/png": "png", "image/svg+xml": "svg"}

TERMINAL_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def pages(folder: Path) -> dict[str, str | bytes]:
    """The page, the notebook and the pictures of every tutorial in `folder`."""
    files = sorted(folder.glob("[0-9]*.py"))
    made: dict[str, str | bytes] = {}
    with ThreadPoolExecutor(2) as pool:
        for file, notebook in zip(files, pool.map(executed, files), strict=True):
            made[f"tutorials/{file.stem}.ipynb"] = nbformat.writes(notebook)
            made |= page_of(notebook, file.stem)
    return made


def notebook_of(file: Path) -> Any:
    """The notebook of a tutorial, not yet executed."""
    notebook = nbformat.v4.new_notebook()
    notebook.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    for number, (kind, text) in enumerate(_cells(file.read_text())):
        make = nbformat.v4.new_markdown_cell if kind == "markdown" else nbformat.v4.new_code_cell
        cell = make(text)
        cell["id"] = f"cell-{number}"
        notebook.cells.append(cell)
    return notebook


def executed(file: Path) -> Any:
    """The notebook of a tutorial with its outputs, from a cache if nothing changed."""
    kept = user_cache_path("outflank") / "tutorials" / f"{_fingerprint(file)}.ipynb"
    if kept.exists():
        return nbformat.reads(kept.read_text(), as_version=4)
    notebook = executed_now(file)
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(nbformat.writes(notebook))
    return notebook


def executed_now(file: Path) -> Any:
    """The notebook of a tutorial after a run in a fresh kernel; an error in a cell is raised."""
    notebook = notebook_of(file)
    resources = {"metadata": {"path": str(file.parent)}}
    client = NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        startup_timeout=CELL_SECONDS,
        resources=resources,
        extra_arguments=["--log-level=40"],  # errors only, no warnings of the kernel
    )
    client.execute()
    return notebook


def page_of(notebook: Any, name: str) -> dict[str, str | bytes]:
    """An executed notebook as a Markdown page with its pictures beside it."""
    made: dict[str, str | bytes] = {}
    parts = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        for output in cell.outputs:
            parts.append(_shown(output, name, made))
    note = (
        f'!!! tip "Run it yourself"\n    [Download this notebook]({name}.ipynb) and '
        "[drawing.py](drawing.py) into one folder,\n    then "
        "`pip install 'outflank[docs]' jupyterlab` and `jupyter lab`."
    )
    title, _, rest = "\n\n".join(parts).partition("\n")
    made[f"tutorials/{name}.md"] = f"{title}\n\n{note}\n{rest}\n"
    return made


def _shown(output: Any, name: str, made: dict[str, str | bytes]) -> str:
    """One output of a cell as Markdown; pictures are added to `made`."""
    if output.output_type == "stream":
        return _plain(output.text)
    for kind, ending in PICTURES.items():
        if kind in output.data:
            content = output.data[kind]
            number = sum(uri.endswith((".png", ".svg")) for uri in made) + 1
            picture = f"{name}-{number}.{ending}"
            is_bytes = ending == "png"
            made[f"tutorials/{picture}"] = base64.b64decode(content) if is_bytes else content
            spoken = re.search(r'aria-label="([^"]*)"', content) if not is_bytes else None
            return f"![{spoken[1] if spoken else 'Figure'}]({picture})"
    return _plain(output.data["text/plain"])


def _plain(text: str) -> str:
    return f"```text\n{TERMINAL_COLOURS.sub('', text).rstrip()}\n```"


def _cells(text: str) -> Iterator[tuple[str, str]]:
    """The cells of a file in percent format: their kind and their text."""
    for part in re.split(r"^# %%", text, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        if "[markdown]" in head:
            lines = (line.removeprefix("#").removeprefix(" ") for line in body.splitlines())
            yield "markdown", "\n".join(lines).strip()
        else:
            yield "code", body.strip()


def _fingerprint(file: Path) -> str:
    """A hash of the tutorial, its helpers and every source file of Outflank."""
    import outflank

    digest = hashlib.sha256()
    sources = sorted(Path(outflank.__file__).parent.rglob("*.py"))
    for source in (file, file.parent / "drawing.py", Path(__file__), *sources):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:24]
