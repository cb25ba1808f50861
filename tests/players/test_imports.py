"""Listing and reading players must be quick: nothing heavy is imported for it."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "statement",
    [
        "import outflank.players; outflank.players.parse_spec('greedy:random=0.5')",
        "import outflank.players; outflank.players.make_player('roxanne')",
        "import outflank.arena",
        "import outflank.players.searching",
        "import outflank.cli.main",
        "import outflank.protocols.botzone_main, outflank.protocols.gtp_session",
        "import outflank.players; outflank.players.make_player('plain')",
    ],
)
def test_numba_is_not_imported(statement: str) -> None:
    script = f"import sys; {statement}; print(sorted({{'numba', 'numpy'}} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
