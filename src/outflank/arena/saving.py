"""Save a match: ``games.ggf`` with all games, and ``match.json`` with all figures."""

from __future__ import annotations

from pathlib import Path

from outflank.arena.summary import MatchResult
from outflank.errors import OutflankError
from outflank.files import make_folder, write_json
from outflank.formats import write_file

GAMES_FILE = "games.ggf"
FIGURES_FILE = "match.json"


def prepare_folder(folder: Path) -> None:
    """Create `folder`; raise `OutflankError` if it already holds the files of a match."""
    for name in (GAMES_FILE, FIGURES_FILE):
        if (folder / name).exists():
            raise OutflankError(f"{folder / name} exists already; choose another folder")
    make_folder(folder)


def save_match(result: MatchResult, folder: Path, *, replaces: bool = False) -> None:
    """Write ``match.json`` and ``games.ggf`` into `folder`; the latter only if a game was finished.

    If the files exist already, they are replaced with `replaces`, else `OutflankError` is raised.
    """
    if not replaces:
        prepare_folder(folder)
    if result.games:
        write_file(folder / GAMES_FILE, [game.game() for game in result.games], "ggf")
    write_json(folder / FIGURES_FILE, result.as_dict(), indent=1)
