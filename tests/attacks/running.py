"""Commands run under attack, each in a process of its own with bounded time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

COMMAND_SECONDS = 120
"""Far more than any attacked command may take, for machines that are busy."""

OUTFLANK = [sys.executable, "-m", "outflank"]


def outflank(
    *arguments: str | Path, folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `outflank` with these arguments in `folder`; the answer has its output and exit code."""
    return subprocess.run(
        [*OUTFLANK, *map(str, arguments)],
        env={**os.environ, **environment},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=COMMAND_SECONDS,
    )


def assert_one_line(answer: subprocess.CompletedProcess[str]) -> None:
    """The promise for every error of the user's: one line on standard error, exit code 2."""
    assert answer.returncode == 2, answer
    assert answer.stderr.startswith("outflank: "), answer.stderr
    assert answer.stderr.count("\n") == 1, answer.stderr
