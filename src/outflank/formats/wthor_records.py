"""The bytes of a WTHOR base: a header of 16 bytes, and a record of 68 bytes for each game.

All fields are little-endian and kept as they were read, so that a base is written back byte for
byte. A move is one byte, ten times the row plus the column, both counted from 1: f5 is 56. Passes
are left out, and the moves are padded with zeros to 60 bytes.

`outflank.formats.wthor` converts records to games; this module does not check moves.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import astuple, dataclass, replace

from outflank.errors import FormatError
from outflank.rules.squares import SQUARES, Square, column_of, row_of

ROW_BYTES = 60
"""The number of bytes for the moves of a game, which has at most 60, as 4 of the 64 squares are
occupied at the start.
"""

NO_SQUARE = 255
"""The value in `SQUARE_OF_CODE` for padding and for bytes that are not a move."""


def _code_of(square: Square) -> int:
    return 10 * (row_of(square) + 1) + column_of(square) + 1


_SQUARE_BY_CODE = {_code_of(square): square for square in SQUARES}

CODE_OF_SQUARE: bytes = bytes(_code_of(square) if square in SQUARES else 0 for square in range(256))
"""Table for `bytes.translate`: the move byte for each square; 0 for other numbers."""

SQUARE_OF_CODE: bytes = bytes(_SQUARE_BY_CODE.get(code, NO_SQUARE) for code in range(256))
"""Table for `bytes.translate`: the square for each move byte; `NO_SQUARE` for other bytes."""

_HEADER = struct.Struct("<4BIHH4B")
_RECORD = struct.Struct(f"<HHHBB{ROW_BYTES}s")


@dataclass(frozen=True, slots=True)
class WthorHeader:
    """The first 16 bytes of a file of games (.wtb) or of names (.jou, .trn).

    The creation date is `century`, `year` (0 to 99), `month` and `day`. `game_count` is 0 in a file
    of names, `name_count` is 0 in a file of games. `year_played` is the year of the games.
    `board_size` is 8, or 0 with the same meaning. `depth` is the number of empty squares from which
    the theoretical scores were computed; 0 means 22. `type` is 1 for solitaire puzzles, else 0.
    """

    century: int = 0
    year: int = 0
    month: int = 0
    day: int = 0
    game_count: int = 0
    name_count: int = 0
    year_played: int = 0
    board_size: int = 8
    type: int = 0
    depth: int = 0
    reserved: int = 0

    def __post_init__(self) -> None:
        try:
            self.to_bytes()
        except struct.error:
            raise FormatError(
                f"{self} does not fit 16 bytes; name_count and year_played go to 65535, "
                "game_count to 4294967295 and the others to 255"
            ) from None

    @classmethod
    def from_bytes(cls, data: bytes) -> WthorHeader:
        """Read the header at the beginning of `data`."""
        if len(data) < _HEADER.size:
            raise FormatError(
                f"{len(data)} bytes cannot hold the header of {_HEADER.size}; the file is cut "
                "short or not WTHOR: download it again",
                place="header",
            )
        return cls(*_HEADER.unpack_from(data))

    def to_bytes(self) -> bytes:
        """The 16 bytes of the header."""
        return _HEADER.pack(*astuple(self))


HEADER_BYTES = _HEADER.size


@dataclass(frozen=True, slots=True)
class WthorRecord:
    """One game, 68 bytes in a file. Players and tournament are numbers of names in the name files.

    `black_discs` is the result as Black's number of discs, with empty squares counted for the
    winner; `theoretical_score` is the number that Black would have after perfect play from the
    header's `depth` on; both are 0 to 64. `moves` are the 60 raw bytes. The constructor raises
    `FormatError` for values that cannot be stored.
    """

    tournament: int
    black: int
    white: int
    black_discs: int
    theoretical_score: int
    moves: bytes

    def __post_init__(self) -> None:
        for name in ("tournament", "black", "white"):
            if not 0 <= (number := getattr(self, name)) <= 0xFFFF:
                raise FormatError(f"{name} number {number} is out of range; it goes to 65535")
        if not (0 <= self.black_discs <= 64 and 0 <= self.theoretical_score <= 64):
            raise FormatError(
                f"{self.black_discs} black discs, {self.theoretical_score} in theory: a board has "
                "64; correct or remove the game"
            )
        if len(self.moves) != ROW_BYTES:
            raise FormatError(
                f"{len(self.moves)} move bytes; a record has {ROW_BYTES}: pad with zeros"
            )
        decode_moves(self.moves)

    def squares(self) -> list[Square]:
        """The squares played, in order, without passes."""
        return decode_moves(self.moves)


@dataclass(frozen=True, slots=True)
class WthorBase:
    """The content of a .wtb file: a header and the records of its games.

    `format_wthor` sets the number of games in the header.
    """

    header: WthorHeader
    records: tuple[WthorRecord, ...]

    def move_bytes(self) -> bytes:
        """The move bytes of all games joined, 60 bytes per game."""
        return b"".join([record.moves for record in self.records])

    def black_disc_counts(self) -> bytes:
        """The result of every game as Black's number of discs, one byte per game."""
        return bytes([record.black_discs for record in self.records])


def decode_moves(moves: bytes) -> list[Square]:
    """Convert move bytes to squares, without the padding;
    raises `FormatError` for invalid bytes.
    """
    squares = moves.rstrip(b"\0").translate(SQUARE_OF_CODE)
    index = squares.find(NO_SQUARE)
    if index >= 0:
        raise FormatError(
            "a zero stands before further moves; zeros may only follow the last move"
            if moves[index] == 0
            else f"byte {moves[index]} is no square; moves are 11 (a1) to 88 (h8)",
            place=f"move {index + 1}",
        )
    return list(squares)


def encode_moves(squares: Iterable[Square]) -> bytes:
    """Convert squares, which must not include passes, to 60 move bytes."""
    squares = list(squares)
    for number, square in enumerate(squares, 1):
        if square not in SQUARES:
            raise FormatError(
                f"{square} is no square; squares are 0 to 63 and passes are left out",
                place=f"move {number}",
            )
    if len(squares) > ROW_BYTES:
        raise FormatError(f"{len(squares)} moves; a record holds {ROW_BYTES}: shorten the game")
    return bytes(squares).translate(CODE_OF_SQUARE).ljust(ROW_BYTES, b"\0")


def parse_wthor(data: bytes) -> WthorBase:
    """Read the bytes of a .wtb file. Whether the moves are legal is not checked."""
    header = WthorHeader.from_bytes(data)
    if header.name_count and not header.game_count:
        raise FormatError(
            f"the header counts {header.name_count} names and no games, so this is a .jou or .trn "
            "file; open the .wtb file beside it",
            place="header",
        )
    if header.board_size not in (0, 8):
        raise FormatError(
            f"the board size is {header.board_size}; only bases of 8×8 games can be read",
            place="header",
        )
    check_size(data, header.game_count, _RECORD.size, "games")
    records = []
    for number, fields in enumerate(_RECORD.iter_unpack(memoryview(data)[HEADER_BYTES:]), 1):
        try:
            records.append(WthorRecord(*fields))
        except FormatError as error:
            raise in_game(error, number) from None
    return WthorBase(header, tuple(records))


def format_wthor(base: WthorBase) -> bytes:
    """The bytes of a .wtb file; inverse of `parse_wthor`."""
    header = replace(base.header, game_count=len(base.records))
    records = [
        _RECORD.pack(
            record.tournament,
            record.black,
            record.white,
            record.black_discs,
            record.theoretical_score,
            record.moves,
        )
        for record in base.records
    ]
    return header.to_bytes() + b"".join(records)


def check_size(data: bytes, count: int, item_bytes: int, what: str) -> None:
    """Raise `FormatError` unless `data` has a header and `count` items of `item_bytes` bytes.

    `what` names the items in the message.
    """
    expected = HEADER_BYTES + count * item_bytes
    if len(data) != expected:
        raise FormatError(
            f"the header counts {count} {what}, which take {expected} bytes, but there are "
            f"{len(data)}; the file is damaged or not WTHOR: download it again",
            place="header",
        )


def in_game(error: FormatError, number: int) -> FormatError:
    """The same error with "game `number`" put before its place; `number` counts from 1."""
    place = f"game {number}, {error.place}" if error.place else f"game {number}"
    return FormatError(error.problem, source=error.source, place=place)
