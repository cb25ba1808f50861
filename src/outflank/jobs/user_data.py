"""The folder on this machine for the user's games, settings and lists."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from outflank.errors import OutflankError, reason_of


def data_folder() -> Path:
    """Return the folder of the user's games and settings, and create it if missing.

    The environment variable ``OUTFLANK_DATA_DIR`` replaces the default folder.
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
