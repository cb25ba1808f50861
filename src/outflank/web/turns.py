"""A semaphore for which visitors queue round-robin."""

from __future__ import annotations

import asyncio

from outflank.web.refusal import Refused
from outflank.web.waiting import Line


class Turns:
    """Limits how many tasks run at a time: `take` acquires a turn, `give` releases it.

    At most `places` turns are held at a time. At most `most_waiting` requests of one visitor may
    wait for a turn.
    """

    def __init__(self, most_waiting: int, *, places: int = 1) -> None:
        self._most_waiting = most_waiting
        self._line: Line[asyncio.Future[None]] = Line()
        self._free = places

    async def take(self, visitor: str) -> None:
        """Wait for a turn; raise `Refused` if too many requests of this visitor wait already."""
        if self._free:
            self._free -= 1
            return
        if self._line.count(visitor) >= self._most_waiting:
            raise Refused(
                503, "too many of your requests are waiting already; try again in a minute"
            )
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.join(visitor, turn)
        try:
            await turn
        except asyncio.CancelledError:
            self._line.leave(visitor, turn)
            if turn.done() and not turn.cancelled():
                self.give()
            raise

    def give(self) -> None:
        """Release a turn; the next waiting visitor gets it."""
        following = self._line.next(lambda visitor: True)
        if following is None:
            self._free += 1
        else:
            following.set_result(None)
