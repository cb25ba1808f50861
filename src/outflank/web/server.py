"""The web server: pages, JSON interface and request checks in one process, until Ctrl-C."""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Collection

import uvicorn
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from outflank.jobs.user_data import data_folder
from outflank.web import api, pages
from outflank.web.connections import BoundedConfig
from outflank.web.cookies import SECONDS as COOKIE_SECONDS
from outflank.web.cookies import Cookies, cookie_name
from outflank.web.desk import desk
from outflank.web.guard import Guard
from outflank.web.limits import limits
from outflank.web.matches import matches
from outflank.web.memory import Latest, give_back_soon, keep_for_ever
from outflank.web.places import cookie_secret
from outflank.web.shelf import shelf

RECONNECT_SECONDS = 60.0
"""How long the server keeps a page whose browser has lost the connection, in seconds."""

FAREWELL_SECONDS = 2
"""How long running requests may continue when the server stops, in seconds."""

USER_STORAGES = 100
"""How many of NiceGUI's per-visitor storages are kept: more than there are requests at a time."""

COMPRESSION_LEVEL = 4
"""gzip level of responses: 4 takes half the time of level 9 for 5 % larger files.

Time matters, because compression blocks the server.
"""


def make_app(hosts: Collection[str]) -> Guard:
    """Make the ASGI application; it accepts requests whose host is one of `hosts` or localhost."""
    from nicegui import app, ui

    from outflank.web.quotas import Quotas

    # No /docs: FastAPI's pages load scripts from other sites.
    application = FastAPI(title="Outflank", docs_url=None, redoc_url=None)
    api.add_to(application)
    pages.register()
    secret = cookie_secret()
    ui.run_with(
        application,
        title="Outflank",
        reconnect_timeout=RECONNECT_SECONDS,
        message_history_length=limits().messages_kept,
        storage_secret=secret,
        session_middleware_kwargs={
            "max_age": COOKIE_SECONDS,
            "session_cookie": cookie_name(secret),
        },
        gzip_middleware_factory=_compressing,
        show_welcome_message=False,
    )
    # NiceGUI keeps a dictionary for every request without a cookie forever; we use none.
    app.storage._users = Latest(USER_STORAGES)
    app.on_delete(give_back_soon)
    cookies = Cookies(application, secret)
    return Guard(cookies, hosts=hosts, is_full=Quotas().is_full, visitor=cookies.visitor)


def _compressing(app: ASGIApp) -> GZipMiddleware:
    return GZipMiddleware(app, compresslevel=COMPRESSION_LEVEL)


def serve(
    listening: socket.socket,
    *,
    hosts: Collection[str],
    when_ready: Callable[[], None],
    tell: Callable[[str], None],
) -> None:
    """Serve at the socket `listening` until interrupted.

    `hosts` are the accepted host names besides localhost. `when_ready` is called once the server
    accepts connections; `tell` receives messages for the user.
    """
    # NiceGUI's default for its storage is the current folder.
    os.environ.setdefault("NICEGUI_STORAGE_PATH", str(data_folder() / "visitors"))
    # No warnings for requests of missing pages.
    logging.getLogger("nicegui").setLevel(logging.ERROR)
    # It logs a traceback for events of elements that were deleted meanwhile.
    logging.getLogger("engineio.server").setLevel(logging.CRITICAL)
    _check_store(tell)
    threading.Thread(target=_load_all, daemon=True).start()
    config = BoundedConfig(
        make_app(hosts),
        limits(),
        log_level="error",
        timeout_graceful_shutdown=FAREWELL_SECONDS,
        server_header=False,
    )
    _Server(config, when_ready).run(sockets=[listening])


def _check_store(tell: Callable[[str], None]) -> None:
    """Open the library before serving, and report its problems through `tell`."""
    from outflank.web.pages.services import rooms, told

    rooms()
    for line in told:
        tell(line)


class _Server(uvicorn.Server):
    """A uvicorn server that calls `when_ready` once it accepts connections.

    Before it shuts down, it stops all searches and matches.
    """

    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Must come first: the server would wait for running searches.
        matches().close()
        await desk().close()
        shelf().close()
        await super().shutdown(sockets)


def _load_all() -> None:
    """Load the kernels in a background thread; then exempt all objects from garbage collection."""
    load_engine()
    keep_for_ever()


def load_engine() -> None:
    """Load the compiled kernels by using them, so that the first move of a visitor is fast."""
    from outflank.engine.engine import Engine
    from outflank.library.incoming import IncomingGame
    from outflank.library.indexing import index_games
    from outflank.rules.position import Position
    from outflank.search.limit import Limit

    Engine(table_megabytes=1).search(Position.start(), Limit(depth=4))
    index_games([IncomingGame()])
