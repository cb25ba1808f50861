"""What a technique is worth: the same work by a copy of the package that does without it.

Constants are frozen into compiled code, and hot code has no switches. So the whole package is
copied into a temporary folder, its source is changed there, and a process of its own compiles and
runs the copy. Processes take turns, and the least processor time of several runs counts.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from outflank.bench.ffo import NOTHING, Effort, best_of
from outflank.bench.timing import Measurement
from outflank.errors import OutflankError

PACKAGE = Path(__file__).parent.parent

ROUNDS = 3
NEVER = "99"
"""A number of empty squares that no position has, and a depth of no search."""


@dataclass(frozen=True, slots=True)
class Change:
    """One piece of source, which must be there exactly once, and what takes its place."""

    file: str
    old: str
    new: str

    def apply(self, package: Path) -> None:
        """Change a copy of the package."""
        path = package / self.file
        text = path.read_text()
        found = text.count(self.old)
        if found != 1:
            raise OutflankError(
                f"{self.file} has {found} times what the benchmark would change: {self.old!r}"
            )
        path.write_text(text.replace(self.old, self.new))


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant of a module, which must be assigned exactly once, and another value for it."""

    file: str
    name: str
    value: str

    def apply(self, package: Path) -> None:
        """Change a copy of the package."""
        path = package / self.file
        text, found = re.subn(
            rf"^{self.name} = .+$", f"{self.name} = {self.value}", path.read_text(), flags=re.M
        )
        if found != 1:
            raise OutflankError(f"{self.file} assigns {self.name} {found} times, not once")
        path.write_text(text)


@dataclass(frozen=True, slots=True)
class Technique:
    """A name, and how to do without what it names."""

    name: str
    changes: tuple[Change | Constant, ...] = field(default=())


EVERYTHING = Technique("nothing: all techniques")


@contextmanager
def copy_without(technique: Technique) -> Iterator[Path]:
    """A folder that holds a changed copy of the package, and its cache; removed at the end."""
    with tempfile.TemporaryDirectory(prefix="outflank-bench-") as name:
        folder = Path(name)
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(PACKAGE, folder / PACKAGE.name, ignore=ignored)
        for change in technique.changes:
            change.apply(folder / PACKAGE.name)
        yield folder


def efforts_in(folder: Path, benchmark: str) -> list[Effort]:
    """What `efforts` of a benchmark returns in the copy in `folder`, in a process of its own."""
    environment = os.environ | {
        "PYTHONPATH": str(folder),
        "OUTFLANK_CACHE_DIR": str(folder / "cache"),
    }
    command = f"from outflank.bench.copies import report; report({benchmark!r})"
    process = subprocess.run(
        [sys.executable, "-c", command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        last = (process.stderr.strip() or "no message").splitlines()[-1]
        raise OutflankError(f"a copy of the package failed: {last}")
    answer = json.loads(process.stdout)
    if Path(answer["package"]).resolve() != (folder / PACKAGE.name).resolve():
        raise OutflankError(f"not the copy was measured but {answer['package']}")
    return [Effort(*effort) for effort in answer["efforts"]]


def report(benchmark: str) -> None:
    """Print the efforts of a benchmark as JSON: what the process of a copy does."""
    module = import_module(f"outflank.bench.{benchmark}")
    efforts = [
        (effort.nodes, effort.cpu_seconds, effort.clock_seconds) for effort in module.efforts()
    ]
    print(json.dumps({"package": str(PACKAGE), "efforts": efforts}))


def compare(benchmark: str, techniques: tuple[Technique, ...]) -> dict[str, Effort]:
    """The effort for all positions by technique that is missing, `EVERYTHING` first."""
    runs: dict[str, list[list[Effort]]] = {}
    with ExitStack() as stack:
        copies = [
            (technique.name, stack.enter_context(copy_without(technique)))
            for technique in (EVERYTHING, *techniques)
        ]
        for number in range(1, ROUNDS + 1):
            for name, folder in copies:
                # The first round compiles each copy, which takes minutes in all.
                print(f"round {number} of {ROUNDS}: without {name}", file=sys.stderr, flush=True)
                runs.setdefault(name, []).append(efforts_in(folder, benchmark))
    return {name: sum(best_of(efforts), NOTHING) for name, efforts in runs.items()}


def as_measurements(benchmark: str, efforts: dict[str, Effort]) -> list[Measurement]:
    """Nodes and time without each technique; the ratio is how much better all of them are."""
    everything = efforts[EVERYTHING.name]
    measurements = []
    for name, effort in efforts.items():
        for value, unit, ratio in (
            (effort.nodes / 1e6, "M nodes", effort.nodes / everything.nodes),
            (effort.cpu_seconds, "s", effort.cpu_seconds / everything.cpu_seconds),
        ):
            measurements.append(
                Measurement(
                    benchmark=benchmark,
                    what=f"without {name}",
                    value=value,
                    unit=unit,
                    ratio=ratio,
                )
            )
    return measurements


def as_table(efforts: dict[str, Effort]) -> str:
    """The same as a Markdown table, for docs."""
    everything = efforts[EVERYTHING.name]
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
