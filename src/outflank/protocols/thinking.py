"""Run a player in a thread, and stop it when new input arrives."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from outflank.errors import OutflankError
from outflank.players.player import Clock, Player, Resignation
from outflank.players.thinking import thinker_of
from outflank.protocols.inbox import Inbox
from outflank.rules.game import Game
from outflank.rules.squares import Square

LOOK_SECONDS = 0.01
"""Interval of checks for urgent input."""

GRACE_SECONDS = 2.0
"""Time that a player has to stop after the end of the input."""

Answer = TypeVar("Answer")


class Unstoppable(Exception):
    """The player did not stop after the end of the input; the process must exit."""


def think(player: Player, question: Callable[[], Answer], inbox: Inbox) -> Answer:
    """Return the result of `question`, which calls `player`; its failure raises `OutflankError`.

    On urgent input the player is stopped, repeatedly, because a stop before its search begins is
    lost. A player that is no `Thinker` finishes its search, unless the input has ended.
    """
    answer: Future[Answer] = Future()

    def ask() -> None:
        try:
            answer.set_result(question())
        except (OutflankError, Resignation) as error:
            answer.set_exception(error)
        except BaseException as error:
            said = " ".join(f"{type(error).__name__}: {error}".split())
            answer.set_exception(OutflankError(f"{player.name} failed: {said}"))

    threading.Thread(target=ask, daemon=True).start()
    try:
        while not inbox.is_urgent():
            if wait([answer], LOOK_SECONDS).done:
                return answer.result()
        while not inbox.is_ended():
            if _is_stopped(player, answer):
                return answer.result()
    finally:
        # Also after an exception: a search must end before the process can.
        looks = round(GRACE_SECONDS / LOOK_SECONDS)
        if not any(_is_stopped(player, answer) for _ in range(looks)):
            raise Unstoppable
    return answer.result()


def choose(player: Player, game: Game, clock: Clock, inbox: Inbox) -> Square:
    """A legal move of `player` at the cursor of `game`, which is not changed."""
    copy = game.up_to_cursor()
    move = think(player, lambda: player.choose(copy, clock), inbox)
    try:
        game.position.play(move)
    except OutflankError as error:
        raise OutflankError(f"{player.name} failed: {error}") from None
    return move


def _is_stopped(player: Player, answer: Future[Answer]) -> bool:
    """Stop the player's search; return whether it has answered."""
    if not answer.done() and (thinker := thinker_of(player)) is not None:
        thinker.stop()
    return bool(wait([answer], LOOK_SECONDS).done)
