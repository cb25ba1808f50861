"""The cache of compiled kernels: one checked file for each kernel, in a private folder.

The folder is named after a fingerprint of everything that compiled code depends on: the sources of
all kernels, the versions of Numba and LLVM, the CPU, the compiler's options and the switches of
`kernels.switches`. Numba's own cache looks only at the file that defines a kernel, so it would
keep stale code when a helper in another file changes; it also depends on where the package is
installed, and trusts what it finds. Here every virtual environment of a user shares one cache, and
a file that is damaged, or that another user could have written, is dropped and compiled again.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import stat
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
from llvmlite import binding
from numba.core import config
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from outflank.bounded import read_bounded
from outflank.errors import OutflankError, reason_of
from outflank.kernels.private import is_private_file, private_folder
from outflank.kernels.switches import WITHOUT

PACKAGE = Path(__file__).parent.parent

UNUSED_FOLDER_DAYS = 30
"""A cache folder that no process has used for this many days is removed."""

MOST_BYTES = 64 * 1024 * 1024
"""Maximum size of a file in the cache in bytes; the largest kernel has less than a megabyte."""

_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0)  # on Windows

_COMPLETE = "complete"
_SUFFIX = ".kernel"
_DIGEST_BYTES = hashlib.sha256().digest_size


def kernel_sources() -> list[Path]:
    """All source files in the folders where kernels are defined."""
    folders = (PACKAGE / "kernels", PACKAGE / "classics")
    return sorted(file for folder in folders for file in folder.rglob("*.py"))


@cache
def fingerprint() -> str:
    """A hash of everything that compiled code depends on; it names the cache folder."""
    digest = hashlib.sha256()
    for source in kernel_sources():
        name = source.relative_to(PACKAGE).as_posix().encode()
        digest.update(name + b"\0" + source.read_bytes() + b"\0")
    environment = (
        numba.__version__,
        binding.llvm_version_info,
        sys.version_info[:2],
        binding.get_host_cpu_name(),
        binding.get_host_cpu_features().flatten(),
        bool(config.BOUNDSCHECK),
        str(config.OPT),
        sorted(WITHOUT),
    )
    digest.update(repr(environment).encode())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """The folder of compiled kernels for the current fingerprint; created if it does not exist.

    ``OUTFLANK_CACHE_DIR`` sets another place for it. If the place cannot be written, as on a
    read-only system, a private folder among the machine's temporary files is used. A folder that
    another user owns or may write to is refused: loading code from it would run that user's code.
    """
    chosen = os.environ.get("OUTFLANK_CACHE_DIR")
    root = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("outflank"))
    try:
        folder = _folder_within(root)
    except OSError as error:
        try:
            folder = _folder_within(_temporary_root())
        except OSError:
            raise OutflankError(
                f"{root} cannot hold compiled kernels: {reason_of(error)}; "
                "set OUTFLANK_CACHE_DIR to a folder that can be written"
            ) from error
    _remove_unused(folder)
    return folder


def _temporary_root() -> Path:
    user = f"-{os.geteuid()}" if hasattr(os, "geteuid") else ""
    return Path(tempfile.gettempdir()) / f"outflank-cache{user}"


def _folder_within(root: Path) -> Path:
    folder = root / "kernels" / fingerprint()
    for part in (root, folder.parent, folder):
        private_folder(part, remedy="set OUTFLANK_CACHE_DIR to a folder of your own")
    os.utime(folder)
    return folder


def _remove_unused(current: Path) -> None:
    oldest_kept = time.time() - UNUSED_FOLDER_DAYS * 86_400
    for folder in current.parent.iterdir():
        if folder != current and folder.is_dir() and folder.stat().st_mtime < oldest_kept:
            shutil.rmtree(folder, ignore_errors=True)


# What this process has loaded and saved


@dataclass
class CacheLog:
    """A log of this process's use of the cache.

    `files` has the names of files loaded or saved; `damaged` has the names of files whose kernels
    had to be compiled again; `problem` says why a kernel could not be saved.
    """

    files: set[str] = field(default_factory=set)
    damaged: list[str] = field(default_factory=list)
    problem: str = ""


LOG = CacheLog()


def mark_complete() -> None:
    """Record in the cache that it has all kernels, with their file sizes, unless one was not saved.

    Call this after all kernels were loaded or compiled. The sizes are those on the disk: another
    process may have saved the same kernel meanwhile, and two compilations of a kernel can differ in
    size.
    """
    if LOG.problem:
        return
    folder = cache_folder()
    try:
        sizes = {name: (folder / name).stat().st_size for name in sorted(LOG.files)}
        listing = "".join(f"{size} {name}\n" for name, size in sizes.items())
        _write(folder / _COMPLETE, listing.encode())
    except OSError as error:
        LOG.problem = reason_of(error)


def is_complete() -> bool:
    """Whether all files that `mark_complete` recorded are there, with unchanged sizes."""
    folder = cache_folder()
    try:
        listing = read_bounded(folder / _COMPLETE, MOST_BYTES).decode()
        entries = [line.split() for line in listing.splitlines()]
        return bool(entries) and all(
            (folder / name).stat().st_size == int(size) for size, name in entries
        )
    except (OSError, ValueError, OutflankError):
        return False


def damaged_files() -> list[Path]:
    """The files in the cache whose checksum is wrong."""
    return [
        file for file in sorted(cache_folder().glob(f"*{_SUFFIX}")) if _read_checked(file) is None
    ]


class KernelCache(_Cache):  # type: ignore[misc]
    """The cache of one kernel, with the interface that Numba's dispatchers require."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._folder = cache_folder()

    @property
    def cache_path(self) -> str:
        """The path of the cache folder."""
        return str(self._folder)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Load the compiled kernel for `signature`; None if its file is missing or not valid.

        A file that is damaged, or that another user could have written, is removed.
        """
        target_context.refresh()
        path = self._path(signature, target_context.codegen())
        if not path.exists():
            return None
        content = _read_checked(path)
        try:
            if content is None:
                raise ValueError("wrong checksum")
            compiled = CompileResult._rebuild(target_context, *pickle.loads(content))
        except Exception:  # unpickling and linking raise errors of every kind
            LOG.damaged.append(path.name)
            _remove(path)
            return None
        LOG.files.add(path.name)
        return compiled

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Save a compiled kernel, unless its code contains memory addresses of this process.

        If the file cannot be written, the compiled kernel exists in this process only.
        """
        if compiled.lifted or compiled.library.has_dynamic_globals:
            return
        path = self._path(signature, compiled.codegen)
        content = dumps(compiled._reduce())
        content = _digest(path.name, content) + content
        try:
            if not path.exists():  # the first of several processes wins
                _write(path, content)
        except OSError as error:
            LOG.problem = reason_of(error)
        else:
            LOG.files.add(path.name)

    def _path(self, signature: Any, codegen: Any) -> Path:
        """The file of the kernel for `signature`.

        Its name has a hash of what the folder's fingerprint does not cover: the function, the
        signature and the values in the function's closure.
        """
        function = self._function
        closure = tuple(cell.cell_contents for cell in function.__closure__ or ())
        parts = (
            function.__module__,
            function.__qualname__,
            function.__code__.co_firstlineno,
            str(signature),
            codegen.magic_tuple(),
            hashlib.sha256(function.__code__.co_code).hexdigest(),
            hashlib.sha256(dumps(closure) if closure else b"").hexdigest(),
        )
        key = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
        return self._folder / f"{function.__module__}.{function.__name__}-{key}{_SUFFIX}"

    def enable(self) -> None:
        """Do nothing: Numba requires this method, but the cache is always on."""

    def disable(self) -> None:
        """Do nothing: Numba requires this method, but the cache is always on."""

    def flush(self) -> None:
        """Do nothing: Numba requires this method, but changed sources get a new folder."""


def _digest(name: str, content: bytes) -> bytes:
    """The checksum of a file's name and content.

    With the name, a file of another kernel that was renamed is rejected.
    """
    return hashlib.sha256(name.encode() + b"\0" + content).digest()


def _read_checked(path: Path) -> bytes | None:
    """Read `path` and check it; return the content without checksum.

    Returns None if the file is damaged or another user could have written it.
    """
    try:
        # Non-blocking, because opening a pipe in place of a file would wait forever.
        descriptor = os.open(path, os.O_RDONLY | _WITHOUT_WAITING | _BINARY)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            is_file = stat.S_ISREG(status.st_mode) and status.st_size <= MOST_BYTES
            if not is_file or not is_private_file(descriptor):
                return None
            content = file.read()
    except OSError:
        return None
    saved, content = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
    return content if saved == _digest(path.name, content) else None


def _remove(path: Path) -> None:
    """Remove a damaged file of the cache, or a folder that stands in its place."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically, because several processes may write the same one."""
    temporary = path.with_name(f"{path.name}.{uuid.uuid4().hex[:16]}.unfinished")
    try:
        temporary.write_bytes(content)
        temporary.chmod(0o600)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
