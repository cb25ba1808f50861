"""The name files of WTHOR, players (.jou) and tournaments (.trn), and the numbering of names.

A name file is a header followed by rows of fixed width, in Latin-1, padded with zero bytes. The
number of a name is the number of its row, counted from 0. Row 0 stands for an unknown name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, Literal, TypeAlias

from outflank.errors import FormatError
from outflank.formats.wthor_records import HEADER_BYTES, WthorHeader, check_size

NameWidth: TypeAlias = Literal[20, 26]

PLAYER_WIDTH: Final = 20
"""The width of a row in a .jou file, in bytes."""

TOURNAMENT_WIDTH: Final = 26
"""The width of a row in a .trn file, in bytes."""

UNKNOWN = "???"
"""The name of player 0 in the French federation's files;
Outflank writes it for every missing name.
"""

# The header counts rows in 16 bits, and rows start at 0.
_LAST_NUMBER = 0xFFFE

_PLACEHOLDER = re.compile(r"#([1-9][0-9]{0,4})")


@dataclass(frozen=True, slots=True)
class WthorNames:
    """The content of a name file; `rows` are raw bytes with their padding."""

    header: WthorHeader
    width: NameWidth
    rows: tuple[bytes, ...]

    def __post_init__(self) -> None:
        if any(len(row) != self.width for row in self.rows):
            raise FormatError(f"a row is not {self.width} bytes long; pad names with zeros")

    @classmethod
    def from_names(
        cls, names: Iterable[str], width: NameWidth, header: WthorHeader | None = None
    ) -> WthorNames:
        """Make the content of a name file; each name has at most `width` - 1 characters of Latin-1.

        Raises `FormatError` for other names.
        """
        rows = tuple(_encode_name(name, width) for name in names)
        return cls(header or WthorHeader(board_size=0), width, rows)

    def names(self) -> list[str]:
        """The names without padding; the index of a name is its number."""
        return [row.partition(b"\0")[0].decode("latin-1") for row in self.rows]


def _encode_name(name: str, width: NameWidth) -> bytes:
    try:
        row = name.encode("latin-1")
    except UnicodeEncodeError:
        raise FormatError(f"name {name!r} is not Latin-1; write it in Latin letters") from None
    if len(row) >= width or b"\0" in row:
        kind = "player" if width == PLAYER_WIDTH else "tournament"
        raise FormatError(
            f"name {name!r} does not fit; a {kind} has at most {width - 1} characters and no NUL: "
            "shorten it"
        )
    return row.ljust(width, b"\0")


def parse_names(data: bytes, width: NameWidth) -> WthorNames:
    """Read the bytes of a .jou file (width `PLAYER_WIDTH`) or .trn file (`TOURNAMENT_WIDTH`)."""
    header = WthorHeader.from_bytes(data)
    if header.game_count:
        raise FormatError(
            f"the header counts {header.game_count} games, so this is a .wtb file; open the .jou "
            "or .trn file beside it",
            place="header",
        )
    other_width = TOURNAMENT_WIDTH if width == PLAYER_WIDTH else PLAYER_WIDTH
    if header.name_count and len(data) == HEADER_BYTES + header.name_count * other_width:
        raise FormatError(
            f"the rows have {other_width} bytes, not {width}; players are in the .jou file and "
            "tournaments in the .trn file: exchange them",
            place="header",
        )
    check_size(data, header.name_count, width, "names")
    starts = range(HEADER_BYTES, len(data), width)
    return WthorNames(header, width, tuple(data[start : start + width] for start in starts))


def format_names(names: WthorNames) -> bytes:
    """The bytes of a name file; inverse of `parse_names`."""
    header = replace(names.header, name_count=len(names.rows))
    return header.to_bytes() + b"".join(names.rows)


def name_of(number: int, names: Sequence[str]) -> str:
    """The name that has `number`; "" if it stands for an unknown name.

    If `names` has too few entries, the number itself, such as ``"#17"``.
    """
    if number < len(names):
        return "" if names[number] == UNKNOWN else names[number]
    return f"#{number}" if number else ""


def number_names(names: Iterable[str]) -> dict[str, int]:
    """Number the distinct `names` in order of appearance from 1; unknown names get 0.

    A name such as ``"#17"``, as made by `name_of`, keeps the number 17. So games that were read
    without their name files, and are written again, still fit those files.
    """
    distinct = dict.fromkeys(names)
    numbers = {"": 0, UNKNOWN: 0}
    for name in distinct:
        placeholder = _PLACEHOLDER.fullmatch(name)
        if placeholder and int(placeholder[1]) <= _LAST_NUMBER:
            numbers[name] = int(placeholder[1])
    taken = set(numbers.values())
    free = (number for number in count(1) if number not in taken)
    for name in distinct:
        if name not in numbers:
            numbers[name] = next(free)
    if max(numbers.values()) > _LAST_NUMBER:
        raise FormatError(
            f"{len(distinct)} different names; WTHOR numbers {_LAST_NUMBER} at most: "
            "write several bases"
        )
    return numbers


def names_in_order(numbers: Mapping[str, int]) -> list[str]:
    """The rows of a name file, given the result of `number_names`;
    gaps are filled with `UNKNOWN`.
    """
    names = [UNKNOWN] * (max(numbers.values()) + 1)
    for name, number in numbers.items():
        if number:
            names[number] = name
    return names
