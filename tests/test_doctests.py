"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import outflank

PACKAGE = Path(outflank.__file__).parent
WITH_EXAMPLES = sorted(
    ".".join(("outflank", *file.relative_to(PACKAGE).with_suffix("").parts))
    for file in PACKAGE.rglob("*.py")
    if "\n>>> " in file.read_text() or "    >>> " in file.read_text()
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples(name: str) -> None:
    failed, attempted = doctest.testmod(import_module(name))
    assert attempted > 0
    assert failed == 0
