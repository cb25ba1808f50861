"""WTHOR, the format of the French federation's base of tournament games.

A base is three files: the games (.wtb), which refer to players and tournaments by number, and the
names of the players (.jou) and the tournaments (.trn). `read_base` and `write_base` handle all
three; `parse` and `write` handle only the games.

>>> from outflank.formats.wthor import read_base
>>> for game in read_base("WTH_2012.wtb").games():  # doctest: +SKIP
...     print(game.tags["black"], game.tags["white"], game.result)

A record holds the main line, the result, the players, the event and, once for the whole base, the
year. Comments, variations, evaluations and the rest of a date are lost in writing. The moves of a
record may end before the game does (413 of the 111,296 games from 1977 to 2012 do), so the result
of such a game is the recorded one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from outflank.bounded import MEGABYTE, read_bounded
from outflank.errors import FormatError, reason_of
from outflank.files import write_together
from outflank.formats.wthor_games import NamedBase, game_to_record, record_to_game
from outflank.formats.wthor_names import (
    PLAYER_WIDTH,
    TOURNAMENT_WIDTH,
    NameWidth,
    WthorNames,
    format_names,
    number_names,
    parse_names,
)
from outflank.formats.wthor_records import (
    CODE_OF_SQUARE,
    SQUARE_OF_CODE,
    WthorBase,
    WthorHeader,
    WthorRecord,
    decode_moves,
    encode_moves,
    format_wthor,
    parse_wthor,
)
from outflank.rules.game import Game

MOST_BYTES = 64 * MEGABYTE
"""The greatest accepted size of a file.
For comparison: all bases from 1977 to 2012 together have 8 megabytes.
"""

__all__ = [
    "CODE_OF_SQUARE",
    "NAME_FILES",
    "PLAYER_WIDTH",
    "SQUARE_OF_CODE",
    "TOURNAMENT_WIDTH",
    "NamedBase",
    "WthorBase",
    "WthorHeader",
    "WthorNames",
    "WthorRecord",
    "base_path",
    "copy_base",
    "decode_moves",
    "encode_moves",
    "format_names",
    "format_wthor",
    "game_to_record",
    "number_names",
    "parse",
    "parse_names",
    "parse_wthor",
    "read_base",
    "record_to_game",
    "write",
    "write_base",
]


NAME_FILES: tuple[tuple[str, NameWidth], ...] = (
    (".jou", PLAYER_WIDTH),
    (".trn", TOURNAMENT_WIDTH),
)
"""The extensions of the two name files that belong to a base,
and the width of their rows in bytes.
"""


def parse(data: bytes) -> Sequence[Game]:
    """Read the games of a .wtb file;
    names of players and tournaments are numbers such as ``"#17"``.
    """
    return NamedBase(parse_wthor(data), [], []).games_on_demand()


def write(games: Sequence[Game]) -> bytes:
    """The content of a .wtb file with `games`; `write_base` also writes the files of names."""
    return format_wthor(NamedBase.from_games(games).base)


def read_base(path: str | os.PathLike[str]) -> NamedBase:
    """Read the base at `path` and its files of names.

    Names are read from the .jou and .trn files with the same name, or else from those called
    ``WTH`` or ``WTHOR`` in the same folder (upper or lower case). If there are none, names are
    numbers such as ``"#17"``.
    """
    path = Path(path)
    base = _read_games(path)
    players, tournaments = (_read_names_beside(path, *file) for file in NAME_FILES)
    return NamedBase(
        base, players.names() if players else [], tournaments.names() if tournaments else []
    )


def _read_games(path: Path) -> WthorBase:
    try:
        return parse_wthor(read_bounded(path, MOST_BYTES))
    except FormatError as error:
        raise error.located(source=str(path)) from None


def _read_names_beside(base: Path, suffix: str, width: NameWidth) -> WthorNames | None:
    path = base
    try:
        by_name = {file.name.lower(): file for file in sorted(base.parent.iterdir())}
        names = (f"{stem}{suffix}" for stem in (base.stem.lower(), "wth", "wthor"))
        found = next((by_name[name] for name in names if name in by_name), None)
        if found is None:
            return None
        path = found
        return parse_names(read_bounded(path, MOST_BYTES), width)
    except FormatError as error:
        raise error.located(source=str(path)) from None
    except OSError as error:
        raise _unreadable(path, error) from None


def write_base(
    path: str | os.PathLike[str], games: Iterable[Game], *, created: date | None = None
) -> None:
    """Write `games` to the .wtb file at `path`, and their names to .jou and .trn files beside it.

    The extension ``.wtb`` may be missing from `path`. `created` is the creation date in the files,
    by default today. All content is prepared before any file is written; each file replaces an
    older one atomically, the games last.
    """
    path = base_path(path)
    base, players, tournaments = NamedBase.from_games(games, created=created)
    header = replace(base.header, game_count=0, year_played=0, board_size=0, depth=0)
    write_together(
        {
            path.with_suffix(".jou"): format_names(
                WthorNames.from_names(players, PLAYER_WIDTH, header)
            ),
            path.with_suffix(".trn"): format_names(
                WthorNames.from_names(tournaments, TOURNAMENT_WIDTH, header)
            ),
            path: format_wthor(base),
        }
    )


def copy_base(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    created: date | None = None,
) -> list[Path]:
    """Copy the base at `source` and its files of names to `target`; return the paths written.

    The copy is identical byte for byte, except for the creation date: `created`, by default today.
    A file of names that `source` lacks is not written.
    """
    source, target = Path(source), base_path(target)
    base = _read_games(source)
    files: dict[Path, bytes] = {}
    for suffix, width in NAME_FILES:
        names = _read_names_beside(source, suffix, width)
        if names is not None:
            renewed = replace(names, header=_dated(names.header, created))
            files[target.with_suffix(suffix)] = format_names(renewed)
    files[target] = format_wthor(replace(base, header=_dated(base.header, created)))
    write_together(files)
    return list(files)


def _dated(header: WthorHeader, created: date | None) -> WthorHeader:
    day = created or date.today()
    return replace(
        header, century=day.year // 100, year=day.year % 100, month=day.month, day=day.day
    )


def base_path(path: str | os.PathLike[str]) -> Path:
    """`path`, with the extension ``.wtb`` added if it is missing."""
    path = Path(path)
    return path if path.suffix.lower() == ".wtb" else Path(f"{path}.wtb")


def _unreadable(path: Path, error: OSError) -> FormatError:
    return FormatError(f"cannot be read: {reason_of(error)}; check the path", source=str(path))
