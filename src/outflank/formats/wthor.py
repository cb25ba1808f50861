"""WTHOR, the format of the French federation's base of tournament games.

A base is three files: the games (.wtb), which name players and tournaments by number, and the names
of the players (.jou) and the tournaments (.trn). `read_base` finds all three and `write_base` makes
them; `parse` and `write` know the games alone.

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
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

from outflank.errors import FormatError
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

__all__ = [
    "CODE_OF_SQUARE",
    "PLAYER_WIDTH",
    "SQUARE_OF_CODE",
    "TOURNAMENT_WIDTH",
    "NamedBase",
    "WthorBase",
    "WthorHeader",
    "WthorNames",
    "WthorRecord",
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


def parse(data: bytes) -> list[Game]:
    """The games of a .wtb file, with numbers for names."""
    return list(NamedBase(parse_wthor(data), [], []).games())


def write(games: list[Game]) -> bytes:
    """The bytes of a .wtb file; the names themselves go into files of their own (`write_base`)."""
    return format_wthor(NamedBase.from_games(games).base)


def read_base(path: str | os.PathLike[str]) -> NamedBase:
    """The base at `path` with the names beside it.

    Names are in the .jou and .trn file of the same name, else in ``WTH`` or ``WTHOR`` in the same
    folder, in upper or lower case; where there is none, games have numbers for names.
    """
    path = Path(path)
    try:
        base = parse_wthor(path.read_bytes())
    except FormatError as error:
        raise error.located(source=str(path)) from None
    except OSError as error:
        raise _cannot("read", path, error) from None
    players = _read_names_beside(path, ".jou", PLAYER_WIDTH)
    return NamedBase(base, players, _read_names_beside(path, ".trn", TOURNAMENT_WIDTH))


def _read_names_beside(base: Path, suffix: str, width: NameWidth) -> list[str]:
    path = base
    try:
        by_name = {file.name.lower(): file for file in sorted(base.parent.iterdir())}
        names = (f"{stem}{suffix}" for stem in (base.stem.lower(), "wth", "wthor"))
        found = next((by_name[name] for name in names if name in by_name), None)
        if found is None:
            return []
        path = found
        return parse_names(path.read_bytes(), width).names()
    except FormatError as error:
        raise error.located(source=str(path)) from None
    except OSError as error:
        raise _cannot("read", path, error) from None


def write_base(
    path: str | os.PathLike[str], games: Iterable[Game], *, created: date | None = None
) -> None:
    """Write `games` to the .wtb file at `path` and their names to .jou and .trn files beside it.

    `path` may leave out ``.wtb``. Nothing is written unless all of it can be; each file then
    replaces an older one at once, the games last.
    """
    path = Path(path)
    if path.suffix.lower() != ".wtb":
        path = Path(f"{path}.wtb")
    base, players, tournaments = NamedBase.from_games(games, created=created)
    header = replace(base.header, game_count=0, year_played=0, board_size=0, depth=0)
    _replace_files(
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


def _replace_files(contents: Mapping[Path, bytes]) -> None:
    """Write all files beside their places first and move them there only when all are whole."""
    temporary = {path: path.with_name(f"{path.name}.{os.getpid()}.tmp") for path in contents}
    path = Path()
    try:
        for path, data in contents.items():
            temporary[path].write_bytes(data)
        for path, written in temporary.items():
            written.replace(path)
    except OSError as error:
        raise _cannot("written", path, error) from None
    finally:
        for written in temporary.values():
            with suppress(OSError):
                written.unlink()


def _cannot(done: str, path: Path, error: OSError) -> FormatError:
    reason = error.strerror or str(error)
    return FormatError(f"cannot be {done}: {reason}; check the path", source=str(path))
