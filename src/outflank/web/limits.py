"""Limits on connections, visitors and the whole server, each with its reason.

`outflank serve --limits` prints them; `outflank serve --limit pages=800` changes one. Limits
on searches (seconds, depths, games of a match) are in `allowed`, `desk`, `lab`, `matches` and
`api_models`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from outflank.errors import OutflankError

MEGABYTE = 1024 * 1024


def _limit(default: float, unit: str, reason: str) -> Any:
    return field(default=default, metadata={"unit": unit, "reason": reason})


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """All limits of the server; the metadata of each field has its unit and its reason."""

    # Connections

    connections: int = _limit(
        1000, "connections", "when full, a new one replaces the one that has been idle longest"
    )
    connections_of_address: int = _limit(
        200, "connections", "one class behind one address: 50 pages with their sockets and files"
    )
    head_bytes: int = _limit(
        16 * 1024, "bytes", "a request line with all headers; browsers send 1 to 4 KB"
    )
    head_seconds: float = _limit(10.0, "seconds", "a browser sends its headers at once")
    keep_alive_seconds: int = _limit(5, "seconds", "until the next file of the same page")
    write_seconds: float = _limit(
        30.0, "seconds", "a client that reads none of an answer above 64 KB is cut off"
    )
    chunk_bytes: int = _limit(
        256, "bytes", "least mean size of a body's chunks: tiny chunks cost processor time"
    )

    # Requests

    body_bytes: int = _limit(5 * MEGABYTE, "bytes", "the largest file that can be loaded")
    call_bytes: int = _limit(
        256 * 1024,
        "bytes",
        "body of a JSON interface call: 20,000 characters in JSON",
    )
    calls_of_address: int = _limit(
        10, "calls a second", "of the JSON interface from one address; no limit for this machine"
    )
    body_seconds: float = _limit(60.0, "seconds", "5 MB at 0.7 megabits a second")
    body_rate: int = _limit(16 * 1024, "bytes a second", "slowest upload, after the first 10 s")
    bodies_bytes: int = _limit(
        64 * MEGABYTE, "bytes", "all request bodies in memory; one address gets a quarter"
    )
    message_bytes: int = _limit(MEGABYTE, "bytes", "a websocket message with the longest text")
    frames_of_socket: int = _limit(
        50, "frames a second", "a page sends a few; bursts of 4 seconds' worth are allowed"
    )
    frames_of_address: int = _limit(
        500, "frames a second", "all sockets of one address; no limit for this machine"
    )
    link_characters: int = _limit(2000, "characters", "60 moves of a shared game take 120")

    # Pages

    pages: int = _limit(400, "pages", "open in browsers; each takes 1 MB")
    pages_of_address: int = _limit(50, "pages", "open at one address; no limit for this machine")
    pages_unconnected: int = _limit(
        50, "pages", "loaded but not yet connected; new ones replace the oldest"
    )
    pages_built: int = _limit(3, "pages", "built at the same time; clicks are answered in between")
    pages_waiting: int = _limit(
        200, "requests", "waiting for a page: per visitor; new visitors behind a proxy share it"
    )
    messages_kept: int = _limit(
        100, "messages", "unconfirmed, kept per page to resend after a reconnect"
    )
    sockets: int = _limit(1000, "sockets", "of pages, including sockets that lost their connection")

    # Uploads and stored games

    text_characters: int = _limit(
        200_000, "characters", "of pasted text; upload longer games as files"
    )
    file_bytes: int = _limit(5_000_000, "bytes", "largest game file: some 70,000 WTHOR games")
    quick_bytes: int = _limit(
        4000, "bytes", "read by the server itself, in 50 ms; larger files by a process"
    )
    reading_seconds: float = _limit(20.0, "seconds", "longest time to read a file")
    reading_megabytes: int = _limit(1024, "MB", "address space of the process that reads a file")
    readings: int = _limit(2, "files", "read at the same time; others wait their turn")
    games_listed: int = _limit(300, "games", "listed from one file")
    game_bytes: int = _limit(
        40_000, "bytes", "largest game with variations and comments; read in 0.2 s"
    )
    games_of_visitor: int = _limit(
        2000, "games", "of one visitor; the least recently changed are deleted first"
    )
    imported_games: int = _limit(
        20_000, "games", "of one visitor in the library, including played games and trash"
    )
    imported_bytes: int = _limit(
        50 * MEGABYTE, "bytes", "records of one visitor; above this, no more imports"
    )
    visitors_games: int = _limit(
        1_000_000, "games", "of all visitors together; above this, no more imports"
    )
    exported_games: int = _limit(20_000, "games", "in one file; some 20 s and 20 MB")
    trash_days: int = _limit(30, "days", "until deleted games leave the trash")

    def changed(self, changes: Iterable[str]) -> Limits:
        """A copy with `changes` applied, each written as ``name=value``."""
        values: dict[str, float] = {}
        names = [each.name for each in fields(self)]
        for change in changes:
            name, _, text = change.partition("=")
            name = name.strip().replace("-", "_")
            if name not in names:
                raise OutflankError(f"--limit {change!r}: no such limit; see --limits")
            try:
                value = type(getattr(self, name))(text)
            except ValueError:
                value = 0
            if not 0 < value < 2**62:
                raise OutflankError(f"--limit {change!r}: give a number above 0, as in {name}=100")
            values[name] = value
        return replace(self, **values)  # type: ignore[arg-type]

    def described(self) -> list[tuple[str, str, str, str]]:
        """Name, value, unit and reason of every limit, in the order of the fields."""
        return [
            (
                each.name,
                f"{getattr(self, each.name):,}",
                each.metadata["unit"],
                each.metadata["reason"],
            )
            for each in fields(self)
        ]


_current = Limits()


def limits() -> Limits:
    """The limits that apply in this process."""
    return _current


def use_limits(wanted: Limits) -> None:
    """Set the limits of this process. Call it before the server starts."""
    global _current
    _current = wanted
