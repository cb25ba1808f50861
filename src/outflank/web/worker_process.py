"""A worker process for a visitor's file."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

DEFAULT_LINE_BYTES = 2**16
"""Longest line of output; the default of asyncio."""


@asynccontextmanager
async def worker_process(
    module: str, *, line_bytes: int = DEFAULT_LINE_BYTES
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run `module` with pipes to its input and output; kill it if it still runs at the end."""
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
