"""The folder of a user's games, settings and lists."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from outflank.errors import OutflankError, reason_of


def data_folder() -> Path:
    """The folder of the user's games and settings, created if missing.

    ``OUTFLANK_DATA_DIR`` sets another folder.
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
