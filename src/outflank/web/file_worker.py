"""Worker process that parses a visitor's file: ``python -m outflank.web.file_worker``.

Standard input: one line of JSON with file name, players and limits (see `question`), then the file.
Standard output: one line of JSON, either ``{"given": [[title, session], …]}`` with one pair per
game, or ``{"error": …}``.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from outflank.errors import OutflankError
from outflank.rules.game import Colour
from outflank.web.limits import Limits
from outflank.web.loading import read_given

NICENESS = 10


def main() -> None:
    """Parse the file on standard input, print the result and exit."""
    wanted = json.loads(sys.stdin.buffer.readline())
    bounds = Limits(**wanted["limits"])
    bound_this_process(bounds, bounds.reading_seconds)
    answer: dict[str, Any]
    try:
        given = read_given(
            sys.stdin.buffer.read(),
            wanted["name"],
            players={Colour(side): spec for side, spec in wanted["players"].items()},
            bounds=bounds,
        )
        answer = {"given": [[each.title, each.values] for each in given]}
    except OutflankError as error:
        answer = {"error": str(error)}
    except (MemoryError, RecursionError):
        answer = {"error": "this file takes too much memory to read; give fewer games"}
    print(json.dumps(answer))


def question(name: str, players: dict[Colour, str], bounds: Limits) -> bytes:
    """The JSON line that the server sends to the worker before the file.

    `name` is the file name for error messages; `players` play games that name no players.
    """
    specs = {colour.value: spec for colour, spec in players.items()}
    return json.dumps({"name": name, "players": specs, "limits": asdict(bounds)}).encode() + b"\n"


def bound_this_process(bounds: Limits, seconds: float) -> None:
    """Limit this process: `seconds` of processor time, the memory of `bounds`, higher niceness."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    try:
        import resource
    except ImportError:  # Windows: the server limits the time
        return
    most_bytes = bounds.reading_megabytes * 1024 * 1024
    most_seconds = int(seconds) + 1
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
        resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds))


if __name__ == "__main__":
    main()
