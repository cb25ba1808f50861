"""Import of files and folders of games in any format: in batches, resumable, without duplicates.

Each batch is one transaction that also saves how far the file has been read. So a killed import
resumes where it stopped, and neither loses nor doubles a game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from outflank.errors import FormatError, OutflankError
from outflank.formats import FORMATS, read_file
from outflank.formats.wording import counted
from outflank.formats.wthor import (
    PLAYER_WIDTH,
    TOURNAMENT_WIDTH,
    NamedBase,
    parse_names,
    read_base,
)
from outflank.library.adding import add_games
from outflank.library.database import Database
from outflank.library.game_columns import read_columns
from outflank.library.incoming import IncomingGame, incoming_game, incoming_records
from outflank.library.names import EVERYONE, folder_number
from outflank.library.position_index import merge_all
from outflank.library.ratings import rate_players
from outflank.library.summaries import choose_popular, refresh_summaries

BATCH_GAMES = 4096
"""Games per transaction, which then takes a fifth of a second."""

TIDY_SHARE = 0.01
"""If an import adds at least this share of all games, it ends with `tidy`, which takes seconds."""

EXTENSIONS = frozenset(extension for known in FORMATS for extension in known.extensions)
WTHOR_EXTENSION = ".wtb"


@dataclass(frozen=True, slots=True, kw_only=True)
class Advance:
    """Progress of an import: the current file, and `done_bytes` of the `total_bytes` of all files.

    `games` is the number of games added so far.
    """

    file: Path
    done_bytes: int
    total_bytes: int
    games: int


@dataclass(slots=True, kw_only=True)
class ImportReport:
    """The result of an import.

    `files` were read; `skipped_files` had been imported before. `added` and `duplicates` are
    numbers of games. `problems` are messages of one line. `rated_players` is 0 if the import was
    too small to recompute ratings.
    """

    files: int = 0
    skipped_files: int = 0
    added: int = 0
    duplicates: int = 0
    problems: list[str] = field(default_factory=list)
    rated_players: int = 0
    is_interrupted: bool = False
    seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """The fields as a dictionary for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameFiles:
    """Files with the player and tournament names of a WTHOR file.

    Needed only if they are not in the same folder as the WTHOR file.
    """

    players: Path | None = None
    tournaments: Path | None = None


def import_games(
    database: Database,
    paths: Iterable[Path],
    *,
    folder: str | None = None,
    owner: str = "",
    names: NameFiles | None = None,
    most_games: int | None = None,
    batch_games: int = BATCH_GAMES,
    progress: Callable[[Advance], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> ImportReport:
    """Import game files, and all game files in folders; skip files that were imported before.

    Games go to the library folder `folder` of `owner`, by default one named after their path.
    `names` are name files for WTHOR. An unreadable file, a file with more than `most_games` games
    and a game with an illegal move are reported as problems. Each transaction adds `batch_games`
    games; after it `progress` is called, and the import ends if ``should_stop()`` is true.
    """
    started = time.perf_counter()
    report = ImportReport()
    chosen = [
        (file, folder if folder is not None else _folder_name(path))
        for path in paths
        for file in files_of_games(path)
    ]
    total_bytes = sum(file.stat().st_size for file, _ in chosen)
    done_bytes = 0
    for file, target in chosen:
        size = file.stat().st_size
        try:
            source = _Source(file, names or NameFiles(), most_games, batch_games)
            for share, added in _import_file(database, source, target, owner, report):
                if progress is not None:
                    progress(
                        Advance(
                            file=file,
                            done_bytes=done_bytes + round(share * size),
                            total_bytes=total_bytes,
                            games=report.added,
                        )
                    )
                if added and should_stop is not None and should_stop():
                    report.is_interrupted = True
                    break
        except FormatError as error:
            report.problems.append(str(error.located(source=str(file))))
        done_bytes += size
        if report.is_interrupted:
            break
    if report.added and owner == EVERYONE:
        _finish(database, report)
    report.seconds = time.perf_counter() - started
    return report


def _finish(database: Database, report: ImportReport) -> None:
    """Tidy the library after a large import; after a small one only refresh stored statistics."""
    row = database.row("select count(*) from games where slot is not null")
    if row is None or report.added >= TIDY_SHARE * row[0]:
        report.rated_players = tidy(database)
    else:
        with database.transaction() as connection:
            refresh_summaries(connection)


def tidy(database: Database) -> int:
    """Rate all players, merge the position index, and store statistics of frequent positions.

    Returns the number of players with a rating.
    """
    with database.transaction() as connection:
        merge_all(connection, read_columns(connection)["black"] != 0)
        rated = rate_players(connection)
        choose_popular(connection)
        refresh_summaries(connection)
        connection.execute("pragma optimize")
    return rated


def files_of_games(path: Path) -> list[Path]:
    """The file `path`, or if it is a folder, the game files in it and its subfolders, sorted."""
    if not path.is_dir():
        if not path.exists():
            raise OutflankError(f"no such file: {path}")
        if not path.is_file():  # a pipe or a device might never end
            raise OutflankError(f"{path} is not a regular file; give a file of games")
        return [path]
    files = sorted(
        file
        for file in path.rglob("*")
        if file.suffix.lower() in EXTENSIONS and file.is_file() and not file.name.startswith(".")
    )
    if not files:
        known = " ".join(sorted(EXTENSIONS))
        raise FormatError(f"there is no file of games in this folder ({known})", source=str(path))
    return files


def _folder_name(path: Path) -> str:
    return path.resolve().name if path.is_dir() else path.stem


@dataclass(frozen=True, slots=True)
class _Source:
    """A file to import, and the options of the import that concern it."""

    file: Path
    names: NameFiles
    most_games: int | None
    batch_games: int


def _import_file(
    database: Database, source: _Source, folder: str, owner: str, report: ImportReport
) -> Iterator[tuple[float, int]]:
    """Import one file into the library folder `folder`, and add the counts to `report`.

    After every batch, yields the share of the file that is done (0 to 1) and the size of the batch.
    """
    file = source.file
    digest = _digest(file)
    with database.transaction() as connection:
        folder_id = folder_number(connection, folder, owner)
        connection.execute(
            "insert or ignore into imports values (?, ?, ?, 0, null)",
            (digest, folder_id, str(file)),
        )
        done, finished = connection.execute(
            "select done, finished from imports where digest = ? and folder = ?",
            (digest, folder_id),
        ).fetchone()
    if finished is not None:
        report.skipped_files += 1
        yield 1.0, 0
        return
    report.files += 1
    total, games = _read(file, source.names)
    if source.most_games is not None and total - done > source.most_games:
        raise FormatError(
            f"{counted(total - done, 'game')} are too many; there is room for "
            f"{source.most_games:,}: give fewer, or delete others for good"
        )
    remaining = islice(games, done, None)
    while True:
        batch = list(islice(remaining, source.batch_games))
        with database.transaction() as connection:
            added = add_games(connection, batch, folder_id) if batch else None
            done += len(batch)
            finished = time.time() if done >= total else None
            # Another process may be further with the same file; its games are stored already.
            connection.execute(
                "update imports set done = max(done, ?), finished = coalesce(finished, ?) "
                "where digest = ? and folder = ?",
                (done, finished, digest, folder_id),
            )
        if added is not None:
            report.added += len(added.ids)
            report.duplicates += added.duplicates
            report.problems += [
                f"{file}, game {fault.number}: {fault.problem}" for fault in added.faults
            ]
        yield done / max(total, 1), len(batch)
        if finished is not None:
            return


def _read(file: Path, names: NameFiles) -> tuple[int, Iterator[IncomingGame]]:
    """Return the number of games in a file, and an iterator over the games."""
    if file.suffix.lower() == WTHOR_EXTENSION:
        base = read_base(file)
        base = NamedBase(
            base.base,
            _read_names(names.players, base.players, PLAYER_WIDTH),
            _read_names(names.tournaments, base.tournaments, TOURNAMENT_WIDTH),
        )
        return len(base.base.records), incoming_records(base)
    games = read_file(file).games
    return len(games), (incoming_game(game, number) for number, game in enumerate(games, 1))


def _read_names(file: Path | None, found: Sequence[str], width: Any) -> list[str]:
    if file is None:
        return list(found)
    try:
        return parse_names(file.read_bytes(), width).names()
    except FormatError as error:
        raise error.located(source=str(file)) from None
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", source=str(file)) from None


def _digest(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            digest = sha256()
            while block := stream.read(1 << 20):
                digest.update(block)
            return digest.hexdigest()
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", source=str(file)) from None
