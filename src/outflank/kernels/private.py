"""Create or check folders and files that no other user of the machine can write to.

The cache of compiled kernels must be private, because code is loaded from it.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from outflank.errors import OutflankError

_HAS_OWNERS = hasattr(os, "geteuid")
"""Whether files have an owner and a mode here. Windows has neither;
there a user's folders are taken as private.
"""

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def private_folder(folder: Path, *, remedy: str) -> None:
    """Create `folder` with mode 0700, or check that an existing one is safe to load code from.

    An existing folder may be a symbolic link, if its target also belongs to the user. Write
    permission for the group, which a umask of 002 grants, is removed from it. Raises
    `OutflankError` if another user owns the folder or may write to it; `remedy`, which says what
    the user can do, ends the message. Raises `OSError` if the folder cannot be created.
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
    """Whether only the user or the administrator can have written the open file `descriptor`."""
    if not _HAS_OWNERS:
        return True
    status = os.fstat(descriptor)
    return status.st_uid in (os.geteuid(), 0) and not status.st_mode & _OTHERS_WRITE
