"""Techniques switched off change the nodes of a search and no score.

The variants run in processes of their own, most of them as plain Python in short searches.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from outflank.kernels.cache import PACKAGE, kernel_sources
from outflank.kernels.jit import INTERPRETED
from outflank.kernels.switches import MIDGAME, SOLVER, VARIABLE, WITHOUT

QUICK = (
    *("solver-evaluation", "solver-stability", "solver-parity"),
    *("midgame-probcut", "midgame-table-moves", "midgame-window"),
)
LARGE = (
    *("solver-search", "solver-near-table", "solver-selective", "solver-second-move"),
    *("midgame-deeper-answers", "midgame-deeper-kept", "midgame-etc", "midgame-second-move"),
)
"""Switches whose effect shows only in searches that are too long for plain Python."""


@cache
def searched(switch: str, search: str, *, is_compiled: bool) -> dict[str, Any]:
    """What `switch_probe` finds in a process without the technique of `switch`."""
    environment = os.environ | {VARIABLE: switch, "NUMBA_DISABLE_JIT": str(int(not is_compiled))}
    command = [sys.executable, "-m", "tests.kernels.switch_probe", search]
    completed = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert completed.returncode == 0, completed.stderr
    found: dict[str, Any] = json.loads(completed.stdout)
    return found


def check(switch: str, *, is_compiled: bool = False) -> None:
    search = "solver" if switch in SOLVER else "midgame"
    everything = searched("", search, is_compiled=is_compiled)
    without = searched(switch, search, is_compiled=is_compiled)
    assert without["scores"] == everything["scores"]
    assert without["nodes"] != everything["nodes"]


@pytest.mark.parametrize("switch", QUICK)
def test_a_switch_changes_nodes_and_no_score(switch: str) -> None:
    check(switch)


@pytest.mark.slow
@pytest.mark.parametrize("switch", sorted({*SOLVER, *MIDGAME} - {*QUICK, *LARGE}))
def test_the_others_do_too(switch: str) -> None:
    check(switch)


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")
@pytest.mark.parametrize("switch", LARGE)
def test_and_those_of_long_searches(switch: str) -> None:
    check(switch, is_compiled=True)


def test_every_switch_is_used_and_all_are_on() -> None:
    sources = [*kernel_sources(), *(PACKAGE / "engine").glob("*.py")]
    used = [
        name
        for file in sources
        for name in re.findall(r'switched\(\s*"([a-z0-9-]+)"', Path(file).read_text())
    ]
    assert set(used) == {*SOLVER, *MIDGAME}
    assert not WITHOUT


def test_each_set_of_switches_has_a_cache_of_its_own() -> None:
    code = "from outflank.kernels.cache import fingerprint; print(fingerprint())"
    found = {
        subprocess.check_output(
            [sys.executable, "-c", code], env=os.environ | {VARIABLE: switches}, text=True
        )
        for switches in ("", "solver-etc", "solver-parity", "solver-parity, solver-etc")
    }
    assert len(found) == 4
