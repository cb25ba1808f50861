"""MkDocs hooks: add the generated pages and turn links that leave `docs/` into links to pages.

MkDocs calls `on_files` once per build and `on_page_markdown` for every page.
"""

from __future__ import annotations

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))  # the modules beside this one

import command_reference
import http_reference
import linking
import notebooks
import python_reference


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made from code: references, tutorials, files of the repository."""
    root = Path(config.config_file_path).parent
    pages: dict[str, str | bytes] = {
        "reference/command-line.md": command_reference.page(),
        "reference/http.md": http_reference.page(),
        **python_reference.pages(),
        **notebooks.pages(root / "docs" / "tutorials"),
        **linking.repository_pages(root),
    }
    for uri, content in pages.items():
        files.append(File.generated(config, uri, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The text of a page, with links to files outside `docs/` turned into links to pages."""
    return linking.relinked(markdown, page.file.src_uri)
