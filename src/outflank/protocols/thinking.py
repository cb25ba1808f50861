"""A player that thinks in a thread of its own, and ends when it is no longer waited for."""

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
"""How often the one who waits looks whether somebody is in a hurry."""

GRACE_SECONDS = 2.0
"""How long a player may go on thinking when nobody is left to answer."""

Answer = TypeVar("Answer")


class Unstoppable(Exception):
    """The player goes on thinking although nobody is left to answer; its process has to end."""


def think(player: Player, question: Callable[[], Answer], inbox: Inbox) -> Answer:
    """What `question`, which asks `player`, returns; a player that fails is an `OutflankError`.

    As soon as something urgent comes in, the player is told to stop, as often as it takes: a word
    before its search has begun is lost. One that cannot be told so thinks to its end, unless the
    input has ended.
    """
    answer: Future[Answer] = Future()

    def ask() -> None:
        try:
            answer.set_result(question())
        except (OutflankError, Resignation) as error:
            answer.set_exception(error)
        except BaseException as error:
            said = " ".join(f"{type(error).__name__}: {error}".split())
            answer.set_exception(OutflankError(f"{player.name} fails: {said}"))

    threading.Thread(target=ask, daemon=True).start()
    try:
        while not inbox.is_urgent():
            if wait([answer], LOOK_SECONDS).done:
                return answer.result()
        while not inbox.is_ended():
            if _is_stopped(player, answer):
                return answer.result()
    finally:
        # After an interrupt too: a search must end before its process can.
        looks = round(GRACE_SECONDS / LOOK_SECONDS)
        if not any(_is_stopped(player, answer) for _ in range(looks)):
            raise Unstoppable
    return answer.result()


def choose(player: Player, game: Game, clock: Clock, inbox: Inbox) -> Square:
    """A legal move of `player` at the cursor of `game`, which stays as it is."""
    copy = game.up_to_cursor()
    move = think(player, lambda: player.choose(copy, clock), inbox)
    try:
        game.position.play(move)
    except OutflankError as error:
        raise OutflankError(f"{player.name} fails: {error}") from None
    return move


def _is_stopped(player: Player, answer: Future[Answer]) -> bool:
    """Tell the player to stop, and see whether it has answered."""
    if not answer.done() and (thinker := thinker_of(player)) is not None:
        thinker.stop()
    return bool(wait([answer], LOOK_SECONDS).done)
