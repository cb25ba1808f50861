"""Read games and positions of any format, detected from the content.

The extension of a file only decides if its content is not recognised. Every error is a
`FormatError` of one line, with the file and the place as far as they are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from outflank.bounded import MEGABYTE, check_size, read_bounded
from outflank.errors import FormatError
from outflank.formats.catalogue import (
    FORMATS,
    Feature,
    Format,
    format_named,
    format_of_extension,
)
from outflank.formats.wording import counted, excerpt
from outflank.rules.game import Colour, Game, Node
from outflank.rules.position import Position

MAX_BYTES = 64 * MEGABYTE
"""The largest accepted input: far more than any collection of games, far less than memory."""

START_NAME = "start"
"""The text that `read` takes for the start position."""

LONGEST_PATH = 4096
"""Longer texts are never taken for a path."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading: the name of the format, and at least one game.

    A position is a game without moves; in OBF its scored moves are the first moves. More games than
    `lazy.KEPT_GAMES` are parsed on access, which then raises their errors.
    """

    format: str
    games: Sequence[Game]

    @property
    def game(self) -> Game:
        """The game, if there is exactly one."""
        if len(self.games) != 1:
            raise FormatError(f"there are {len(self.games)} games here; one is needed")
        return self.games[0]

    @property
    def position(self) -> Position:
        """The position of the first game; see `node`."""
        return self.node.position

    @property
    def to_move(self) -> Colour:
        """The side to move in `position`."""
        return self.node.to_move

    @property
    def description(self) -> str:
        """A summary such as ``"GGF, 3 games"`` or ``"transcript, 60 moves"``."""
        title = format_named(self.format).title
        if len(self.games) > 1:
            noun = "position" if self._holds_positions else "game"
            return f"{title}, {counted(len(self.games), noun)}"
        if self._holds_positions:
            empties = self.position.empty_count
            noun = "empty" if empties == 1 else "empties"
            return f"{title}, {empties} {noun}, {self.to_move} to move"
        moves = sum(not node.is_pass for node in self.games[0].root.main_line())
        return f"{title}, {counted(moves, 'move')}"

    @property
    def _holds_positions(self) -> bool:
        return Feature.MOVES not in format_named(self.format).holds

    @property
    def node(self) -> Node:
        """The node of the first game: the end of its main line.

        In formats that hold positions and no games it is the root.
        """
        return self._node_of(self.games[0])

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The node of each game; see `node`."""
        return tuple(self._node_of(game) for game in self.games)

    def _node_of(self, game: Game) -> Node:
        if self._holds_positions:
            return game.root
        *_, last = game.root, *game.root.main_line()
        return last


def read(text_or_path: str | Path) -> Reading:
    """Games or a position from ``"start"``, the name of a file, or else text of any format."""
    if isinstance(text_or_path, Path):
        return read_file(text_or_path)
    text = text_or_path.strip()
    if text.lower() == START_NAME:
        return Reading("board", (Game(),))
    if _exists(text):
        return read_file(text)
    if _looks_like_path(text):
        raise FormatError(f"no such file: {text}")
    return read_text(text_or_path)


def read_file(path: str | Path) -> Reading:
    """Games or a position from the file at `path`."""
    path = Path(path)
    data = read_bounded(path, MAX_BYTES)
    try:
        format = _recognise(data, path.suffix)
        if format.read_beside is not None:
            return _reading_of(format, format.read_beside(path))
        return _reading_of(format, format.parse(data))
    except FormatError as error:
        raise error.located(source=str(path)) from error


def read_text(text: str) -> Reading:
    """Games or a position from `text`."""
    # Lone surrogates become bytes that are not UTF-8, which the reader then reports.
    return read_bytes(text.encode(errors="surrogatepass"))


def read_bytes(data: bytes, source: str = "") -> Reading:
    """Games or a position from `data`; `source` names it in errors, such as a file name."""
    try:
        format = _recognise(data, Path(source).suffix)
        return _reading_of(format, format.parse(data))
    except FormatError as error:
        raise error.located(source=source) from error


def _reading_of(format: Format, games: Sequence[Game]) -> Reading:
    if not games:
        raise FormatError(f"there is no game in this {format.title}")
    return Reading(format.name, tuple(games) if isinstance(games, list) else games)


def _recognise(data: bytes, extension: str) -> Format:
    check_size(len(data), MAX_BYTES)
    if not data.strip():
        raise FormatError("there is nothing to read; give a game or a position")
    for candidate in FORMATS:
        if candidate.recognises(data):
            return candidate
    if by_extension := format_of_extension(extension):
        return by_extension
    raise _unknown(data)


def _unknown(data: bytes) -> FormatError:
    known = ", ".join(candidate.title for candidate in FORMATS)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return FormatError("this is UTF-16; save the text as UTF-8", place="byte 0")
    if (zero := data.find(b"\0")) >= 0:
        return FormatError(
            f"this is binary data and not WTHOR; formats are {known}", place=f"byte {zero}"
        )
    begin = data[:100].decode(errors="replace").strip()
    return FormatError(f"{excerpt(begin)} begins no known format; formats are {known}")


# Files


def _exists(name: str) -> bool:
    try:
        return 0 < len(name) <= LONGEST_PATH and Path(name).exists()
    except (OSError, ValueError):
        return False


def _looks_like_path(text: str) -> bool:
    # One-line formats that may contain a slash always contain a semicolon.
    if len(text) > LONGEST_PATH or "\n" in text or ";" in text:
        return False
    return "/" in text or "\\" in text or format_of_extension(Path(text).suffix) is not None
