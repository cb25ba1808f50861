"""A worker process that plays games: ``python -m outflank.arena.worker``.

It reads tasks from standard input and writes messages to standard output. It exits when its input
ends, so it never outlives the match that started it.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import BinaryIO, TypeAlias

from outflank.arena.messages import (
    Done,
    GameTask,
    MatchGame,
    Message,
    Over,
    Preparing,
    Refused,
    Thinking,
)
from outflank.arena.record import GameRecord
from outflank.arena.referee import play_game
from outflank.errors import OutflankError
from outflank.play.seat import Seat, in_one_line
from outflank.players.making import make_player
from outflank.players.player import Clock, Player
from outflank.players.spec import PlayerSpec
from outflank.rules.game import BLACK, WHITE, Colour, Game

Send: TypeAlias = Callable[[Message], None]


def play_task(task: GameTask, send: Send) -> None:
    """Make the players, play the game, and close the players; report each step with `send`."""
    opening = task.opening.game()

    def report_turn(game: Game, clock: Clock) -> None:
        moves, seconds = _moves_since(opening, game)
        send(
            Thinking(colour=game.to_move, moves=moves, seconds=seconds, limit_seconds=clock.seconds)
        )

    def report_end(record: GameRecord) -> None:
        moves, seconds = _moves_since(opening, record.game)
        game = MatchGame(
            task=task,
            moves=moves,
            seconds=seconds,
            result=record.result,
            black=record.black,
            white=record.white,
            detail=record.detail,
        )
        send(Over(game=game))

    try:
        black = _make(task.black, task.black_seed, BLACK, send)
        white = _make(task.white, task.white_seed, WHITE, send)
    except OutflankError as error:
        send(Refused(problem=str(error)))
        return
    record = play_game(
        black,
        white,
        start=opening,
        time_control=task.time_control,
        on_turn=report_turn,
        on_end=report_end,
    )
    made = [
        player
        for player, given in ((black, task.black), (white, task.white))
        if player is not given
    ]
    are_closed = [_close(player) for player in made]
    send(Done(is_reusable=not record.is_stuck and all(are_closed)))


def play_here(task: GameTask) -> MatchGame:
    """Play a game in this process and return it; unlike in a worker, players may be objects."""
    messages: list[Message] = []
    play_task(task, messages.append)
    for message in messages:
        if isinstance(message, Refused):
            raise OutflankError(message.problem)
    return next(message.game for message in messages if isinstance(message, Over))


def _make(spec: PlayerSpec | Player, seed: int, colour: Colour, send: Send) -> Player:
    if not isinstance(spec, PlayerSpec):
        return spec
    send(Preparing(colour=colour))
    try:
        return make_player(spec, seed=seed)
    except OutflankError:
        raise
    except Exception as error:
        raise OutflankError(f"cannot make {spec}: {in_one_line(error)}") from error


def _close(player: Player) -> bool:
    seat = Seat(player)
    seat.close()
    return not seat.is_stuck


def _moves_since(opening: Game, game: Game) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The moves of `game` after those of `opening`, without passes, and the seconds of each."""
    played = [node for node in game.main_line() if not node.is_pass]
    made = sum(not node.is_pass for node in opening.main_line())
    return (
        tuple(node.move for node in played[made:]),
        tuple(node.seconds or 0.0 for node in played[made:]),
    )


# The process


def main() -> None:
    """Main loop of the worker process: play the tasks from standard input until it ends."""
    # Ctrl-C is for the match, which then ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    incoming, outgoing = _take_standard_streams()
    tasks: SimpleQueue[GameTask] = SimpleQueue()
    threading.Thread(target=_receive, args=(incoming, tasks), daemon=True).start()

    def send(message: Message) -> None:
        pickle.dump(message, outgoing)
        outgoing.flush()

    while True:
        play_task(tasks.get(), send)


def _receive(incoming: BinaryIO, tasks: SimpleQueue[GameTask]) -> None:
    try:
        while True:
            tasks.put(pickle.load(incoming))
    except EOFError:
        # Exit at once, even during a game: the match has ended.
        os._exit(0)


def _take_standard_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return private copies of standard input and output, and redirect the originals to nowhere.

    Otherwise a player that reads or prints would disturb the messages.
    """
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return incoming, outgoing


if __name__ == "__main__":
    main()
