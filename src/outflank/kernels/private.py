"""Folders and files that no other user of the machine can write to."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from outflank.errors import OutflankError

_HAS_OWNERS = hasattr(os, "geteuid")
"""Whether the system has owners and modes of files; on Windows a user's folders are private."""

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def private_folder(folder: Path, *, remedy: str) -> None:
    """Make `folder` with mode 0700, or check that it is safe to load code from.

    An existing folder may be a link, if its target also belongs to the user. Raises `OutflankError`
    that ends with `remedy` for a folder that another user owns or may write to, and `OSError` for a
    place where no folder can be made. Write permission for the user's group, which a umask of 002
    grants, is removed from an existing folder.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        if not folder.is_dir():
            raise
    if not _HAS_OWNERS:
        return
    for status in (folder.lstat(), folder.stat()):
        if status.st_uid not in (os.geteuid(), 0):
            raise OutflankError(f"{folder} belongs to another user; {remedy}")
    mode = status.st_mode
    if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
        raise OutflankError(f"{folder} can be written by every user; {remedy}, or: chmod go-w")
    if mode & stat.S_IWGRP and not mode & stat.S_IWOTH and status.st_uid == os.geteuid():
        folder.chmod(stat.S_IMODE(mode) & ~stat.S_IWGRP)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"{folder} cannot be written")


def is_private_file(descriptor: int) -> bool:
    """Whether only the user, or the administrator, could have written an open file."""
    if not _HAS_OWNERS:
        return True
    status = os.fstat(descriptor)
    return status.st_uid in (os.geteuid(), 0) and not status.st_mode & _OTHERS_WRITE
