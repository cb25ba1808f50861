"""The list of all file formats: how each is recognised, read and written, and what it can store."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from outflank.errors import FormatError
from outflank.formats import wthor
from outflank.formats.boards import format_board, looks_like_board, parse_board
from outflank.formats.ggf import GGF_TAGS, format_ggf, looks_like_ggf, parse_ggf
from outflank.formats.lazy import games_on_demand
from outflank.formats.obf import (
    format_obf,
    game_to_record,
    looks_like_obf,
    parse_obf,
    record_to_game,
)
from outflank.formats.savefile import format_savefile, looks_like_savefile, parse_savefile
from outflank.formats.sgf import SGF_TAGS, format_sgf, looks_like_sgf, parse_sgf
from outflank.formats.transcript import (
    format_transcripts,
    looks_like_transcript,
    parse_transcripts,
)
from outflank.rules.game import Game


class Feature(enum.Enum):
    """A kind of information about games that some formats cannot store."""

    SEVERAL_GAMES = enum.auto()
    START_POSITION = enum.auto()
    EMPTY_GAMES = enum.auto()
    """Games without moves; formats without this feature cannot tell them from no game at all."""
    MOVES = enum.auto()
    CURSOR = enum.auto()
    """Which move is the current one; the moves after it were taken back."""
    SCORED_MOVES = enum.auto()
    """The moves from the start position that have an evaluation, variations included."""
    VARIATIONS = enum.auto()
    GAME_COMMENT = enum.auto()
    MOVE_COMMENTS = enum.auto()
    EVALUATIONS = enum.auto()
    FRACTIONS = enum.auto()
    """Evaluations that are not whole numbers of discs."""
    TIMES = enum.auto()
    RESULTS = enum.auto()
    """Results that do not follow from the moves, because they were declared or forfeited."""
    REASONS = enum.auto()
    """The reason for a declared result, such as resignation."""


def _no_tags(tag: str) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A file or text format of games.

    `recognises` says whether data seems to be in this format, valid or not; `parse` reads it or
    raises `FormatError`. `holds` are the features that the format can store, `holds_tag` says
    whether it can store a tag. `read_beside` and `write_beside` are for formats that consist of
    several files: they take the path of the main file and find the others beside it.
    """

    name: str
    title: str
    extensions: tuple[str, ...]
    recognises: Callable[[bytes], bool]
    parse: Callable[[bytes], Sequence[Game]]
    write: Callable[[Sequence[Game]], bytes]
    holds: frozenset[Feature]
    holds_tag: Callable[[str], bool] = _no_tags
    read_beside: Callable[[Path], Sequence[Game]] | None = None
    write_beside: Callable[[Path, Sequence[Game]], None] | None = None


# Text formats are UTF-8, with or without a byte order mark.

HEAD_BYTES = 4096
"""A text format is recognised by this many bytes from the beginning of the data."""


def decode(data: bytes) -> str:
    """Decode UTF-8; raises `FormatError` with the offset of the first byte that is not UTF-8."""
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"byte {data[error.start]:#04x} is not UTF-8; save the text as UTF-8",
            place=f"byte {error.start}",
        ) from None


def encode(text: str) -> bytes:
    """Encode as UTF-8; raises `FormatError` if `text` contains a lone surrogate."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise FormatError(
            f"character {text[error.start]!a} cannot be written; remove it from tags and comments"
        ) from None


def _text_format(
    name: str,
    title: str,
    *extensions: str,
    looks_like: Callable[[str], bool],
    parse: Callable[[str], Sequence[Game]],
    write: Callable[[Sequence[Game]], str],
    holds: Iterable[Feature],
    holds_tag: Callable[[str], bool] = _no_tags,
) -> Format:
    def recognises(data: bytes) -> bool:
        head = data[:HEAD_BYTES].decode(errors="replace").removeprefix("\ufeff").lstrip()
        return looks_like(head)

    return Format(
        name=name,
        title=title,
        extensions=extensions,
        recognises=recognises,
        parse=lambda data: parse(decode(data)),
        write=lambda games: encode(write(games)),
        holds=frozenset(holds),
        holds_tag=holds_tag,
    )


def _write_board(games: Sequence[Game]) -> str:
    root = games[0].root
    return f"{format_board(root.position, root.to_move)}\n"


def _parse_obf_games(text: str) -> Sequence[Game]:
    records = parse_obf(text)
    return games_on_demand(lambda index: record_to_game(records[index]), len(records))


FORMATS: tuple[Format, ...] = (
    Format(
        name="wthor",
        title="WTHOR",
        extensions=(".wtb",),
        recognises=lambda data: len(data) == 16 + 68 * int.from_bytes(data[4:8], "little"),
        parse=wthor.parse,
        write=wthor.write,
        holds=frozenset(
            {Feature.SEVERAL_GAMES, Feature.EMPTY_GAMES, Feature.MOVES, Feature.RESULTS}
        ),
        # WTHOR stores only the year of a date, so a date counts as lost.
        holds_tag=frozenset({"black", "white", "event"}).__contains__,
        read_beside=lambda path: wthor.read_base(path).games_on_demand(),
        write_beside=lambda path, games: wthor.write_base(path, games),
    ),
    _text_format(
        "ggf",
        "GGF",
        ".ggf",
        looks_like=looks_like_ggf,
        parse=parse_ggf,
        write=format_ggf,
        holds=set(Feature) - {Feature.VARIATIONS, Feature.SCORED_MOVES, Feature.CURSOR},
        holds_tag=GGF_TAGS.holds,
    ),
    _text_format(
        "sgf",
        "SGF",
        ".sgf",
        looks_like=looks_like_sgf,
        parse=parse_sgf,
        write=format_sgf,
        holds=set(Feature) - {Feature.CURSOR},
        holds_tag=SGF_TAGS.holds,
    ),
    _text_format(
        "obf",
        "OBF",
        ".obf",
        looks_like=looks_like_obf,
        parse=_parse_obf_games,
        write=lambda games: format_obf(game_to_record(game) for game in games),
        holds={
            Feature.SEVERAL_GAMES,
            Feature.EMPTY_GAMES,
            Feature.START_POSITION,
            Feature.SCORED_MOVES,
            Feature.GAME_COMMENT,
            Feature.EVALUATIONS,
        },
    ),
    _text_format(
        "board",
        "board string",
        ".board",
        looks_like=looks_like_board,
        parse=lambda text: [Game(*parse_board(text))],
        write=_write_board,
        holds={Feature.START_POSITION, Feature.EMPTY_GAMES},
    ),
    _text_format(
        "savefile",
        "save file",
        ".save",
        looks_like=looks_like_savefile,
        parse=lambda text: [parse_savefile(text)],
        write=lambda games: format_savefile(games[0]),
        holds={Feature.MOVES, Feature.CURSOR},
    ),
    _text_format(
        "transcript",
        "transcript",
        ".txt",
        looks_like=looks_like_transcript,
        parse=parse_transcripts,
        write=format_transcripts,
        holds={Feature.SEVERAL_GAMES, Feature.MOVES},
    ),
)
"""All formats. If several recognise the same data, the first one is used."""


def format_named(name: str) -> Format:
    """The format called `name`, in upper or lower case; raises `FormatError` if there is none."""
    for candidate in FORMATS:
        if candidate.name == name.lower():
            return candidate
    names = ", ".join(candidate.name for candidate in FORMATS)
    raise FormatError(f"there is no format {name!r}; choose one of: {names}")


def format_of_extension(extension: str) -> Format | None:
    """The format whose file names end in `extension`,
    such as ``".ggf"`` (upper or lower case), or None.
    """
    matches = (candidate for candidate in FORMATS if extension.lower() in candidate.extensions)
    return next(matches, None)


def find_format(name: str | None, path: str | Path) -> Format:
    """The format called `name`; if `name` is None, the format for the extension of `path`."""
    if name is not None:
        return format_named(name)
    extension = Path(path).suffix
    by_extension = format_of_extension(extension)
    if by_extension is None:
        known = " ".join(extension for known in FORMATS for extension in known.extensions)
        raise FormatError(
            f"extension {extension!r} belongs to no format; name one or use {known}",
            source=str(path),
        )
    return by_extension
