"""A worker process as seen by the match: start it, exchange messages, kill it if overdue."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import cast

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
from outflank.errors import OutflankError, WorkerLost
from outflank.play.seat import PARTING_SECONDS
from outflank.play.statistics import SideStatistics
from outflank.rules.game import BLACK, WHITE, Colour, Game, Reason

PREPARE_SECONDS = 300.0
"""Time limit in seconds for making a player, which may compile kernels."""

GRACE_SECONDS = 5.0
"""A process that exceeds its player's time limit by this many seconds is killed as stuck.

The referee within the process handles ordinary timeouts. This limit is for players that hold
Python's global interpreter lock, so that the referee cannot run.
"""

KILLING_CODES = (-signal.SIGTERM, -getattr(signal, "SIGKILL", signal.SIGTERM))
"""Exit codes of a process that was killed by SIGTERM or SIGKILL."""


class WorkerProcess:
    """A process that plays games, one at a time, and the pipes to it.

    `is_overdue` means that it was killed for exceeding a time limit, `is_reusable` that it can play
    another game.
    """

    def __init__(self) -> None:
        # Own session: Ctrl-C does not reach it, and it can be killed with its children. With -P a
        # file named random.py in the user's folder does not replace the standard module.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "outflank.arena.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._ending = threading.Lock()
        self._deadline: float | None = None
        self.is_overdue = False
        self.is_reusable = True

    def play(self, task: GameTask) -> MatchGame:
        """Play the game `task` in the process and return it.

        If the process dies during a turn, the side to move loses. If it dies while a player is
        being made, `WorkerLost` or `OutflankError` is raised.
        """
        self._allow(PREPARE_SECONDS)
        self._send(task)
        latest: Preparing | Thinking | Over = Preparing(colour=BLACK)
        asked = time.monotonic()
        while message := self._receive():
            match message:
                case Done():
                    self._allow(None)
                    self.is_reusable = message.is_reusable
                    break
                case Refused():
                    self._allow(None)
                    raise OutflankError(message.problem)
                case Preparing():
                    self._allow(PREPARE_SECONDS)
                    latest = message
                case Thinking():
                    self._allow(message.limit_seconds)
                    latest = message
                    asked = time.monotonic()
                case Over():
                    self._allow(4 * PARTING_SECONDS)  # two calls each of game_over and close
                    latest = message
        else:
            self.end()
        if isinstance(latest, Over):
            return latest.game
        return self._lost_game(task, latest, time.monotonic() - asked)

    @property
    def was_killed(self) -> bool:
        """Whether someone else killed the process, such as the system for lack of memory."""
        return not self.is_overdue and self._process.returncode in KILLING_CODES

    def end_if_overdue(self) -> None:
        """Kill the process if it is past its deadline; the pool calls this from another thread."""
        if self._deadline is not None and time.monotonic() > self._deadline:
            self.is_overdue = True
            self.end()

    def end(self) -> None:
        """Kill the process and its children."""
        self.is_reusable = False
        # After wait() the process id may be reused, so kill only once and from one thread.
        with self._ending:
            if self._process.returncode is None:
                with suppress(OSError):
                    if hasattr(os, "killpg"):
                        os.killpg(self._process.pid, signal.SIGKILL)
                    else:
                        self._process.kill()
                self._process.wait()

    def close_pipes(self) -> None:
        """Close the pipes. Call only when no thread reads from them any more."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _allow(self, seconds: float | None) -> None:
        self._deadline = None if seconds is None else time.monotonic() + seconds + GRACE_SECONDS

    def _send(self, task: GameTask) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # a dead process is noticed in `_receive`
            pickle.dump(task, self._process.stdin)
            self._process.stdin.flush()

    def _receive(self) -> Message | None:
        """Wait for the next message of the process; None if the process has ended."""
        assert self._process.stdout is not None
        try:
            return cast("Message", pickle.load(self._process.stdout))
        except (EOFError, OSError, pickle.UnpicklingError):
            return None

    def _lost_game(self, task: GameTask, latest: Preparing | Thinking, seconds: float) -> MatchGame:
        """The game up to the turn in which the process died, as a loss for the side to move.

        `latest` is the last message of the process, `seconds` the time since that message. Raises
        an error if the players were not made yet.
        """
        spec = task.black if latest.colour is BLACK else task.white
        detail = "did not answer in time" if self.is_overdue else self._death()
        if isinstance(latest, Preparing):
            problem = f"cannot make {spec}: it {detail}"
            raise WorkerLost(problem) if self.was_killed else OutflankError(problem)
        game = task.opening.game()
        for move, move_seconds in zip(latest.moves, latest.seconds, strict=True):
            game.play(move, seconds=move_seconds)
        game.forfeit(latest.colour, Reason.TIMEOUT if self.is_overdue else Reason.ILLEGAL_MOVES)
        assert game.result is not None
        statistics = {colour: _times(game, colour) for colour in (BLACK, WHITE)}
        statistics[latest.colour] = statistics[latest.colour].after_turn(seconds)
        return MatchGame(
            task=task,
            moves=latest.moves,
            seconds=latest.seconds,
            result=game.result,
            black=statistics[BLACK],
            white=statistics[WHITE],
            detail=detail,
        )

    def _death(self) -> str:
        code = self._process.returncode
        name = signal.strsignal(-code) if code < 0 else f"exit code {code}"
        return f"ended its process ({name})"


def _times(game: Game, colour: Colour) -> SideStatistics:
    return SideStatistics.of_turns(
        node.seconds
        for node in game.main_line()
        if node.mover is colour and node.seconds is not None
    )
