"""Players whose processes are killed, for `test_nothing_lost`."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from outflank.players.player import Clock
from outflank.rules.game import Game
from outflank.rules.squares import Square


def kill_this_process() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class First:
    """Plays the first legal move."""

    name = "first"

    def choose(self, game: Game, clock: Clock) -> Square:
        return game.position.legal_moves()[0]

    def game_over(self, game: Game) -> None:
        """Keep nothing of the game."""

    def close(self) -> None:
        """Hold nothing that needs closing."""


class KilledOnce(First):
    """Its process is killed in the middle of the first game, and never again."""

    def choose(self, game: Game, clock: Clock) -> Square:
        mark = Path(os.environ["KILLED_ONCE"])
        if game.position.empty_count < 40 and not mark.exists():
            mark.touch()
            kill_this_process()
        return super().choose(game, clock)


class KilledWhenMade(First):
    """Its process is killed when it is made for the third and the fourth time."""

    def __init__(self) -> None:
        made = Path(os.environ["KILLED_GAMES"])
        with made.open("a") as file:
            file.write("x")
        if made.stat().st_size in (3, 4):
            kill_this_process()


class AlwaysKilled(First):
    """Its process is killed whenever it is made."""

    def __init__(self) -> None:
        kill_this_process()


class Slow(First):
    """Takes a while for every move."""

    def choose(self, game: Game, clock: Clock) -> Square:
        time.sleep(0.05)
        return super().choose(game, clock)
