"""A small tournament that is played and noted, for tests of what pages show of it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from unittest.mock import patch

from outflank.arena.noted import NotedTournament, note_tournament
from outflank.arena.plan import plan_of
from outflank.arena.tournament import play_tournament

PLAYERS = {"chance": "random", "eager & co": "greedy", "table": "roxanne"}


def noted_cup(folder: Path, data: Path, pairs: int = 1) -> NotedTournament:
    """Play a cup of cheap players in `folder`, and note it in the data folder `data`."""
    plan = plan_of({"name": "Cup <1>", "pairs": pairs, "players": PLAYERS})
    played = play_tournament(plan, folder, workers=1)
    noted = NotedTournament(
        folder=folder.resolve(),
        name=plan.name,
        total_games=played.total_games,
        started=time.time(),
    )
    with patch.dict(os.environ, {"OUTFLANK_DATA_DIR": str(data)}):
        note_tournament(noted)
    return noted
