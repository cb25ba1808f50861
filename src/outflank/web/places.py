"""What the server knows its visitors by, kept beyond its end."""

from __future__ import annotations

import os
import secrets

from outflank.errors import OutflankError
from outflank.formats.wording import reason_of
from outflank.work.user_data import data_folder


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
