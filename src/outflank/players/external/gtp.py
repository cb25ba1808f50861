"""A player that runs an external program and talks to it by GTP (Go Text Protocol)."""

from __future__ import annotations

import tempfile
from pathlib import Path

from outflank.formats.numbers import format_number
from outflank.formats.sgf import format_sgf
from outflank.formats.wording import excerpt
from outflank.players.external.deadline import Deadline
from outflank.players.external.playing import ExternalPlayer, parse_answer
from outflank.players.external.program import Program, ProgramFailure
from outflank.players.player import Clock, Resignation
from outflank.rules.game import BLACK, Game, Node
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square, square_name


class GtpPlayer(ExternalPlayer):
    """A GTP program; only moves that are new since the last turn are sent to it.

    A game from another start position is sent as an SGF file with the command ``loadsgf``, the only
    common way; a program that lacks this command fails.
    """

    farewell = "quit"

    def __init__(self, command: str) -> None:
        self._known: frozenset[str] = frozenset()
        self._line: list[str] | None = None
        super().__init__(command)

    def greet(self, program: Program, deadline: Deadline) -> None:
        """Ask the new program which commands it knows, and select Othello."""
        self._line = None
        listed = self._require(program, "list_commands", deadline, is_first=True)
        self._known = frozenset(listed.split())
        self._try(program, "set_game Othello", deadline)
        self._try(program, "boardsize 8", deadline)

    def ask(self, program: Program, game: Game, clock: Clock, deadline: Deadline | None) -> Square:
        """Update the program's board and clock, and ask it for a move."""
        self._tell_moves(program, game, deadline)
        self._tell_time(program, game, clock, deadline)
        colour = game.to_move.value
        answer = self._require(program, f"genmove {colour}", deadline)
        if answer.lower() == "resign":
            raise Resignation
        move = parse_answer(answer, program)
        assert self._line is not None
        self._line.append(f"{colour} {_vertex(move)}")
        return move

    # The board

    def _tell_moves(self, program: Program, game: Game, deadline: Deadline | None) -> None:
        if game.root.position != Position.start() or game.root.to_move is not BLACK:
            self._load(program, game, deadline)
            return
        line = [_named(node) for node in game.current.line()]
        known = self._line
        if known is None or line[: len(known)] != known:
            self._require(program, "clear_board", deadline)
            known = []
        for move in line[len(known) :]:
            if move.endswith("pass"):
                # Many programs pass automatically and reject a forced pass.
                self._try(program, f"play {move}", deadline)
            else:
                self._require(program, f"play {move}", deadline)
        self._line = line

    def _load(self, program: Program, game: Game, deadline: Deadline | None) -> None:
        if "loadsgf" not in self._known:
            raise ProgramFailure(
                f"{program.name} has no loadsgf, so it can only play from the start position"
            )
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "game.sgf"
            file.write_text(format_sgf([game.up_to_cursor()]), encoding="utf-8")
            self._require(program, f"loadsgf {file}", deadline)
        self._line = []

    # The time

    def _tell_time(
        self, program: Program, game: Game, clock: Clock, deadline: Deadline | None
    ) -> None:
        if clock.move_seconds is not None:
            seconds = format_number(round(clock.seconds or 0.0, 2))
            self._try(program, f"time_settings 0 {seconds} 1", deadline)
            self._try(program, f"time_left {game.to_move.value} {seconds} 1", deadline)
        elif clock.game_seconds is not None:
            seconds = format_number(round(clock.game_seconds, 2))
            self._try(program, f"time_settings {seconds} 0 0", deadline)
            self._try(program, f"time_left {game.to_move.value} {seconds} 0", deadline)

    # Commands and responses

    def _try(self, program: Program, command: str, deadline: Deadline | None) -> None:
        """Send a command that is optional in GTP; does nothing if the program does not know it."""
        if command.split()[0] in self._known:
            self._ask_program(program, command, deadline)

    def _require(
        self, program: Program, command: str, deadline: Deadline | None, *, is_first: bool = False
    ) -> str:
        """Send a command and return the response; raises `ProgramFailure` if the program refuses
        it.

        `is_first` marks the first command after the start.
        """
        succeeded, text = self._ask_program(program, command, deadline, is_first=is_first)
        if not succeeded:
            raise ProgramFailure(f"{program.name} refused {command!r}: {excerpt(text)}")
        return text

    def _ask_program(
        self, program: Program, command: str, deadline: Deadline | None, *, is_first: bool = False
    ) -> tuple[bool, str]:
        """Send a command; return whether it succeeded, and the text of the response.

        With `is_first`, the first command after the start, lines that are not a GTP response are
        skipped, because some programs print a banner.
        """
        program.send(command)
        line = program.receive(deadline)
        while not line.strip() or (is_first and line[0] not in "=?"):
            line = program.receive(deadline)
        if line[0] not in "=?":
            raise ProgramFailure(
                f"{program.name} answered {excerpt(line)} to {command!r}, which is not GTP"
            )
        succeeded, lines = line[0] == "=", [line[1:].strip()]
        while line := program.receive(deadline).strip():
            lines.append(line)
        return succeeded, "\n".join(lines).strip()


def _named(node: Node) -> str:
    """The colour and the square of a node's move, as arguments of the command ``play``."""
    return f"{node.mover.value} {_vertex(node.move)}"


def _vertex(move: Square) -> str:
    return "pass" if move == PASS else square_name(move)
