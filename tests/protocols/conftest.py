"""Programs that speak a protocol say on their first start that they compile; here they are silent."""

from __future__ import annotations

import pytest

from outflank.cli.warmup import load_kernels


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    load_kernels()
