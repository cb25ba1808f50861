"""docs/architecture.md names files that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_file_that_is_named_exists() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    named = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)+\.(?:py|js|json))`", text))
    assert len(named) > 100
    folders = (ROOT / "src" / "outflank", ROOT / "src", ROOT)
    missing = [name for name in named if not any((folder / name).exists() for folder in folders)]
    assert not missing
