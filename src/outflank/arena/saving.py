"""A match on disk: ``games.ggf`` with all games, and ``match.json`` with all figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from outflank.arena.match import MatchResult
from outflank.arena.messages import MatchGame
from outflank.arena.summary import side_as_dict, summarise
from outflank.errors import OutflankError
from outflank.formats import write_file
from outflank.rules.squares import square_name

GAMES_FILE = "games.ggf"
FIGURES_FILE = "match.json"


def prepare_folder(folder: Path) -> None:
    """Make `folder`, or find that it is there and holds no match yet, before one is played."""
    for name in (GAMES_FILE, FIGURES_FILE):
        if (folder / name).exists():
            raise OutflankError(f"{folder / name} is there already; choose another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutflankError(f"{folder} cannot be made: {error.strerror}") from error


def save_match(result: MatchResult, folder: Path) -> None:
    """Write both files into `folder`; with no game finished there are no games to write."""
    prepare_folder(folder)
    if result.games:
        write_file(folder / GAMES_FILE, [game.game() for game in result.games], "ggf")
    # Written under another name first, so that it is never there in part.
    unfinished = folder / f".{FIGURES_FILE}.part"
    text = json.dumps(match_as_dict(result), ensure_ascii=False, indent=1)
    try:
        unfinished.write_text(f"{text}\n", encoding="utf-8")
        unfinished.replace(folder / FIGURES_FILE)
    except OSError as error:
        raise OutflankError(f"{folder} cannot be written: {error.strerror}") from error


def match_as_dict(result: MatchResult) -> dict[str, Any]:
    """Everything about a match, in types that JSON knows."""
    return {
        "first": str(result.first),
        "second": str(result.second),
        "openings": result.openings,
        "seed": result.seed,
        "move_seconds": result.time_control.move_seconds,
        "game_seconds": result.time_control.game_seconds,
        "increment_seconds": result.time_control.increment_seconds,
        "seconds": result.seconds,
        "interrupted": result.is_interrupted,
        "summary": summarise(result).as_dict(),
        "sprt": None if result.sprt is None else result.sprt.as_dict(result.pairs),
        "games": [_game_as_dict(game) for game in result.games],
    }


def _game_as_dict(game: MatchGame) -> dict[str, Any]:
    return {
        "number": game.task.number,
        "black": str(game.task.black),
        "white": str(game.task.white),
        "opening": str(game.task.opening),
        "moves": "".join(square_name(move) for move in game.moves),
        "score": game.result.score,
        "reason": game.result.reason.value,
        "detail": game.detail,
        "black_side": side_as_dict(game.black),
        "white_side": side_as_dict(game.white),
    }
