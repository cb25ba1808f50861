"""Limits on the number of open pages and sockets.

NiceGUI keeps a loaded page in memory, but only a browser that runs the page's script connects to
it. Pages that are not connected do not count towards the limit: new ones replace the oldest.
"""

from __future__ import annotations

from collections import Counter

from nicegui import Client, app, background_tasks, core
from starlette.types import Scope

from outflank.web.guard import opens_socket
from outflank.web.limits import limits
from outflank.web.watch import LOCAL_ADDRESSES, network_of


class Quotas:
    """Counts the pages of this server process that a browser is connected to."""

    def __init__(self) -> None:
        self._shown: set[str] = set()
        app.on_connect(self._connected)
        app.on_delete(self._deleted)

    def _connected(self, client: Client) -> None:
        self._shown.add(client.id)

    def _deleted(self, client: Client) -> None:
        self._shown.discard(client.id)

    def is_full(self, scope: Scope) -> bool:
        """Whether a request would open more pages or sockets than allowed.

        There is a limit for the server and one for each address.
        """
        if opens_socket(scope):
            return self._is_full_of_sockets(network_of(scope.get("client")))
        self._drop_unconnected()
        shown = [page for page in Client.instances.values() if page.id in self._shown]
        address = network_of(scope.get("client"))
        # All visitors behind a local proxy share this machine's address.
        is_local = address in LOCAL_ADDRESSES
        of_address = 0 if is_local else sum(_address_of(page) == address for page in shown)
        return len(shown) >= limits().pages or of_address >= limits().pages_of_address

    def _is_full_of_sockets(self, address: str) -> bool:
        sockets = core.sio.eio.sockets
        if address not in LOCAL_ADDRESSES:
            of_address = sum(_address_of_socket(sid) == address for sid in sockets)
            if of_address >= limits().connections_of_address:
                return True
        if len(sockets) < limits().sockets:
            return False
        without_page = next((sid for sid in sockets if not _has_page(sid)), None)
        if without_page is None:
            return True
        # Close the oldest one without sending its pending data.
        oldest = sockets.pop(without_page)
        background_tasks.create(oldest.close(wait=False, abort=True))
        return False

    def _drop_unconnected(self) -> None:
        """Make room for one more unconnected page.

        If there are too many, the address that has most of them loses its oldest page.
        """
        waiting = [page for page in Client.instances.values() if page.id not in self._shown]
        for _ in range(len(waiting) - limits().pages_unconnected + 1):
            busiest = Counter(map(_address_of, waiting)).most_common(1)[0][0]
            oldest = next(page for page in waiting if _address_of(page) == busiest)
            waiting.remove(oldest)
            oldest.delete()


def _address_of(page: Client) -> str:
    client = page.request.client
    return network_of((client.host, client.port)) if client else ""


def _address_of_socket(sid: str) -> str:
    """The address that opened a socket; empty while the socket is still being opened."""
    scope = core.sio.environ.get(sid, {}).get("asgi.scope", {})
    return network_of(scope.get("client"))


def _has_page(sid: str) -> bool:
    """Whether a socket belongs to an open page.

    NiceGUI puts the socket of a page into a Socket.IO room named after the page.
    """
    connected = core.sio.manager.sid_from_eio_sid(sid, "/")
    return connected is not None and any(
        room in Client.instances for room in core.sio.rooms(connected)
    )
