"""Read games and positions of any format, which is detected from the content.

The extension of a file is used only if its content is not recognised. Every error is a
`FormatError` with a one-line message that names the file and the place, if these are known.
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
"""The greatest accepted size of input:
far more than any collection of games, far less than memory.
"""

START_NAME = "start"
"""The text that `read` accepts for the start position."""

LONGEST_PATH = 4096
"""A text longer than this is never taken for a file name."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading: the name of the format, and at least one game.

    A position becomes a game without moves; in the format OBF the scored moves of a position become
    the first moves of variations. If there are more than `lazy.KEPT_GAMES` games, each is parsed
    when it is accessed, and errors in it are raised then.
    """

    format: str
    games: Sequence[Game]

    @property
    def game(self) -> Game:
        """The only game; raises `FormatError` if there are several."""
        if len(self.games) != 1:
            raise FormatError(f"there are {len(self.games)} games here; one is needed")
        return self.games[0]

    @property
    def position(self) -> Position:
        """The position at the end of the first game, or the position itself; see `node`."""
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
        """The last node of the first game's main line.

        If the format stores positions and not games, it is the root of the first game.
        """
        return self._node_of(self.games[0])

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The same as `node`, for each game."""
        return tuple(self._node_of(game) for game in self.games)

    def _node_of(self, game: Game) -> Node:
        if self._holds_positions:
            return game.root
        *_, last = game.root, *game.root.main_line()
        return last


def read(text_or_path: str | Path) -> Reading:
    """Read games or a position from ``"start"``, from a file, or from text of any format.

    Text that is the name of an existing file is taken as a file name.
    """
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
    """Read games or a position from the file at `path`."""
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
    """Read games or a position from `text`."""
    # Lone surrogates become bytes that are not UTF-8, which the reader then reports.
    return read_bytes(text.encode(errors="surrogatepass"))


def read_bytes(data: bytes, source: str = "") -> Reading:
    """Read games or a position from `data`;
    `source`, such as a file name, names it in error messages.
    """
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
