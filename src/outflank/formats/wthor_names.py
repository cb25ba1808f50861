"""The name files of WTHOR: players (.jou) and tournaments (.trn), and numbers for names.

A name file is a header and rows of fixed width in Latin-1, padded with zeros. The number of a name
is its row, counted from 0. Row 0 is the unknown name.
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
"""Bytes of a row in a .jou file."""

TOURNAMENT_WIDTH: Final = 26
"""Bytes of a row in a .trn file."""

UNKNOWN = "???"
"""The French federation's name for player 0; Outflank uses it for every missing name."""

# The header counts rows in 16 bits, and rows start at 0.
_LAST_NUMBER = 0xFFFE

_PLACEHOLDER = re.compile(r"#([1-9][0-9]{0,4})")


@dataclass(frozen=True, slots=True)
class WthorNames:
    """The content of a name file; rows are kept raw, with their padding."""

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
        """A name file that holds `names`, each at most `width` - 1 characters of Latin-1."""
        rows = tuple(_encode_name(name, width) for name in names)
        return cls(header or WthorHeader(board_size=0), width, rows)

    def names(self) -> list[str]:
        """The names, indexed by their numbers."""
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
    """The names in the bytes of a .jou file (`PLAYER_WIDTH`) or .trn file (`TOURNAMENT_WIDTH`)."""
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
    """The bytes of a name file: the inverse of `parse_names`."""
    header = replace(names.header, name_count=len(names.rows))
    return header.to_bytes() + b"".join(names.rows)


def name_of(number: int, names: Sequence[str]) -> str:
    """The name with `number`; ``"#17"`` if beyond the end of `names`, "" for the unknown name."""
    if number < len(names):
        return "" if names[number] == UNKNOWN else names[number]
    return f"#{number}" if number else ""


def number_names(names: Iterable[str]) -> dict[str, int]:
    """Numbers for `names` in order of appearance, from 1; the unknown name has 0.

    ``"#17"``, as `name_of` writes it, keeps the number 17, so games read without their name files
    and written again still fit these files.
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
    """The names of `number_names` as the rows of a name file; gaps are filled with `UNKNOWN`."""
    names = [UNKNOWN] * (max(numbers.values()) + 1)
    for name, number in numbers.items():
        if number:
            names[number] = name
    return names
