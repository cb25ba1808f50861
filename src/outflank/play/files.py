"""Session files (``.session``): the dictionary of `play.saving` as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from outflank.errors import FormatError, OutflankError
from outflank.files import write_json
from outflank.play.saving import Allow, any_player, session_as_dict, session_from_dict
from outflank.play.session import Session

EXTENSION = ".session"

MOST_BYTES = 5_000_000
"""Maximum size of a session file in bytes, far above the largest game tree made by hand."""


def looks_like_session(data: bytes) -> bool:
    """Whether `data` begins like JSON; no game format begins so."""
    return data.lstrip().startswith(b"{")


def format_session(session: Session) -> str:
    """The content of a session file for `session`, as JSON text."""
    return json.dumps(session_as_dict(session), indent=2, ensure_ascii=False) + "\n"


def write_session(path: str | Path, session: Session) -> None:
    """Write `session` to the file at `path`."""
    write_json(Path(path), session_as_dict(session))


def parse_session(data: bytes, source: str = "", *, allow: Allow = any_player) -> Session:
    """Parse the content of a session file.

    `source` is the file's name in error messages. `allow` checks each player's spec, see
    `play.saving.Allow`.
    """
    try:
        return session_from_dict(_parse_json(data), allow=allow)
    except FormatError as error:
        raise error.located(source=source) from error
    except OutflankError as error:
        raise FormatError(str(error), source=source) from error


def _parse_json(data: bytes) -> object:
    if len(data) > MOST_BYTES:
        raise FormatError(f"{len(data):,} bytes are too many; a session has at most {MOST_BYTES:,}")
    try:
        values: object = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"this is not a saved session: {' '.join(str(error).split())}") from None
    return values
