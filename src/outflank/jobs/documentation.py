"""Build the documentation site with MkDocs, from a source checkout or from the installed package.

Building needs MkDocs and the other packages of the extra ``docs``; viewing the site does not.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_cache_path

from outflank.errors import MissingExtra, OutflankError
from outflank.version import installed_version


def source_folder() -> Path:
    """The folder with ``mkdocs.yml``: the source checkout, or a folder of the installed package."""
    package = Path(__file__).parents[1]
    for folder in (package.parents[1], package / "data" / "documentation"):
        if (folder / "mkdocs.yml").is_file() and (folder / "docs").is_dir():
            return folder
    raise OutflankError("this installation has no documentation; install Outflank from its wheel")


def built_site() -> Path:
    """Return the folder of the built site; build it first if its sources have changed."""
    site = user_cache_path("outflank") / "site" / _fingerprint(source_folder())
    if not (site / "index.html").is_file():
        build_site(site)
    return site


def build_site(target: Path) -> None:
    """Build the site into the folder `target`; a broken link raises `OutflankError`."""
    # Suppress the theme's advertisement for its successor.
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    try:
        from mkdocs.commands.build import build
        from mkdocs.config import load_config
        from mkdocs.exceptions import MkDocsException
    except ImportError:
        raise MissingExtra("the documentation", "docs") from None
    # Warnings are printed, and in a strict build each is an error.
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    configuration = source_folder() / "mkdocs.yml"
    try:
        config = load_config(str(configuration), site_dir=str(target), strict=True)
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
    except MkDocsException as error:
        raise OutflankError(f"the documentation cannot be built: {error}") from error


def _fingerprint(folder: Path) -> str:
    """A hash of Outflank's version and of the name, size and time of every source file.

    The built site is cached under this name, so that it is built again when a source changes.
    """
    digest = hashlib.sha256(installed_version().encode())
    for file in _sources(folder):
        facts = file.stat()
        digest.update(f"{file.relative_to(folder)} {facts.st_size} {facts.st_mtime_ns}".encode())
    return digest.hexdigest()[:16]


def _sources(folder: Path) -> Iterator[Path]:
    yield folder / "mkdocs.yml"
    for name in ("docs", "tools"):
        yield from sorted(file for file in (folder / name).rglob("*.*") if file.is_file())
