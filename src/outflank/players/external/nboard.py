"""A player that runs an external program and talks to it by the NBoard protocol."""

from __future__ import annotations

import re

from outflank.errors import OutflankError
from outflank.formats.ggf import format_ggf
from outflank.formats.wording import excerpt
from outflank.players.external.deadline import Deadline
from outflank.players.external.playing import ExternalPlayer, parse_answer
from outflank.players.external.program import Program, ProgramLate
from outflank.players.player import Clock
from outflank.rules.game import Game
from outflank.rules.squares import Square

DEFAULT_DEPTH = 10
"""Search depth in plies if the spec has no ``depth=``; the protocol has no time limit."""

_ARGUMENT = re.compile(r"(?:depth=(?P<depth>\S*)\s+)?(?P<command>.*)", re.DOTALL)
_ANSWER = re.compile(r"===\s*(?P<move>[A-Za-z-][A-Za-z0-9-]*)")
_STATISTICS = re.compile(r"nodestats\s+(?P<nodes>[0-9]{1,18})(\.[0-9]*)?(\s|\Z)")


class NBoardPlayer(ExternalPlayer):
    """An NBoard program; the whole game is sent to it at every move.

    `argument` is its command line, optionally preceded by ``depth=N``. `nodes` is counted by the
    program. The protocol has no clock, so a program that takes too long is killed.
    """

    farewell = "quit"

    def __init__(self, argument: str) -> None:
        parts = _ARGUMENT.fullmatch(argument.strip())
        assert parts is not None
        self.depth = _parse_depth(parts["depth"])
        self.nodes = 0
        self._pings = 0
        super().__init__(parts["command"])

    def greet(self, program: Program, deadline: Deadline) -> None:
        """Start the protocol with the new program and wait for its first response."""
        program.send("nboard 2")
        program.send(f"set depth {self.depth}")
        self._synchronise(program, deadline)

    def ask(self, program: Program, game: Game, clock: Clock, deadline: Deadline | None) -> Square:
        """Send the game and ask the program for a move."""
        ggf = format_ggf([game.up_to_cursor()])
        program.send(f"set game {' '.join(ggf.split())}")
        self._synchronise(program, deadline)
        program.send("go")
        answer = self._wait_for(program, _ANSWER, deadline)
        return parse_answer(answer["move"], program)

    def _synchronise(self, program: Program, deadline: Deadline | None) -> None:
        """Send a ping and ignore all output up to the program's pong."""
        self._pings += 1
        program.send(f"ping {self._pings}")
        self._wait_for(program, re.compile(rf"pong\s+{self._pings}\s*"), deadline)

    def _wait_for(
        self, program: Program, pattern: re.Pattern[str], deadline: Deadline | None
    ) -> re.Match[str]:
        """Wait for a line that matches `pattern`; ignore other lines, as the protocol requires."""
        latest = ""
        try:
            while True:
                latest = program.receive(deadline)
                if statistics := _STATISTICS.match(latest):
                    self.nodes += int(statistics["nodes"])
                if match := pattern.match(latest):
                    return match
        except ProgramLate as error:
            said = f"; its last line was {excerpt(latest)}" if latest else ""
            raise ProgramLate(f"{error}{said}") from None


def _parse_depth(text: str | None) -> int:
    if text is None:
        return DEFAULT_DEPTH
    if not re.fullmatch("[1-9][0-9]?", text):
        raise OutflankError(f"depth={excerpt(text)} is not a depth; give a number from 1 to 99")
    return int(text)
