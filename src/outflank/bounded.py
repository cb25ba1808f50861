"""Read a whole file safely: only a regular file, and only up to a given number of bytes.

A pipe or a device could block the program for ever, or fill all memory. Files in ``/proc`` count as
regular but report no size, so the limit applies to the bytes actually read as well.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from outflank.errors import FormatError, reason_of

MEGABYTE = 1024 * 1024

_CHUNK_BYTES = 4 * MEGABYTE
_BINARY = getattr(os, "O_BINARY", 0)  # on Windows


def read_bounded(path: Path, most_bytes: int) -> bytes:
    """Return the content of the file at `path`.

    Raises `FormatError` if it is missing, not a regular file, or larger than `most_bytes`.
    """
    try:
        _check_kind(path.stat().st_mode)
        return _read(path, most_bytes)
    except FormatError as error:
        raise error.located(source=str(path)) from None
    except FileNotFoundError:
        raise FormatError(f"no such file: {path}") from None
    except (OSError, ValueError) as error:
        raise FormatError(f"cannot be read: {reason_of(error)}", source=str(path)) from error


def check_size(size_bytes: int, most_bytes: int) -> None:
    """Raise `FormatError` if `size_bytes` exceeds `most_bytes`."""
    if size_bytes > most_bytes:
        raise FormatError(
            f"{size_bytes:,} bytes are too many; split it into parts of at most {most_bytes:,} "
            "bytes"
        )


def _read(path: Path, most_bytes: int) -> bytes:
    # Never block, should a pipe have replaced the file, or on a file of /proc.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _BINARY)
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        status = os.fstat(file.fileno())
        _check_kind(status.st_mode)
        check_size(status.st_size, most_bytes)
        parts: list[bytes] = []
        size = 0
        while part := file.read(_CHUNK_BYTES):
            parts.append(part)
            size += len(part)
            if size > most_bytes:
                raise FormatError(f"this has no end within {most_bytes:,} bytes; give a file")
        if part is None:
            raise FormatError("this gives no data at the moment; give a regular file")
        return b"".join(parts)


def _check_kind(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise FormatError("this is a folder; name a file in it")
    if not stat.S_ISREG(mode):
        raise FormatError("this is not a regular file; give a file that is one")
