"""Run a player's search in a thread, and stop it when new input must interrupt it."""

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
"""Interval in seconds at which a running search looks for interrupting input."""

GRACE_SECONDS = 2.0
"""Seconds that a player has to stop after the end of the input."""

Answer = TypeVar("Answer")


class Unstoppable(Exception):
    """The player did not stop after the end of the input, so the process must be ended."""


def think(player: Player, question: Callable[[], Answer], inbox: Inbox) -> Answer:
    """Run ``question()``, a call of `player`, in a thread; stop the player on interrupting input.

    Returns the result of the call. An exception of the player becomes an `OutflankError`. The stop
    is repeated, because it has no effect before the search begins. A player that is not a `Thinker`
    cannot be stopped: it finishes its search. If it still searches after the end of the input,
    `Unstoppable` is raised.
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
    """Let `player` choose a move at the current node of `game`, and check that it is legal.

    The player gets a copy of the game.
    """
    copy = game.up_to_cursor()
    move = think(player, lambda: player.choose(copy, clock), inbox)
    try:
        game.position.play(move)
    except OutflankError as error:
        raise OutflankError(f"{player.name} failed: {error}") from None
    return move


def _is_stopped(player: Player, answer: Future[Answer]) -> bool:
    """Ask the player to stop; return whether its call has ended and `answer` has the result."""
    if not answer.done() and (thinker := thinker_of(player)) is not None:
        thinker.stop()
    return bool(wait([answer], LOOK_SECONDS).done)
