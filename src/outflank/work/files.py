"""Files that are there whole or not at all, whatever ends the program that writes them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from outflank.errors import FormatError, OutflankError

UNFINISHED = ".unfinished"
"""How the name of a file ends that is being written, or that a killed run left behind."""


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A path to write to; what was written there takes the place of `path` in one step."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        yield temporary
        temporary.replace(path)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        temporary.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make `folder` where it is not there, and clear away what a killed run left half written.

    One run at a time may write to a folder.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for leftover in folder.glob(f"*{UNFINISHED}"):
            leftover.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from error


def write_json(path: Path, value: Any) -> None:
    """Write one JSON value, readable for people too."""
    with whole_file(path) as temporary:
        temporary.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def read_json(path: Path) -> Any:
    """The value of a file that `write_json` wrote."""
    try:
        return json.loads(path.read_text())
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", source=str(path)) from error
    except ValueError:
        raise FormatError(
            "this is not what Outflank wrote; delete the file's folder and make it again",
            source=str(path),
        ) from None


def _unwritable(path: Path, error: OSError) -> OutflankError:
    reason = error.strerror or error
    return OutflankError(f"{path} cannot be written: {reason}; make room or choose another place")
