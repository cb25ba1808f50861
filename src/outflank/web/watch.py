"""Timeouts of all connections, checked once a second, and limits on their number.

When there are too many connections, a new one replaces the one that has been idle longest, so a
thousand silent connections cannot lock browsers out.
"""

from __future__ import annotations

import asyncio
import enum
import ipaddress
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from outflank.errors import OutflankError
from outflank.web.limits import Limits
from outflank.web.pace import Pace

LOOK_SECONDS = 1.0
CLOSING_SECONDS = 5.0
"""How long a connection that is being closed may take to send its pending data."""

LEAST_FILES = 64
SPARE_FILES = 256
"""File descriptors that connections may not use: for the library, engines, static files."""

LOCAL_ADDRESSES = ("127.0.0.1", "::1")
"""Addresses without limits per address: a proxy on this machine sends all requests from there."""


class Doing(enum.Enum):
    """The state of a connection; each state has its own timeout."""

    WAITING = enum.auto()  # for a request or the rest of its headers
    SENDING = enum.auto()  # the client sends a body
    ANSWERED = enum.auto()  # the application works; it has its own limits
    STALLED = enum.auto()  # the client does not read its answer
    CLOSING = enum.auto()


class Watched(Protocol):
    """A connection, HTTP or websocket; its timeout restarts when `count` changes."""

    transport: asyncio.Transport
    client: tuple[str, int] | None

    def doing(self) -> Doing:
        """The current state of the connection."""
        ...

    @property
    def count(self) -> int:
        """Number of completed requests (HTTP) or resumed writes (websocket)."""
        ...


@dataclass(eq=False, slots=True)
class _Entry:
    connection: Watched
    network: str
    doing: Doing
    count: int
    since: float


class Watch:
    """Counts the connections of a server and closes those that stay in one state too long."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        files = files_that_may_be_open()
        if files < LEAST_FILES:
            raise OutflankError(
                f"only {files} files may be open, and a server needs {LEAST_FILES};"
                " allow more: ulimit -n 1024"
            )
        self._most = min(limits.connections, max(files - SPARE_FILES, 16))
        self._entries: dict[asyncio.Transport, _Entry] = {}
        self._of_network: Counter[str] = Counter()
        self._paces: dict[str, Pace] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._seconds = {
            Doing.WAITING: limits.head_seconds,
            Doing.SENDING: limits.body_seconds + limits.head_seconds,
            Doing.STALLED: limits.write_seconds,
            Doing.CLOSING: CLOSING_SECONDS,
        }

    def __len__(self) -> int:
        return len(self._entries)

    def admit(self, connection: Watched) -> bool:
        """Start to watch a new connection; return False if it exceeds a limit."""
        network = network_of(connection.client)
        is_over = self._of_network[network] >= self._limits.connections_of_address
        if is_over and network not in LOCAL_ADDRESSES:
            return False
        if len(self._entries) >= self._most and not self._close_longest_waiting():
            return False
        now = asyncio.get_running_loop().time()
        entry = _Entry(connection, network, connection.doing(), connection.count, now)
        self._entries[connection.transport] = entry
        self._of_network[network] += 1
        if self._timer is None:
            self._look_later()
        return True

    def replace(self, connection: Watched) -> None:
        """Watch the websocket `connection` instead of the HTTP connection it was upgraded from."""
        if entry := self._entries.get(connection.transport):
            entry.connection = connection

    def forget(self, transport: asyncio.Transport) -> None:
        """Stop watching the connection with this transport, because it has been closed."""
        if entry := self._entries.pop(transport, None):
            self._of_network[entry.network] -= 1
            if not self._of_network[entry.network]:
                del self._of_network[entry.network]
                self._paces.pop(entry.network, None)

    def pace_of(self, connection: Watched) -> Pace | None:
        """The frame rate limit that all websockets of one address share; None if that is local."""
        network = network_of(connection.client)
        if network in LOCAL_ADDRESSES:
            return None
        return self._paces.setdefault(network, Pace(self._limits.frames_of_address))

    def _close_longest_waiting(self) -> bool:
        waiting = [each for each in self._entries.values() if each.doing is Doing.WAITING]
        for entry in sorted(waiting, key=lambda each: each.since):
            if entry.connection.doing() is Doing.WAITING:
                self.forget(entry.connection.transport)
                entry.connection.transport.abort()
                return True
        return False

    def _look_later(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        self._timer = None
        now = asyncio.get_running_loop().time()
        for entry in list(self._entries.values()):
            doing, count = entry.connection.doing(), entry.connection.count
            if (doing, count) != (entry.doing, entry.count):
                entry.doing, entry.count, entry.since = doing, count, now
            elif now - entry.since > self._seconds.get(doing, float("inf")):
                # An idle connection is closed cleanly, any other at once.
                end = "close" if doing is Doing.WAITING else "abort"
                getattr(entry.connection.transport, end)()
        if self._entries:
            self._look_later()


def network_of(client: tuple[str, int] | None) -> str:
    """The key by which limits per address count: an IPv4 address, or the /64 network in IPv6."""
    if client is None:
        return ""
    try:
        address = ipaddress.ip_address(client[0].partition("%")[0])
    except ValueError:
        return client[0]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        if not address.is_loopback:
            return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def files_that_may_be_open() -> int:
    """How many files this process may open; raises the limit to 4096 if the system allows."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1 << 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4096 if hard == resource.RLIM_INFINITY else min(hard, 4096)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return 1 << 20 if soft == resource.RLIM_INFINITY else soft
