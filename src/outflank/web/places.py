"""Where the server keeps what must outlive it."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import platformdirs

from outflank.errors import OutflankError
from outflank.formats.wording import reason_of


def data_folder() -> Path:
    """The folder of the user's games and settings, made if it is not there.

    ``OUTFLANK_DATA_DIR`` sets another place.
    """
    chosen = os.environ.get("OUTFLANK_DATA_DIR")
    folder = Path(chosen) if chosen else Path(platformdirs.user_data_dir("outflank"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutflankError(
            f"{folder} cannot be used: {reason_of(error)}; set OUTFLANK_DATA_DIR to a folder"
        ) from error
    return folder


def cookie_secret() -> str:
    """What cookies are signed with: drawn once, so that visitors are known after a restart."""
    file = data_folder() / "cookie-secret"
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
            new.write(secrets.token_urlsafe(32))
    except FileExistsError:
        pass
    except OSError as error:
        raise OutflankError(
            f"{file} cannot be written: {reason_of(error)}; set OUTFLANK_DATA_DIR to a folder"
        ) from error
    return file.read_text() or secrets.token_urlsafe(32)
