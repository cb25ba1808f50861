"""Measure the gain of a search technique: do the same work with it and without it.

The switches of techniques are constants of the compiled code (`kernels.switches`), so each variant
is compiled and run in its own process. Processes take turns, and the least CPU time of several runs
counts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import astuple
from importlib import import_module

from outflank.bench.ffo import NOTHING, Effort, best_of
from outflank.bench.timing import Measurement
from outflank.errors import OutflankError
from outflank.kernels.switches import VARIABLE

ROUNDS = 3
EVERYTHING = "nothing: all techniques"


def efforts_without(switch: str, benchmark: str, cache: str) -> list[Effort]:
    """Call ``efforts()`` of the module `benchmark` in a process without one technique.

    `switch` is the switch that is turned off; if it is empty, all techniques stay on. `cache` is
    the folder of the compiled variants.
    """
    process = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import report; report({benchmark!r})"],
        env=os.environ | {VARIABLE: switch, "OUTFLANK_CACHE_DIR": cache},
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        last = (process.stderr.strip() or "no message").splitlines()[-1]
        raise OutflankError(f"the benchmark without {switch or 'nothing'} failed: {last}")
    return [Effort(*effort) for effort in json.loads(process.stdout)]


def report(benchmark: str) -> None:
    """Print ``efforts()`` of the module `benchmark` as JSON; runs in the process of a variant."""
    efforts = import_module(f"outflank.bench.{benchmark}").efforts()
    print(json.dumps([astuple(effort) for effort in efforts]))


def compare(benchmark: str, techniques: Mapping[str, str]) -> dict[str, Effort]:
    """Total nodes and time of a benchmark without each technique, by the technique's name.

    `benchmark` is a module of this package with a function `efforts`; `techniques` maps the switch
    of each technique to its name. The first result, `EVERYTHING`, is with all techniques.
    """
    runs: dict[str, list[list[Effort]]] = {}
    with tempfile.TemporaryDirectory(prefix="outflank-bench-") as cache:
        for number in range(1, ROUNDS + 1):
            for switch, name in {"": EVERYTHING, **techniques}.items():
                # The first round compiles each variant, which takes minutes in all.
                print(f"round {number} of {ROUNDS}: without {name}", file=sys.stderr, flush=True)
                runs.setdefault(name, []).append(efforts_without(switch, benchmark, cache))
    return {name: sum(best_of(efforts), NOTHING) for name, efforts in runs.items()}


def as_measurements(efforts: dict[str, Effort]) -> list[Measurement]:
    """Nodes and CPU seconds without each technique; ratios are relative to all techniques on."""
    everything = efforts[EVERYTHING]
    measurements = []
    for name, effort in efforts.items():
        seconds = effort.cpu_seconds
        measurements += [
            Measurement(
                f"without {name}", effort.nodes / 1e6, "M nodes", effort.nodes / everything.nodes
            ),
            Measurement(f"without {name}", seconds, "s", seconds / everything.cpu_seconds),
        ]
    return measurements


def as_table(efforts: dict[str, Effort]) -> str:
    """The results of `compare` as a Markdown table, for the documentation."""
    everything = efforts[EVERYTHING]
    lines = [
        "| without | million nodes | | processor seconds | |",
        "|---|---|---|---|---|",
    ]
    for name, effort in efforts.items():
        nodes = effort.nodes / everything.nodes
        seconds = effort.cpu_seconds / everything.cpu_seconds
        lines.append(
            f"| {name} | {effort.nodes / 1e6:.3f} | {nodes:.2f} × "
            f"| {effort.cpu_seconds:.2f} | {seconds:.2f} × |"
        )
    return "\n".join(lines)
