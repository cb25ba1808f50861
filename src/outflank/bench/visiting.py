"""A page of the web app without a browser: loads, connects and clicks as a browser does."""

from __future__ import annotations

import asyncio
import json
import re
import time
import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from outflank.errors import OutflankError

START_SECONDS = 300.0
LOST_SECONDS = 30.0
"""Seconds after which a move that has not appeared on the board counts as lost."""

BROWSER_ESCAPES = {"&#36;": "$", "&#96;": "`", "&gt;": ">", "&lt;": "<", "&amp;": "&"}


class Page:
    """The start page of a visitor, reduced to what is needed to play a game.

    `address` is the server's. `seen_from` is the visitor's IP address as a proxy would report it.
    `cookie` identifies a visitor whom the server knows. `cells` is the board as text, `legal` the
    squares that the visitor may click, and `seen` all boards shown since the last click.
    """

    def __init__(self, address: str, seen_from: str = "", cookie: str = "") -> None:
        import socketio

        self._address = address
        headers = {"X-Forwarded-For": seen_from, "Cookie": cookie}
        self._headers = {name: value for name, value in headers.items() if value}
        self._socket = socketio.AsyncClient(reconnection=False)
        self._socket.on("update", self._updated)
        self._changed = asyncio.Event()
        self._client = self._board = self._listener = ""
        self._elements: dict[str, Any] = {}
        self.cells = ""
        self.legal: list[int] = []
        self.seen: set[str] = set()

    async def open(self) -> None:
        """Load the page over HTTP and connect its websocket."""
        import aiohttp
        import socketio

        async with (
            aiohttp.ClientSession(headers=self._headers) as session,
            session.get(self._address) as response,
        ):
            html = await response.text()
        elements = re.search(r"parseElements\(String\.raw`(.*?)`\)", html, re.DOTALL)
        client = re.search(r"'client_id': '([^']+)'", html)
        if elements is None or client is None:
            raise OutflankError("the start page has changed; adapt this benchmark")
        text = elements[1]
        for escaped, character in BROWSER_ESCAPES.items():
            text = text.replace(escaped, character)
        self._client = client[1]
        self._elements = json.loads(text)
        for name, element in self._elements.items():
            if element.get("tag") == "nicegui-board":
                self._board = name
                self._listener = next(
                    event["listener_id"] for event in element["events"] if event["type"] == "square"
                )
                self._take(element["props"])
        query = urlencode(
            {
                "client_id": self._client,
                "next_message_id": 0,
                "implicit_handshake": "true",
                "document_id": uuid.uuid4(),
                "tab_id": uuid.uuid4(),
                "old_tab_id": "",
            }
        )
        try:
            await self._socket.connect(
                f"{self._address}?{query}",
                headers=self._headers,
                socketio_path="/_nicegui_ws/socket.io",
                transports=["websocket"],
                wait_timeout=START_SECONDS,
            )
        except socketio.exceptions.ConnectionError as error:
            raise OutflankError(f"the page did not connect: {error}") from None

    async def close(self) -> None:
        """Disconnect the websocket."""
        await self._socket.disconnect()

    async def choose(self, square: int) -> None:
        """Click on a square of the board, given as its number from 0 to 63."""
        self.seen.clear()
        await self._emit(self._board, self._listener, json.dumps(square))

    async def press(self, caption: str) -> None:
        """Click the button with this caption."""
        for name, element in self._elements.items():
            if self._caption_of(element) == caption:
                for event in element.get("events", ()):
                    if event["type"] == "click":
                        await self._emit(name, event["listener_id"])
                        return
        raise OutflankError(f"there is no button {caption!r} on the page")

    async def upload_address(self) -> str:
        """Open the dialog *Load*; return the URL to which it uploads files."""
        await self.press("Load")
        pattern = re.compile(r"/outflank/load/[\w-]+")
        if not await self.shows(lambda: pattern.search(json.dumps(self._elements)) is not None):
            raise OutflankError("the dialog for loading did not open")
        found = pattern.search(json.dumps(self._elements))
        assert found is not None
        return self._address + found.group()

    def _caption_of(self, element: dict[str, Any]) -> str:
        for child in element.get("children", ()):
            inner = self._elements.get(str(child), {}).get("props", {}).get("innerHTML")
            if inner:
                return str(inner)
        return ""

    async def _emit(self, element: str, listener: str, *arguments: str) -> None:
        await self._socket.emit(
            "event",
            {
                "id": int(element),
                "client_id": self._client,
                "listener_id": listener,
                "args": list(arguments),
            },
        )

    def text(self) -> str:
        """All texts on the page as HTML, joined by spaces."""
        return " ".join(
            str(element.get("props", {}).get("innerHTML", ""))
            for element in self._elements.values()
        )

    def has_shown(self, cells: str) -> bool:
        """Whether the board has shown `cells` (a board as text) since the last click."""
        return cells in self.seen

    def is_visitors_turn(self) -> bool:
        """Whether it is the visitor's turn to move."""
        return bool(self.legal)

    def has_changed(self, cells: str) -> bool:
        """Whether the board now differs from `cells` (the board as text)."""
        return self.cells != cells

    async def shows(self, is_so: Callable[[], bool], seconds: float = LOST_SECONDS) -> bool:
        """Wait until `is_so` returns True, which is checked at every update of the page.

        Returns False if that takes longer than `seconds`.
        """
        latest = time.perf_counter() + seconds
        while not is_so():
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), latest - time.perf_counter())
            except TimeoutError:
                return is_so()
        return True

    def _updated(self, message: dict[str, Any]) -> None:
        self._elements |= {
            name: element for name, element in message.items() if isinstance(element, dict)
        }
        if element := message.get(self._board):
            self._take(element["props"])
        self._changed.set()

    def _take(self, props: dict[str, Any]) -> None:
        self.cells = props["cells"]
        self.legal = props["legal"] if props["open"] and props["turn"] == "X" else []
        self.seen.add(self.cells)
