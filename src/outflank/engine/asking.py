"""Engine searches for asyncio programs: an asynchronous iterator of analyses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from outflank.engine.analysis import Analysis
from outflank.engine.book.choosing import OFF
from outflank.engine.engine import Engine
from outflank.rules.position import Position
from outflank.search.limit import Limit

STOP_AGAIN_SECONDS = 0.02
"""Seconds between repeated stops. A stop that comes before the search has begun is lost, so it is
repeated until the search has ended."""


async def analyse(
    engine: Engine, position: Position, limit: Limit, *, lines: int = 1, book: str = OFF
) -> AsyncGenerator[Analysis]:
    """Search without blocking an event loop: yields ever deeper analyses, the final result last.

    The search runs in a thread. Closing the iterator, or cancelling the task that iterates, stops
    the search and waits until it has ended. For `lines` and `book` see `Engine.search`.

    ::

        async with contextlib.aclosing(analyse(engine, position, Limit(level=20))) as analyses:
            async for analysis in analyses:
                print(analysis.depth, analysis.score)
    """
    loop = asyncio.get_running_loop()
    found: asyncio.Queue[Analysis | None] = asyncio.Queue()

    def tell(analysis: Analysis | None) -> None:
        loop.call_soon_threadsafe(found.put_nowait, analysis)

    def search() -> Analysis:
        try:
            return engine.search(position, limit, lines=lines, progress=tell, book=book)
        finally:
            tell(None)

    task = loop.run_in_executor(None, search)
    try:
        while (analysis := await found.get()) is not None:
            yield analysis
        yield await task
    finally:
        while not task.done():
            engine.stop()
            await asyncio.wait([task], timeout=STOP_AGAIN_SECONDS)
