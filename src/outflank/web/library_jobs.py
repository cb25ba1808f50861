"""Run library imports and exports of visitors, each in a worker process, a few at a time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from outflank.errors import OutflankError
from outflank.web.limits import Limits, limits
from outflank.web.refusal import Refused
from outflank.web.shelf import shelf
from outflank.web.turns import Turns
from outflank.web.worker_process import worker_process

MOST_WAITING = 40
"""How many files of one visitor may wait; the WTHOR collection has 36 files."""

SECONDS = 120.0
"""Longest time for the import or export of one file, in seconds."""

LINE_BYTES = 1024 * 1024
"""Longest line that a worker process may print, in bytes."""


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file that a visitor uploaded."""

    name: str
    data: bytes


class LibraryJobs:
    """Starts worker processes that import to and export from the library at `path`."""

    def __init__(self, path: Path, bounds: Limits) -> None:
        self._path = path
        self._bounds = bounds
        self._turns = Turns(MOST_WAITING, places=bounds.readings)

    async def import_file(
        self,
        file: GivenFile,
        name_files: Sequence[GivenFile],
        *,
        visitor: str,
        folder: str,
        progress: Callable[[float, int], None],
    ) -> dict[str, Any]:
        """Import `file` into a folder of the visitor's library; return `ImportReport.as_dict()`.

        `name_files` are the files with player and tournament names of a WTHOR base. `progress`
        receives the share done (0 to 1) and the number of games added so far.
        """
        files = [*name_files, file]
        if any(len(each.data) > self._bounds.file_bytes for each in files):
            raise OutflankError(f"give at most {self._bounds.file_bytes:,} bytes in a file")
        wanted = {
            "task": "import",
            "owner": visitor,
            "folder": folder,
            "files": [[each.name, len(each.data)] for each in files],
        }
        async with self._process(wanted, [each.data for each in files], visitor) as process:
            while line := await process.readline():
                answer = json.loads(line)
                if "error" in answer:
                    raise OutflankError(answer["error"])
                if "report" in answer:
                    report: dict[str, Any] = answer["report"]
                    return report
                progress(answer["share"], answer["games"])
        raise OutflankError("this takes too much memory or time to read; give fewer games")

    async def export(
        self, ids: Sequence[int], format_name: str, *, visitor: str, owners: Sequence[str]
    ) -> tuple[bytes, list[str]]:
        """Export the games with these `ids` as one file, in the format named `format_name`.

        Only games of `owners` are included. Returns the content of the file and a list of what the
        format could not store.
        """
        wanted = {
            "task": "export",
            "ids": list(ids),
            "format": format_name,
            "owners": list(owners),
        }
        async with self._process(wanted, [], visitor) as process:
            line = await process.readline()
            if not line:
                raise OutflankError("these games take too much memory; choose fewer")
            answer: dict[str, Any] = json.loads(line)
            if "error" in answer:
                raise OutflankError(answer["error"])
            return await process.read(), answer["lost"]

    @asynccontextmanager
    async def _process(
        self, wanted: dict[str, Any], parts: Sequence[bytes], visitor: str
    ) -> AsyncIterator[asyncio.StreamReader]:
        """Wait for the visitor's turn, start a worker and send it `wanted` as JSON, then `parts`.

        Yields the standard output of the worker, which is killed when the context exits.
        """
        try:
            await self._turns.take(visitor)
        except Refused as refusal:
            raise OutflankError(refusal.reason) from None
        try:
            async with (
                worker_process("outflank.web.library_worker", line_bytes=LINE_BYTES) as process,
                asyncio.timeout(SECONDS),
            ):
                assert process.stdin is not None
                assert process.stdout is not None
                wanted |= {
                    "library": str(self._path),
                    "limits": asdict(self._bounds),
                    "seconds": SECONDS,
                }
                process.stdin.write(json.dumps(wanted).encode() + b"\n")
                for part in parts:
                    process.stdin.write(part)
                    await process.stdin.drain()
                process.stdin.close()
                yield process.stdout
        except TimeoutError:
            raise OutflankError(
                f"this takes longer than {SECONDS:g} seconds; give fewer games"
            ) from None
        except (BrokenPipeError, ConnectionResetError):
            raise OutflankError("this takes too much memory or time; give fewer games") from None
        finally:
            self._turns.give()


@cache
def library_jobs() -> LibraryJobs:
    """The `LibraryJobs` of this server process."""
    return LibraryJobs(shelf().path, limits())
