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
"""Timeout of the first response after the start."""

LATE_SECONDS = 0.02
"""Tolerated delay; less than the referee's, so that the error comes from here."""


class ExternalPlayer(Player):
    """A program that plays; it runs until `close`.

    A failure at the start is raised by the first `choose`, so that it forfeits a game like any
    other failure; only a command that names no program raises an error at once.
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
        """The program's move; a failure kills the program and raises `ProgramFailure`."""
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
        """Time that the program ran and waited for a CPU core since its start."""
        return self._time.read()

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._time.follow(None)
            self._program.close(self.farewell)
            self._program = None
        for ending in self._endings:
            ending.join()

    @abstractmethod
    def greet(self, program: Program, deadline: Deadline) -> None:
        """Start the protocol with a newly started program."""

    @abstractmethod
    def ask(self, program: Program, game: Game, clock: Clock, deadline: Deadline | None) -> Square:
        """The program's answer, legal or not."""

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
        """Kill a failed program in a thread, without delaying the error."""
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
    """Parse a program's answer; a pass parses too, and is then rejected as illegal."""
    try:
        return parse_move(name)
    except OutflankError:
        raise ProgramFailure(
            f"{program.name} answered {excerpt(name)}, which is not a move"
        ) from None
