"""A Griffe extension that fences the examples in docstrings, to protect them from Markdown."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension

EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.DOTALL | re.MULTILINE)
LITERAL = re.compile(r"^::\n\n(?P<text>(?: {4}.*\n?|\n)+)", re.MULTILINE)


class FencedExamples(Extension):  # type: ignore[misc]
    """Fences the examples and the literal blocks of every docstring."""

    def on_object(self, *, obj: Any, **kwargs: Any) -> None:
        """Change the docstring of one module, class, function or attribute."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """`text` of a docstring as Markdown."""
    text = EXAMPLE.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```", text)
    return LITERAL.sub(lambda match: f"```text\n{match['text'].rstrip()}\n```\n\n", text)
