"""Base class of external players: starts the program, and restarts it after a failure."""

from __future__ import annotations

import threading
from abc import abstractmethod

from outflank.errors import OutflankError
from outflank.formats.wording import excerpt
from outflank.players.external.deadline import Deadline
from outflank.players.external.program import Program, ProgramFailure, split_command
from outflank.players.player import Clock, Player
from outflank.players.processor import ProcessorTime, ProgramTime
from outflank.rules.game import Game
from outflank.rules.squares import Square, parse_move

START_SECONDS = 30.0
"""Seconds that a program may take for its first response after the start."""

LATE_SECONDS = 0.02
"""How many seconds an answer may be late. This is less than the referee tolerates, so that the
error message comes from here and is more specific.
"""


class ExternalPlayer(Player):
    """A player whose moves come from an external program, which runs until `close`.

    If the program fails at its start, the first call of `choose` raises the error, so that it
    forfeits a game like any other failure. Only a command that names no existing program raises an
    error at once.
    """

    farewell = ""

    def __init__(self, command: str) -> None:
        split_command(command)
        self.command = command
        self._program: Program | None = None
        self._problem: ProgramFailure | None = None
        self._time = ProgramTime()
        self._endings: list[threading.Thread] = []
        try:
            self._running()
        except ProgramFailure as problem:
            self._problem = problem

    def choose(self, game: Game, clock: Clock) -> Square:
        """Ask the program for a move; after a failure kill it and raise `ProgramFailure`."""
        if self._problem is not None:
            problem, self._problem = self._problem, None
            raise problem
        deadline = None
        if clock.seconds is not None:
            deadline = Deadline(clock.seconds + LATE_SECONDS, self._time)
        try:
            program = self._running()
            move = self.ask(program, game, clock, deadline)
            _check_legal(program, game, move)
        except ProgramFailure:
            self._abandon()
            raise
        return move

    def processor_time(self) -> ProcessorTime:
        """How long the program has run, and waited for a CPU core, since its start."""
        return self._time.read()

    def close(self) -> None:
        """Stop the program."""
        if self._program is not None:
            self._time.follow(None)
            self._program.close(self.farewell)
            self._program = None
        for ending in self._endings:
            ending.join()

    @abstractmethod
    def greet(self, program: Program, deadline: Deadline) -> None:
        """Exchange the first messages of the protocol with a program that was just started."""

    @abstractmethod
    def ask(self, program: Program, game: Game, clock: Clock, deadline: Deadline | None) -> Square:
        """Ask the program for a move and return it, legal or not."""

    def _running(self) -> Program:
        if self._program is None:
            self._program = Program(self.command)
            self._time.follow(self._program.process)
            try:
                self.greet(self._program, Deadline(START_SECONDS, self._time))
            except ProgramFailure:
                self._abandon()
                raise
        return self._program

    def _abandon(self) -> None:
        """Kill a program that has failed, in another thread, so that the error is not delayed."""
        if self._program is not None:
            self._endings.append(threading.Thread(target=self._program.close))
            self._endings[-1].start()
            self._time.follow(None)
            self._program = None


def _check_legal(program: Program, game: Game, move: Square) -> None:
    try:
        game.position.play(move)
    except OutflankError as error:
        raise ProgramFailure(f"{program.name} moved illegally: {error}") from None


def parse_answer(name: str, program: Program) -> Square:
    """Convert a program's answer to a move; raises `ProgramFailure` if it is not the name of one.

    A pass is accepted here and rejected as illegal later.
    """
    try:
        return parse_move(name)
    except OutflankError:
        raise ProgramFailure(
            f"{program.name} answered {excerpt(name)}, which is not a move"
        ) from None
