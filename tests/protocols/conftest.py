"""Programs that speak a protocol say so when they compile; here they have nothing to say."""

from __future__ import annotations

import pytest

from outflank.cli.warmup import load_kernels


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    load_kernels()
