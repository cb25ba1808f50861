"""Write files atomically: a new file replaces the old one in one step, or nothing changes.

The content is written to a temporary file in the same folder, synced to the disk and then renamed,
so neither an error, a kill nor a power cut leaves half a file. A device or a pipe, such as
``/dev/stdout``, is written directly. Errors of the system become a `FormatError`.
"""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from outflank.bounded import MEGABYTE, read_bounded
from outflank.errors import FormatError, reason_of

MOST_BYTES = 512 * MEGABYTE
"""Default size limit for reading a file, far above the size of any file that Outflank writes."""

UNFINISHED = ".unfinished"
"""Suffix of temporary files: a file still being written, or one left behind by a killed run."""

_NAME_LENGTH = 40
"""A temporary name begins with at most this many characters of the file's name.

File systems limit the length of names.
"""

_REMEDIES = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "make room or choose another place"),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR), "make its folder first"),
    errno.EISDIR: "name a file in it",
}


# Writing


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Yield a binary stream; when the block ends, its content replaces the file at `path`.

    An error in the block leaves the file unchanged.
    """
    with unwritable_is_an_error(path):
        new = _open_new(path)
    try:
        with unwritable_is_an_error(path):
            yield new.stream
            new.finish()
            new.take_place()
    finally:
        new.discard()


def write_together(contents: Mapping[Path, bytes]) -> None:
    """Write several files at nearly the same moment.

    All contents are first synced to disk in temporary files; only then are the files replaced, in
    the order of `contents`. So a full disk leaves all of them unchanged.
    """
    with ExitStack() as discarding:
        written: list[tuple[Path, _NewFile]] = []
        for path, data in contents.items():
            with unwritable_is_an_error(path):
                new = _open_new(path)
                discarding.callback(new.discard)
                new.stream.write(data)
                new.finish()
            written.append((path, new))
        for path, new in written:
            with unwritable_is_an_error(path):
                new.take_place()


def write_bytes(path: Path, data: bytes) -> None:
    """Write `data` to the file at `path` atomically."""
    with replacing(path) as stream:
        stream.write(data)


def write_text(path: Path, text: str) -> None:
    """Write `text` to the file at `path` atomically, as UTF-8 and without converting line ends."""
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise FormatError(f"cannot be written: {error.reason}", source=str(path)) from error
    write_bytes(path, data)


def write_json(path: Path, value: Any, *, indent: int | None = 2) -> None:
    """Write one JSON value atomically, on a single line if `indent` is None."""
    write_text(path, json.dumps(value, indent=indent, ensure_ascii=False) + "\n")


def write_csv(path: Path, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a table as CSV with a heading line of `columns`; None becomes an empty cell."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([columns, *rows])
    write_text(path, text.getvalue())


class _NewFile:
    """The temporary file that will replace `path`. Write to its `stream`.

    If `path` is a device or a pipe, the stream writes to it directly.
    """

    def __init__(self, path: Path) -> None:
        # A link is kept, and the file that it points to is replaced.
        self._path = Path(os.path.realpath(path))
        found = self._path.stat() if self._path.exists() else None
        self._is_file = found is None or stat.S_ISREG(found.st_mode)
        if found is not None:
            _check_writable(self._path)
        if not self._is_file:
            self._temporary = self._path
            self.stream: BinaryIO = self._path.open("wb")
            return
        self._temporary = self._path.with_name(
            f"{self._path.name[:_NAME_LENGTH]}.{os.urandom(4).hex()}{UNFINISHED}"
        )
        self.stream = self._temporary.open("xb")
        if found is not None:
            with suppress(OSError):  # a file system without permissions
                self._temporary.chmod(stat.S_IMODE(found.st_mode))

    def finish(self) -> None:
        """Sync all content to the disk and close the stream."""
        self.stream.flush()
        if self._is_file:
            os.fsync(self.stream.fileno())
        self.stream.close()

    def take_place(self) -> None:
        """Rename the temporary file to `path`. Call only after `finish`."""
        if self._is_file:
            self._temporary.replace(self._path)
            _sync_folder(self._path.parent)

    def discard(self) -> None:
        """Close the stream and remove the temporary file, if it still exists."""
        with suppress(OSError):  # closing flushes again, and the disk may be full
            self.stream.close()
        if self._is_file:
            with suppress(OSError):
                self._temporary.unlink(missing_ok=True)


def _open_new(path: Path) -> _NewFile:
    try:
        return _NewFile(path)
    except ValueError as error:  # a name that no file can have
        raise OSError(errno.EINVAL, str(error)) from error


def _check_writable(path: Path) -> None:
    """Raise `OSError` for a folder or a read-only file, which a rename might silently replace."""
    refusal = None
    if path.is_dir():
        refusal = errno.EISDIR
    elif not os.access(path, os.W_OK):
        refusal = errno.EACCES
    if refusal is not None:
        raise OSError(refusal, os.strerror(refusal))


def _sync_folder(folder: Path) -> None:
    """Make a rename in `folder` survive a power cut, on systems that can sync folders."""
    if hasattr(os, "O_DIRECTORY"):
        with suppress(OSError):
            opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(opened)
            finally:
                os.close(opened)


# Folders


def make_folder(folder: Path) -> None:
    """Create `folder` and its parents if missing."""
    with unwritable_is_an_error(folder):
        folder.mkdir(parents=True, exist_ok=True)


def make_run_folder(folder: Path) -> None:
    """Create the folder of a long job, and remove temporary files that a killed run left there.

    Only one run at a time may write to a folder.
    """
    make_folder(folder)
    with unwritable_is_an_error(folder):
        for leftover in folder.glob(f"*{UNFINISHED}"):
            leftover.unlink(missing_ok=True)


# Reading


def read_bytes(path: Path, most_bytes: int = MOST_BYTES) -> bytes:
    """Return the content of the file at `path`.

    Raises `FormatError` if it cannot be read or is larger than `most_bytes`.
    """
    return read_bounded(path, most_bytes)


def read_json(path: Path) -> Any:
    """Return the JSON value in the file at `path`, which `write_json` wrote."""
    try:
        return json.loads(read_bytes(path))
    except FormatError:
        raise
    except ValueError:
        raise FormatError(
            "this file is damaged or not from Outflank; delete its folder and make it again",
            source=str(path),
        ) from None


# Errors


@contextmanager
def unwritable_is_an_error(path: Path) -> Iterator[None]:
    """Convert every `OSError` in the block into a `FormatError` that names `path` and a remedy."""
    try:
        yield
    except OSError as error:
        remedy = _REMEDIES.get(error.errno or 0, "check the name, the folder and its permissions")
        raise FormatError(
            f"cannot be written: {reason_of(error)}; {remedy}", source=str(path)
        ) from error
