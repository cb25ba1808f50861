"""The checks of `outflank doctor`: find and repair faults in Outflank's files on this machine."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from outflank.bounded import read_bounded
from outflank.errors import OutflankError
from outflank.jobs.user_data import data_folder

LEAST_FREE_BYTES = 200 * 1024 * 1024
"""Less free disk space than this is a fault.

Compiled kernels take 30 megabytes, and the files of games grow.
"""

LIBRARY_FILE = "library.sqlite"
LIBRARY_VARIABLE = "OUTFLANK_LIBRARY"
SECRET_FILE = "cookie-secret"
MOST_SECRET_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check.

    `what` names the checked thing and `text` describes its state. `is_good` is the state after any
    repair; `mended` describes the repair, and is empty if there was none.
    """

    what: str
    is_good: bool
    text: str
    mended: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The fields as a dictionary for JSON."""
        return asdict(self)


def examine() -> Iterator[Finding]:
    """Run all checks and yield the finding of each."""
    yield _versions()
    yield from _kernels()
    try:
        folder = data_folder()
    except OutflankError as error:
        yield Finding("data folder", False, str(error))
        return
    is_writable = os.access(folder, os.W_OK)
    yield Finding(
        "data folder", is_writable, f"{folder}{'' if is_writable else ' cannot be written'}"
    )
    yield _games(Path(os.environ.get(LIBRARY_VARIABLE) or folder / LIBRARY_FILE))
    yield _secret(folder / SECRET_FILE)
    yield _room(folder)


def _versions() -> Finding:
    packages = ("outflank", "numba", "llvmlite", "numpy", "nicegui")
    found = []
    for package in packages:
        try:
            found.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            found.append(f"{package} missing")
    missing = any(text.endswith("missing") for text in found)
    return Finding(
        "versions", not missing, f"Python {platform.python_version()}, {', '.join(found)}"
    )


def _kernels() -> Iterator[Finding]:
    from outflank.kernels import cache, jit

    try:
        folder = cache.cache_folder()
    except OutflankError as error:
        yield Finding("kernel cache", False, str(error))
        return
    damaged = cache.damaged_files()
    for file in damaged:
        file.unlink(missing_ok=True)
    mended = f"removed {len(damaged)} damaged files" if damaged else ""
    yield Finding("kernel cache", True, str(folder), mended)
    # Missing kernels are no fault: the next command that needs them compiles them.
    is_compiled = jit.is_compiled()
    text = "compiled" if is_compiled else "not compiled yet; outflank compile does it"
    yield Finding("kernels", True, f"{jit.kernel_count()}, {text}")


def _games(path: Path) -> Finding:
    if not path.exists():
        return Finding("games", True, "none kept yet")
    try:
        connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
        try:
            (answer,) = connection.execute("pragma integrity_check(1)").fetchone()
            (count,) = connection.execute("select count(*) from games").fetchone()
        finally:
            connection.close()
    except sqlite3.Error as error:
        return Finding("games", False, _damaged(path, str(error)))
    if answer != "ok":
        return Finding("games", False, _damaged(path, answer))
    return Finding("games", True, f"{count:,} in {path}")


def _damaged(path: Path, problem: str) -> str:
    one_line = " ".join(problem.split())
    return (
        f"{path} is damaged ({one_line}); move it away, or rescue its games with: "
        f"sqlite3 {path.name} .recover"
    )


def _secret(path: Path) -> Finding:
    """Check the key that signs the web server's cookies; remove an empty file, left by a full disk.

    With an empty file the server could not recognise its visitors after a restart.
    """
    try:
        is_empty = path.exists() and not read_bounded(path, MOST_SECRET_BYTES).strip()
        if is_empty:
            path.unlink()
    except (OSError, OutflankError) as error:
        return Finding("cookie secret", False, f"{path} cannot be read: {error}")
    mended = "removed an empty one; the server makes a new one" if is_empty else ""
    return Finding("cookie secret", True, "kept" if path.exists() else "none yet", mended)


def _room(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    text = f"{free / 1024**3:.1f} GB free"
    return Finding("disk", free >= LEAST_FREE_BYTES, text)
