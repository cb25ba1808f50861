"""What each technique of the solver is worth: FFO #40-#44 with it switched off.

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
from pathlib import Path

from outflank.bench.ffo import NOTHING, Effort, best_of, solve_all, warm_up
from outflank.bench.timing import Measurement
from outflank.engine.solver import Solver
from outflank.errors import OutflankError

PACKAGE = Path(__file__).parent.parent

ROUNDS = 3
NEVER = "99"
"""A number of empty squares that no position has."""

ENDGAME = "kernels/endgame.py"
DRIVER = "engine/solver.py"


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


_ORDER_BY_EVALUATION = "            if empties >= EVALUATED_EMPTIES:\n                play_at"
_TABLE_MOVES = "        first, second = first_move_of(known), second_move_of(known)\n"

EVERYTHING = Technique("nothing: all techniques")

TECHNIQUES = (
    # The states are kept up to date even so: the selective search needs them.
    Technique(
        "the evaluation in the order of moves",
        (
            Change(
                ENDGAME,
                _ORDER_BY_EVALUATION,
                _ORDER_BY_EVALUATION.replace("EVALUATED_EMPTIES", NEVER),
            ),
        ),
    ),
    Technique("the short search in that order", (Constant(ENDGAME, "SEARCHED_EMPTIES", NEVER),)),
    Technique("enhanced transposition cuts", (Constant(ENDGAME, "ETC_EMPTIES", NEVER),)),
    Technique(
        "stability cuts",
        (Constant(ENDGAME, "STABILITY_FROM", f"np.full(64, {NEVER}, dtype=np.int64)"),),
    ),
    Technique("the near table: all in the shared one", (Constant(ENDGAME, "SHARED_EMPTIES", "7"),)),
    Technique("order by mobility with 7 empties", (Constant(ENDGAME, "SHALLOW_EMPTIES", "7"),)),
    Technique(
        "order by mobility with 7 and 8 empties", (Constant(ENDGAME, "SHALLOW_EMPTIES", "8"),)
    ),
    Technique(
        "order by parity",
        (
            Change(
                ENDGAME,
                "sum(mask for index, mask in enumerate(_QUADRANTS) if parity >> index & 1)",
                "0",
            ),
            Change(ENDGAME, "        key -= 1 << 6\n", "        key -= 0\n"),
        ),
    ),
    Technique(
        "the moves of the table first",
        (
            Change(ENDGAME, f"{_TABLE_MOVES}\n    # 3. A pass", "\n    # 3. A pass"),
            Change(ENDGAME, f"{_TABLE_MOVES}\n    # 4. The first", "\n    # 4. The first"),
        ),
    ),
    Technique(
        "the second of these moves",
        (Change(ENDGAME, "elif square == second:", "elif square < 0:"),),
    ),
    Technique(
        "the selective solve before the proof", (Constant(DRIVER, "SELECTIVE_EMPTIES", NEVER),)
    ),
    Technique("the estimate by midgame searches", (Constant(DRIVER, "ESTIMATE_DEPTHS", "()"),)),
)


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


def solve_in(folder: Path) -> list[Effort]:
    """The efforts of the copy in `folder`, from a process of its own."""
    environment = os.environ | {
        "PYTHONPATH": str(folder),
        "OUTFLANK_CACHE_DIR": str(folder / "cache"),
    }
    command = "from outflank.bench.techniques import report; report()"
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
        raise OutflankError(f"a copy of the solver failed: {last}")
    answer = json.loads(process.stdout)
    if Path(answer["package"]).resolve() != (folder / PACKAGE.name).resolve():
        raise OutflankError(f"not the copy was measured but {answer['package']}")
    return [Effort(*effort) for effort in answer["efforts"]]


def report() -> None:
    """Solve the positions and print the efforts as JSON: what the process of a copy does."""
    solver = Solver()
    warm_up(solver)
    efforts = [
        (effort.nodes, effort.cpu_seconds, effort.clock_seconds) for effort in solve_all(solver)
    ]
    print(json.dumps({"package": str(PACKAGE), "efforts": efforts}))


def run() -> dict[str, Effort]:
    """The effort for all positions by technique that is missing, `EVERYTHING` first."""
    runs: dict[str, list[list[Effort]]] = {}
    with ExitStack() as stack:
        copies = [
            (technique.name, stack.enter_context(copy_without(technique)))
            for technique in (EVERYTHING, *TECHNIQUES)
        ]
        for number in range(1, ROUNDS + 1):
            for name, folder in copies:
                # The first round compiles each copy, which takes minutes in all.
                print(f"round {number} of {ROUNDS}: without {name}", file=sys.stderr, flush=True)
                runs.setdefault(name, []).append(solve_in(folder))
    return {name: sum(best_of(efforts), NOTHING) for name, efforts in runs.items()}


def measure() -> list[Measurement]:
    """Nodes and time without each technique; the ratio is how much better all of them are."""
    efforts = run()
    everything = efforts[EVERYTHING.name]
    measurements = []
    for name, effort in efforts.items():
        for value, unit, ratio in (
            (effort.nodes / 1e6, "M nodes", effort.nodes / everything.nodes),
            (effort.cpu_seconds, "s", effort.cpu_seconds / everything.cpu_seconds),
        ):
            measurements.append(
                Measurement(
                    benchmark="techniques",
                    what=f"without {name}",
                    value=value,
                    unit=unit,
                    ratio=ratio,
                )
            )
    return measurements


def markdown() -> str:
    """The table of docs/solver.md."""
    efforts = run()
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
