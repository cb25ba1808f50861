r"""Trees of properties in brackets, the common syntax of GGF and SGF.

A file is a sequence of trees ``( … )``. A tree consists of nodes, each of which begins with ``;``,
and in SGF of further trees, which are variations. A node is a list of properties
``NAME[value][value]…``. In a value, ``\]`` stands for a bracket, ``\\`` for a backslash, and a
backslash at the end of a line joins it to the next line.
"""

from __future__ import annotations

import enum
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from outflank.errors import FormatError
from outflank.formats.wording import counted, excerpt, place_at

# Match files begin with the number of their games, so a count before a tree is skipped.
_SKIPPED = re.compile(r"(?:\s++|[0-9]++(?=\s*\())*+")
_NAME = re.compile(r"[A-Z][A-Z0-9]*+")
_VALUE = re.compile(r"\s*+\[((?:[^]\\]++|\\.)*+)\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:\r\n|\n\r|\r|\n|(.))", re.DOTALL)
_MARK = re.compile(r"\[(?:[^]\\]++|\\.)*+\]|[()]", re.DOTALL)
_HEAD_PROPERTY = re.compile(
    r"\s*+([A-Z][A-Z0-9]*+)\s*+\[((?:[^]\\]++|\\.)*+)(?:\]|\Z)"
    r"(?:\s*+\[(?:[^]\\]++|\\.)*+(?:\]|\Z))*+",
    re.DOTALL,
)
_OPENING = re.compile(r"(?:[0-9]++\s*+)?\(\s*+;")


@dataclass(frozen=True, slots=True)
class Property:
    """A property: its name, its values, and the `offset` in the text at which it begins."""

    name: str
    values: tuple[str, ...]
    offset: int

    @property
    def value(self) -> str:
        """The only value; raises `FormatError` if the property has several."""
        if len(self.values) != 1:
            raise FormatError(f"{self.name} has {counted(len(self.values), 'value')}; it takes one")
        return self.values[0]


class Bracket(enum.Enum):
    """A round bracket that opens or closes a tree."""

    OPEN = "("
    CLOSE = ")"


PropertyNode: TypeAlias = tuple[Property, ...]


def parse_trees(text: str, start: int = 0) -> Iterator[Bracket | PropertyNode]:
    """The brackets and nodes of `text` from the offset `start` on, in order.

    Raises `FormatError` at a syntax error, also at the end if a bracket is not closed.
    """
    offset, depth = _skip(text, start), 0
    while offset < len(text):
        mark, following = text[offset], _skip(text, offset + 1)
        if mark == "(" and text.startswith(";", following):
            depth += 1
            yield Bracket.OPEN
        elif mark == ")" and depth:
            depth -= 1
            yield Bracket.CLOSE
        elif mark == ";" and depth:
            node, following = _parse_node(text, following)
            yield node
        else:
            raise FormatError(
                f"{excerpt(text[offset : offset + 12])} is out of place; "
                "games are written (; NAME[value] … )",
                place=place_at(text, offset),
            )
        offset = following
    if depth:
        raise FormatError(
            "the text ends inside a game; the closing ) is missing", place=place_at(text, offset)
        )


def tree_starts(text: str) -> array[int]:
    """The offset of each tree in `text`.

    Raises `FormatError` for errors outside trees; errors inside a tree are not checked.
    """
    starts = array("Q")
    depth = end = 0
    for mark in _MARK.finditer(text):
        if mark[0] == "(":
            if depth == 0:
                _check_between(text, end, mark.start())
                starts.append(mark.start())
            depth += 1
        elif mark[0] == ")":
            depth -= 1
            end = mark.end()
            if depth < 0:
                break
    if depth == 0:
        _check_between(text, end, len(text))
    else:
        _find_error(text, starts[-1] if depth > 0 and starts else 0)
    return starts


def _check_between(text: str, start: int, end: int) -> None:
    if _skip(text, start) != end:
        _find_error(text, start)


def _find_error(text: str, start: int) -> None:
    """Parse from `start` on, so that `parse_trees` raises the error with its place."""
    for _ in parse_trees(text, start):
        pass


def first_properties(head: str) -> Iterator[tuple[str, str]]:
    """The name and first value of each property in the first node of a text.

    `head` is the beginning of the text. If it ends inside a value, that value is cut short.
    """
    opening = _OPENING.match(head)
    offset = opening.end() if opening else len(head)
    while entry := _HEAD_PROPERTY.match(head, offset):
        yield entry[1], entry[2]
        offset = entry.end()


def format_property(name: str, value: str) -> str:
    """Write ``NAME[value]``, with special characters of the value escaped."""
    escaped = value.replace("\\", "\\\\").replace("]", "\\]")
    return f"{name}[{escaped}]"


def opens_a_tree(head: str) -> bool:
    """Whether a text whose first characters are `head` begins with a tree.

    A number before the tree, which counts the games of a file, is allowed.
    """
    return bool(_OPENING.match(head))


def _parse_node(text: str, offset: int) -> tuple[PropertyNode, int]:
    """The properties of the node that begins at `offset`, and the offset after them."""
    properties: list[Property] = []
    while name := _NAME.match(text, offset):
        values, end = _parse_values(text, name.end())
        properties.append(Property(name[0], values, offset))
        offset = _skip(text, end)
    return tuple(properties), offset


def _parse_values(text: str, offset: int) -> tuple[tuple[str, ...], int]:
    values: list[str] = []
    while match := _VALUE.match(text, offset):
        values.append(_ESCAPE.sub(lambda escape: escape[1] or "", match[1]))
        offset = match.end()
    if not values:
        raise FormatError(
            "a property has no value, or its value has no closing ]", place=place_at(text, offset)
        )
    return tuple(values), offset


def _skip(text: str, offset: int) -> int:
    match = _SKIPPED.match(text, offset)
    return match.end() if match else offset
