"""Parse visitors' games: short texts at once, larger files in a worker process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import cache

from outflank.errors import OutflankError
from outflank.rules.game import Colour, Game
from outflank.web.file_worker import question
from outflank.web.limits import Limits, limits
from outflank.web.loading import TWO_PEOPLE, Given, read_given
from outflank.web.refusal import Refused
from outflank.web.turns import Turns
from outflank.web.worker_process import worker_process

MOST_WAITING = 3
"""How many files of one visitor may wait to be parsed."""


class Reader:
    """Parses visitors' files, a few at a time, each in a worker process; visitors take turns."""

    def __init__(self, bounds: Limits) -> None:
        self._bounds = bounds
        self._turns = Turns(MOST_WAITING, places=bounds.readings)

    async def read(
        self,
        data: bytes,
        name: str = "",
        *,
        visitor: str,
        players: Mapping[Colour, str] = TWO_PEOPLE,
    ) -> list[Given]:
        """Parse `data` as `loading.read_given` does; a worker process parses larger files."""
        if not self._bounds.quick_bytes < len(data) <= self._bounds.file_bytes:
            return read_given(data, name, players=players, bounds=self._bounds)
        try:
            await self._turns.take(visitor)
        except Refused as refusal:
            raise OutflankError(refusal.reason) from None
        try:
            return await self._read_in_process(question(name, dict(players), self._bounds) + data)
        finally:
            self._turns.give()

    async def game(self, text: str, *, visitor: str) -> Game:
        """Parse a pasted text; return its first game or position with the cursor at the end."""
        most = self._bounds.text_characters
        if len(text) > most:
            raise OutflankError(f"{len(text):,} characters are too many; load them as a file")
        data = text.encode(errors="surrogatepass")
        return (await self.read(data, visitor=visitor))[0].session().game

    async def _read_in_process(self, asked: bytes) -> list[Given]:
        try:
            async with (
                worker_process("outflank.web.file_worker") as process,
                asyncio.timeout(self._bounds.reading_seconds),
            ):
                output, _ = await process.communicate(asked)
        except TimeoutError:
            raise OutflankError(
                f"this takes longer than {self._bounds.reading_seconds:g} seconds to read;"
                " give fewer games"
            ) from None
        if process.returncode:
            raise OutflankError("this takes too much memory or time to read; give fewer games")
        answer = json.loads(output)
        if "error" in answer:
            raise OutflankError(answer["error"])
        return [Given(title, values) for title, values in answer["given"]]


@cache
def reader() -> Reader:
    """The `Reader` of this server process."""
    return Reader(limits())
