"""Parse durations given on the command line: ``90``, ``30m``, ``1h30m``."""

from __future__ import annotations

import re

from outflank.errors import OutflankError

_DURATION = re.compile(
    r"(?:(?P<hours>[0-9.]+)h)?(?:(?P<minutes>[0-9.]+)m)?(?:(?P<seconds>[0-9.]+)s?)?", re.IGNORECASE
)


def seconds_of(text: str) -> float:
    """Convert a duration to seconds; a number without a unit is in seconds."""
    found = _DURATION.fullmatch(text.strip())
    try:
        parts = [float(part) if part else 0.0 for part in found.groups()] if found else []
    except ValueError:
        parts = []
    if not parts or sum(parts) <= 0:
        raise OutflankError(f"{text!r} is not a duration; write 90s, 30m or 1h30m")
    return 3600 * parts[0] + 60 * parts[1] + parts[2]
