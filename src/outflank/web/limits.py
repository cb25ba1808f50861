"""What connections, visitors and the server as a whole may use, with the reason of each limit.

`outflank serve --limits` prints them; `outflank serve --limit pages=800` changes one. Limits of
thinking (seconds, depths, games of a match) stand with the players, searches and matches they are
for: `allowed`, `desk`, `lab`, `matches` and `api_models`.
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
    """All limits; each field has its unit and its reason in its metadata."""

    # Connections, before any request is understood

    connections: int = _limit(
        1000, "connections", "a waiting one is closed for a new one, so idle ones shut nobody out"
    )
    connections_of_address: int = _limit(
        200, "connections", "a class behind one address: 50 pages, their sockets and files"
    )
    head_bytes: int = _limit(
        16 * 1024, "bytes", "a request line with all headers; browsers send 1 to 4 KB"
    )
    head_seconds: float = _limit(10.0, "seconds", "a browser sends its headers at once")
    keep_alive_seconds: int = _limit(5, "seconds", "until the next file of the same page")
    write_seconds: float = _limit(
        30.0, "seconds", "without reading anything of an answer of more than 64 KB"
    )
    chunk_bytes: int = _limit(
        256, "bytes", "mean size of the chunks of a body: tiny ones cost processor time"
    )

    # Requests

    body_bytes: int = _limit(5 * MEGABYTE, "bytes", "the largest file that can be loaded")
    call_bytes: int = _limit(
        256 * 1024,
        "bytes",
        "a call of the JSON interface: 20,000 characters in JSON",
    )
    calls_of_address: int = _limit(
        10, "calls a second", "of the JSON interface, at an address other than this machine's"
    )
    body_seconds: float = _limit(60.0, "seconds", "5 MB at 0.7 megabits a second")
    body_rate: int = _limit(16 * 1024, "bytes a second", "after the first 10 s; slower is stalling")
    bodies_bytes: int = _limit(
        64 * MEGABYTE, "bytes", "bodies held in memory together; a quarter of it for one address"
    )
    message_bytes: int = _limit(MEGABYTE, "bytes", "a websocket message with the longest text")
    frames_of_socket: int = _limit(
        50, "frames a second", "a page sends a few; 4 seconds' worth may come at once"
    )
    frames_of_address: int = _limit(
        500, "frames a second", "of all sockets together, at an address other than this machine's"
    )
    link_characters: int = _limit(2000, "characters", "a shared game has 120 moves' characters")

    # Pages

    pages: int = _limit(400, "pages", "1 MB each while a browser shows them")
    pages_of_address: int = _limit(
        50, "pages", "shown at one address other than this machine's own"
    )
    pages_unconnected: int = _limit(
        50, "pages", "loaded but not shown by a browser yet; the oldest go for new ones"
    )
    pages_built: int = _limit(3, "pages", "at a time, so that clicks are answered in between")
    pages_waiting: int = _limit(
        200, "requests", "of one visitor, or of all new ones behind a proxy, that wait for a page"
    )
    messages_kept: int = _limit(
        100, "messages", "of a page whose browser does not confirm them, for when it comes back"
    )
    sockets: int = _limit(1000, "sockets", "of pages, those included that lost their connection")

    # What visitors load and keep

    text_characters: int = _limit(200_000, "characters", "pasted; longer games come as files")
    file_bytes: int = _limit(5_000_000, "bytes", "some 70,000 games of the WTHOR base")
    quick_bytes: int = _limit(4000, "bytes", "read at once in 50 ms; longer ones by a process")
    reading_seconds: float = _limit(20.0, "seconds", "that a file may take to be read")
    reading_megabytes: int = _limit(1024, "MB", "address space of the process that reads a file")
    readings: int = _limit(2, "files", "read at the same time; others wait in turns")
    games_listed: int = _limit(300, "games", "of a file, to choose from")
    game_bytes: int = _limit(
        40_000, "bytes", "of a game with its variations and comments; read again in 0.2 s"
    )
    games_of_visitor: int = _limit(
        2000, "games", "played and saved; the ones left alone longest go first"
    )
    imported_games: int = _limit(
        20_000, "games", "of a visitor in the library, those played and the trash included"
    )
    imported_bytes: int = _limit(
        50 * MEGABYTE, "bytes", "of a visitor's records; more cannot be imported"
    )
    visitors_games: int = _limit(
        1_000_000, "games", "of all visitors together; more cannot be imported"
    )
    exported_games: int = _limit(20_000, "games", "in one file; some 20 s and 20 MB")
    trash_days: int = _limit(30, "days", "that deleted games of visitors stay in the trash")

    def changed(self, changes: Iterable[str]) -> Limits:
        """These limits with `changes`, each written as ``name=value``."""
        values: dict[str, float] = {}
        names = [each.name for each in fields(self)]
        for change in changes:
            name, _, text = change.partition("=")
            name = name.strip().replace("-", "_")
            if name not in names:
                raise OutflankError(f"--limit {change!r}: no limit of that name; see --limits")
            try:
                value = type(getattr(self, name))(text)
            except ValueError:
                value = 0
            if not 0 < value < 2**62:
                raise OutflankError(f"--limit {change!r}: give a number above 0, as in {name}=100")
            values[name] = value
        return replace(self, **values)  # type: ignore[arg-type]

    def described(self) -> list[tuple[str, str, str, str]]:
        """Name, value, unit and reason of every limit, in the order above."""
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
    """The limits of this process."""
    return _current


def use_limits(wanted: Limits) -> None:
    """Make `wanted` the limits of this process, before its server starts."""
    global _current
    _current = wanted
