"""Description of the machine on which an experiment ran, for its report."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from outflank.jobs.processes import default_workers


def describe_machine() -> dict[str, str]:
    """Date, processor, software versions and load, as texts by name."""
    about = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": f"{_processor()}, {default_workers()} cores",
        "software": f"Python {platform.python_version()}, Numba {version('numba')}, "
        f"{platform.system()}",
    }
    if hasattr(os, "getloadavg"):
        load = os.getloadavg()[0]
        busy = load > default_workers() + 0.5
        about["load"] = f"{load:.1f} when it began" + (": a busy machine" if busy else "")
    return about


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
