"""The fenced blocks of the documentation, with what a test needs to run them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

NOT_RUN = re.compile(r"<!-- not run: (?P<reason>(?:(?!-->).)+) -->\s*$", re.DOTALL)

FENCE = re.compile(r"^```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^```\s*$", re.DOTALL | re.MULTILINE)

RUN_LANGUAGES = ("sh", "console", "python")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: where it stands, its language, its text, and why it is not run, if so."""

    page: str
    line: int
    language: str
    text: str
    reason: str

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def is_run(self) -> bool:
        return self.language in RUN_LANGUAGES and not self.reason

    def commands(self) -> list[str]:
        """The lines of a shell block that are commands, continued lines joined."""
        lines = self.text.replace("\\\n", " ").splitlines()
        if self.language == "console":
            return [line[2:] for line in lines if line.startswith("$ ")]
        return [line for line in lines if line.strip()]


def pages() -> list[str]:
    """Every page that people read, but not the reports that programs write."""
    written = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
    written += (ROOT / "docs").rglob("*.md")
    names = (file.relative_to(ROOT).as_posix() for file in written)
    return sorted(name for name in names if not name.endswith("/report.md"))


def blocks_of(page: str) -> Iterator[Block]:
    """The blocks of one page, from top to bottom."""
    text = (ROOT / page).read_text()
    for match in FENCE.finditer(text):
        before = text[: match.start()]
        reason = NOT_RUN.search(before)
        yield Block(
            page=page,
            line=before.count("\n") + 1,
            language=match["language"],
            text=match["text"],
            reason=" ".join(reason["reason"].split()) if reason else "",
        )
