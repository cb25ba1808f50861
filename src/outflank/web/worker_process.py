"""Start and end a worker process that handles a visitor's file."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

DEFAULT_LINE_BYTES = 2**16
"""Longest line of output that can be read, in bytes; the default of asyncio."""


@asynccontextmanager
async def worker_process(
    module: str, *, line_bytes: int = DEFAULT_LINE_BYTES
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a Python module as a process with pipes to its standard input and output.

    On exit from the context, the process is killed if it still runs.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        module,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=line_bytes,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
