"""Links of the documentation to files outside `docs/`, and the pages of these files.

Pages are written to be read in the repository: they link to `../examples/cup.toml` or to
`../CHANGELOG.md`. The site has a page for each such file, so every link works offline.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

LINK = re.compile(r"(?P<start>\]\()(?P<target>[^)\s#]+)(?P<anchor>#[^)\s]*)?\)")

PROJECT_FILES = {
    "CHANGELOG.md": "project/changelog.md",
    "CODE_OF_CONDUCT.md": "project/conduct.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
}
"""Markdown files at the root of the repository, and their pages."""

LANGUAGES = {".py": "python", ".toml": "toml", ".json": "json", ".yaml": "yaml", ".yml": "yaml"}
"""Syntax highlighting of files that are shown as they are."""


def relinked(markdown: str, uri: str) -> str:
    """`markdown` of the page `uri` with its links converted for the site."""
    here = _repository_path(uri)

    def replaced(match: re.Match[str]) -> str:
        target, anchor = match["target"], match["anchor"] or ""
        if ":" in target or target.startswith("/"):
            return match[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(here), target))
        page = _page_of(path)
        if page is None:
            return match[0]
        return f"]({posixpath.relpath(page, posixpath.dirname(uri) or '.')}{anchor})"

    return LINK.sub(replaced, markdown)


def repository_pages(root: Path) -> dict[str, str | bytes]:
    """Pages for files outside `docs/`: project files, figures by version, files linked to."""
    pages: dict[str, str | bytes] = {
        uri: (root / name).read_text() for name, uri in PROJECT_FILES.items()
    }
    for file in sorted((root / "bench" / "results").glob("*.md")):
        pages[f"figures/{file.name}"] = file.read_text()
    written = [*(root / "docs").rglob("*.md"), *(root / name for name in PROJECT_FILES)]
    for document in written:
        folder = document.parent.relative_to(root).as_posix()
        for match in LINK.finditer(document.read_text()):
            path = posixpath.normpath(posixpath.join(folder, match["target"]))
            page = _page_of(path)
            if page is not None and page.startswith("source/") and (root / path).is_file():
                pages[page] = _shown(path, (root / path).read_text())
    return pages


def _page_of(path: str) -> str | None:
    """The page of a file of the repository; None if the site has it under its own name."""
    if path in PROJECT_FILES:
        return PROJECT_FILES[path]
    if path.startswith("bench/results/"):
        return f"figures/{path.removeprefix('bench/results/')}"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return None if path.startswith("..") or path == "." else f"source/{path}.md"


def _repository_path(uri: str) -> str:
    """The file of the repository that the page `uri` is made from."""
    for name, page in PROJECT_FILES.items():
        if uri == page:
            return name
    if uri.startswith("figures/"):
        return f"bench/results/{uri.removeprefix('figures/')}"
    return f"docs/{uri}"


def _shown(path: str, text: str) -> str:
    language = LANGUAGES.get(posixpath.splitext(path)[1], "text")
    return f"# {path}\n\n```{language}\n{text.rstrip()}\n```\n"
