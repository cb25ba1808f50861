"""Open the server's listening socket, at the wanted port or the next free one."""

from __future__ import annotations

import errno
import socket
import sys

from outflank.errors import OutflankError, reason_of

MOST_TRIES = 20
LAST_PORT = 65535


def listen(host: str, port: int) -> socket.socket:
    """Listen on `port` of `host`, or on the first free one of the next ports; 0 means any port.

    The socket is bound here and not by the server, so that no other process can take the port in
    between.
    """
    family, address = _resolve(host)
    last = min(port + MOST_TRIES - 1, LAST_PORT)
    for candidate in range(port, last + 1):
        try:
            return _bound(family, address, candidate)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                continue
            raise OutflankError(
                f"cannot listen at {host} port {candidate}: {reason_of(error)};"
                " give another --host or --port"
            ) from error
    raise OutflankError(f"ports {port} to {last} are all taken; give another --port")


def _resolve(host: str) -> tuple[socket.AddressFamily, str]:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise OutflankError(
            f"--host {host!r} is not an address of this machine; give one, or 0.0.0.0 for all"
        ) from None
    return family, str(address[0])


def _bound(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there two servers could share a port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((address, port))
        # Two sockets can be bound to a port, but only one can listen: fail now.
        bound.listen(1)
    except BaseException:
        bound.close()
        raise
    return bound


def address_of(bound: socket.socket) -> str:
    """The URL of the server for a browser on this machine."""
    host, port = bound.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
