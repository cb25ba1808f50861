"""The server: pages, JSON interface and guard in one process, until Ctrl-C."""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Collection

import uvicorn
from fastapi import FastAPI
from starlette.types import Scope

from outflank.web import api, pages
from outflank.web.desk import desk
from outflank.web.guard import LOCAL_HOSTS, MOST_BYTES, Guard
from outflank.web.matches import matches
from outflank.web.memory import give_back_soon
from outflank.web.places import cookie_secret
from outflank.work.user_data import data_folder

RECONNECT_SECONDS = 60.0
"""How long a page that lost its connection is kept, rather than loaded again."""

MOST_PAGES = 400
MOST_PAGES_OF_ADDRESS = 50
"""Open pages, of all visitors and of those at one address: some 0.4 MB each."""

MOST_CONNECTIONS = 2000

COOKIE_SECONDS = 365 * 24 * 3600
"""A visitor who comes back within a year finds games and settings again."""

FAREWELL_SECONDS = 2
"""What requests under way have when the server stops."""


def make_app(hosts: Collection[str]) -> Guard:
    """Everything that is served, to requests for one of `hosts` or this machine."""
    from nicegui import app, ui

    # No /docs: FastAPI's pages load their scripts from elsewhere.
    application = FastAPI(title="Outflank", docs_url=None, redoc_url=None)
    api.add_to(application)
    pages.register()
    ui.run_with(
        application,
        title="Outflank",
        reconnect_timeout=RECONNECT_SECONDS,
        storage_secret=cookie_secret(),
        session_middleware_kwargs={"max_age": COOKIE_SECONDS},
        show_welcome_message=False,
    )
    app.on_delete(give_back_soon)
    return Guard(application, hosts=hosts, is_full=has_too_many_pages)


def has_too_many_pages(scope: Scope) -> bool:
    """Whether there are too many pages for another one, or too many of the same address."""
    from nicegui import Client

    pages = list(Client.instances.values())
    address = scope["client"][0] if scope.get("client") else ""
    is_local = address in LOCAL_HOSTS  # which may be a proxy, with everybody behind it
    of_address = 0 if is_local else sum(page.ip == address for page in pages)
    return len(pages) >= MOST_PAGES or of_address >= MOST_PAGES_OF_ADDRESS


def serve(
    listening: socket.socket, *, hosts: Collection[str], when_ready: Callable[[], None]
) -> None:
    """Serve at a socket until the process is interrupted."""
    # NiceGUI would keep what it knows of visitors in the folder that the command was called in.
    os.environ.setdefault("NICEGUI_STORAGE_PATH", str(data_folder() / "visitors"))
    # Requests for what is not there are no news for whoever has started the server.
    logging.getLogger("nicegui").setLevel(logging.ERROR)
    threading.Thread(target=load_engine, daemon=True).start()
    config = uvicorn.Config(
        make_app(hosts),
        ws="wsproto",
        ws_max_size=MOST_BYTES,
        log_level="error",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=FAREWELL_SECONDS,
        server_header=False,
    )
    _Server(config, when_ready).run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that says when it is ready, and ends all searches before it stops."""

    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # First of all: otherwise the server would wait for searches under way, in vain.
        matches().close()
        await desk().close()
        await super().shutdown(sockets)


def load_engine() -> None:
    """Load the kernels beside the server's own start, so that the first move is quick."""
    from outflank.engine.engine import Engine
    from outflank.rules.position import Position
    from outflank.search.limit import Limit

    Engine(table_megabytes=1).search(Position.start(), Limit(depth=4))
