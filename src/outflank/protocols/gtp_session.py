"""A GTP session: executes the commands of the controlling program, with a player for genmove."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

from outflank.errors import OutflankError
from outflank.formats.wording import excerpt
from outflank.library.opening_names import opening_name
from outflank.play.session import Session
from outflank.players.player import Player, Resignation
from outflank.protocols.gtp import (
    GtpCommand,
    GtpFailure,
    format_board,
    format_gtp,
    format_rows,
    format_score,
    format_vertex,
    parse_colour,
    parse_count,
    parse_gtp,
    parse_seconds,
    parse_vertex,
)
from outflank.protocols.gtp_clock import SideTime, TimeSettings
from outflank.protocols.inbox import Inbox
from outflank.protocols.streams import Send
from outflank.protocols.thinking import choose
from outflank.rules.game import BLACK, WHITE, Colour, Game, Node
from outflank.rules.squares import PASS, Square

GAME = "Othello"
_GAME_NAMES = ("othello", "reversi")

INTERRUPT = "# interrupt"
"""Line that GoGui sends to stop a search early; other programs treat it as a comment."""

NO_LIMIT = TimeSettings(main_seconds=0.0, period_seconds=0.0, period_moves=0)


class GtpSession:
    """Answers commands until ``quit`` or the end of the input.

    As GTP requires, commands that arrive during a search wait for its end; only `INTERRUPT` and the
    end of the input stop it. `version` is reported by the command of this name. Each public method
    but `run` executes one command and returns the text of the response.
    """

    def __init__(self, player: Player, lines: Iterable[bytes], send: Send, *, version: str) -> None:
        self._player = player
        self._version = version
        self._send = send
        self._set_up(Game())
        self._times: dict[Colour, SideTime] = {}
        self._set_times(NO_LIMIT)
        self._inbox = Inbox(lines, interrupts=is_interrupt, ends=is_quit)

    def run(self) -> None:
        """Read and answer commands until the session ends."""
        while (line := self._inbox.take()) is not None:
            command = parse_gtp(line)
            if command is not None:
                self._send(self._response(command))

    def _response(self, command: GtpCommand) -> str:
        action = COMMANDS.get(command.name)
        if action is None:
            return format_gtp(command, "unknown command", failed=True)
        try:
            return format_gtp(command, action(self, command))
        except OutflankError as error:
            return format_gtp(command, " ".join(str(error).split()), failed=True)

    # Administrative commands

    def protocol_version(self, _command: GtpCommand) -> str:
        """The version of GTP."""
        return "2"

    def name(self, _command: GtpCommand) -> str:
        """The name of this program."""
        return "Outflank"

    def version(self, _command: GtpCommand) -> str:
        """The version of Outflank, and the player's name."""
        return f"{self._version} ({self._player.name})"

    def known_command(self, command: GtpCommand) -> str:
        """Whether this program knows the command with the given name: ``true`` or ``false``."""
        return str(command.argument(0, "a name") in COMMANDS).lower()

    def list_commands(self, _command: GtpCommand) -> str:
        """All commands, one per line."""
        return "\n".join(COMMANDS)

    def quit(self, _command: GtpCommand) -> str:
        """Respond with success. The session ends because `Inbox` reads no further lines."""
        return ""

    def list_games(self, _command: GtpCommand) -> str:
        """The names of the games that can be played: only Othello."""
        return GAME

    def set_game(self, command: GtpCommand) -> str:
        """Accept the game Othello (or Reversi); any other is a failure."""
        game = command.argument(0, "a game")
        if game.lower() not in _GAME_NAMES:
            raise GtpFailure(f"unknown game {excerpt(game)}; the only game is {GAME}")
        return ""

    # The board

    def boardsize(self, command: GtpCommand) -> str:
        """Accept the board size 8; any other is a failure."""
        if parse_count(command.argument(0, "a size")) != 8:
            raise GtpFailure("unacceptable size; the board has 8 rows")
        return ""

    def clear_board(self, _command: GtpCommand) -> str:
        """Start a new game."""
        self._set_up(Game())
        return ""

    def komi(self, command: GtpCommand) -> str:
        """Ignore komi, which only Go has."""
        command.argument(0, "a number")
        return ""

    def play(self, command: GtpCommand) -> str:
        """Play a move. The controller may send forced passes or omit them."""
        colour = parse_colour(command.argument(0, "a colour"))
        self._play(colour, parse_vertex(command.argument(1, "a move")))
        return ""

    def undo(self, _command: GtpCommand) -> str:
        """Undo the last move, or the last forced pass if the controller had sent it as a move."""
        if self._passes_after_end:
            self._passes_after_end -= 1
            return ""
        here = self._game.current
        if here in self._named_passes:
            self._named_passes.remove(here)
            self._game.go_to(here)  # after the same pass, which may be named again
            return ""
        if not self._session.can_undo():
            raise GtpFailure("cannot undo: there is no move before this position")
        self._session.undo()
        if self._game.current in self._named_passes:
            self._game.play(PASS)
        return ""

    def loadsgf(self, command: GtpCommand) -> str:
        """Load a game from a file, up to its end or to the position before a given move number."""
        from outflank.formats.detect import read_file

        words = [command.argument(0, "a file"), *command.arguments[1:]]
        before = parse_count(words.pop()) if len(words) > 1 and words[-1].isdecimal() else None
        try:
            read = read_file(" ".join(words)).game
        except OutflankError as error:
            raise GtpFailure(f"cannot load file: {error}") from None
        moves = [node.move for node in read.main_line() if not node.is_pass]
        moves = moves if before is None else moves[: max(before - 1, 0)]
        self._set_up(Game.from_moves(moves, read.root.position, read.root.to_move))
        return ""

    def showboard(self, _command: GtpCommand) -> str:
        """The board as text, with the name of the opening if it has one."""
        opening = opening_name(self._game)
        return f"\n{format_board(self._game)}" + (f"\nopening: {opening}" if opening else "")

    def final_score(self, _command: GtpCommand) -> str:
        """The winner and the margin in discs."""
        return format_score(self._game)

    # The player

    def genmove(self, command: GtpCommand) -> str:
        """Let the player choose a move, and play it."""
        colour = parse_colour(command.argument(0, "a colour"))
        started = time.monotonic()
        answer = self._ask(colour)
        if isinstance(answer, int):
            self._play(colour, answer)
            answer = format_vertex(answer)
        self._times[colour] = self._times[colour].after_move(time.monotonic() - started)
        return answer

    def reg_genmove(self, command: GtpCommand) -> str:
        """Let the player choose a move, without playing it."""
        answer = self._ask(parse_colour(command.argument(0, "a colour")))
        return format_vertex(answer) if isinstance(answer, int) else answer

    def time_settings(self, command: GtpCommand) -> str:
        """Set main time, seconds per byo-yomi period and moves per period."""
        self._set_times(
            TimeSettings(
                main_seconds=parse_seconds(command.argument(0, "a main time")),
                period_seconds=parse_seconds(command.argument(1, "the time of a period")),
                period_moves=parse_count(command.argument(2, "the moves of a period")),
            )
        )
        return ""

    def time_left(self, command: GtpCommand) -> str:
        """Set a side's remaining seconds, and its remaining moves in a byo-yomi period."""
        colour = parse_colour(command.argument(0, "a colour"))
        self._times[colour] = SideTime(
            settings=self._times[colour].settings,
            seconds=parse_seconds(command.argument(1, "a time")),
            moves=parse_count(command.argument(2, "a number of moves")),
        )
        return ""

    # GoGui

    def interrupt(self, _command: GtpCommand) -> str:
        """Do nothing. That this command exists tells GoGui that it may send `INTERRUPT`."""
        return ""

    def rules_board(self, _command: GtpCommand) -> str:
        """The rows of the board in the format of GoGui."""
        return "\n".join(format_rows(self._game))

    def rules_board_size(self, _command: GtpCommand) -> str:
        """The size of the board."""
        return "8"

    def rules_legal_moves(self, _command: GtpCommand) -> str:
        """The legal moves of the side to move."""
        return " ".join(format_vertex(move) for move in self._game.position.legal_moves())

    def rules_side_to_move(self, _command: GtpCommand) -> str:
        """The side to move."""
        return self._game.to_move.value

    def rules_final_result(self, _command: GtpCommand) -> str:
        """The result in words; empty before the end of the game."""
        return str(self._game.result) if self._game.is_over() else ""

    # Implementation

    @property
    def _game(self) -> Game:
        return self._session.game

    def _set_up(self, game: Game) -> None:
        # Both sides are persons for the session: the controller moves for either.
        self._session = Session(game)
        # Forced passes that commands have named, which undo takes back one by one.
        self._named_passes: set[Node] = set()
        self._passes_after_end = 0

    def _set_times(self, settings: TimeSettings) -> None:
        for colour in (BLACK, WHITE):
            self._times[colour] = SideTime.at_start(settings)

    def _play(self, colour: Colour, move: Square) -> None:
        game = self._game
        if game.is_over() and move == PASS:
            self._passes_after_end += 1
            return
        # The game has made a forced pass before a command names it.
        if self._has_passed(colour) and move == PASS:
            self._named_passes.add(game.play(PASS))
            return
        self._check_turn(colour)
        self._check_legal(move)
        self._session.play(move)

    def _ask(self, colour: Colour) -> Square | str:
        """The move that the player chooses for `colour`, or the text ``resign``."""
        if self._game.is_over() or self._has_passed(colour):
            return PASS
        self._check_turn(colour)
        try:
            return choose(self._player, self._game, self._times[colour].clock(), self._inbox)
        except Resignation:
            return "resign"

    def _has_passed(self, colour: Colour) -> bool:
        """Whether `colour` was just forced to pass and the controller has not sent that pass."""
        return self._game.has_unnamed_pass and colour is not self._game.to_move

    def _check_turn(self, colour: Colour) -> None:
        if colour is not self._game.to_move:
            raise GtpFailure(f"illegal move: it is {self._game.to_move}'s turn")

    def _check_legal(self, move: Square) -> None:
        try:
            self._game.position.play(move)
        except OutflankError as error:
            raise GtpFailure(f"illegal move: {error}") from None


def is_interrupt(line: str) -> bool:
    """Whether `line` is `INTERRUPT`, by which GoGui stops a search."""
    return line.strip() == INTERRUPT


def is_quit(line: str) -> bool:
    """Whether `line` is the command ``quit``."""
    command = parse_gtp(line)
    return command is not None and command.name == "quit"


COMMANDS: Mapping[str, Callable[[GtpSession, GtpCommand], str]] = {
    "protocol_version": GtpSession.protocol_version,
    "name": GtpSession.name,
    "version": GtpSession.version,
    "known_command": GtpSession.known_command,
    "list_commands": GtpSession.list_commands,
    "quit": GtpSession.quit,
    "boardsize": GtpSession.boardsize,
    "clear_board": GtpSession.clear_board,
    "komi": GtpSession.komi,
    "play": GtpSession.play,
    "genmove": GtpSession.genmove,
    "undo": GtpSession.undo,
    "time_settings": GtpSession.time_settings,
    "time_left": GtpSession.time_left,
    "final_score": GtpSession.final_score,
    "showboard": GtpSession.showboard,
    "reg_genmove": GtpSession.reg_genmove,
    "set_game": GtpSession.set_game,
    "list_games": GtpSession.list_games,
    "loadsgf": GtpSession.loadsgf,
    "gogui-interrupt": GtpSession.interrupt,
    "gogui-rules_game_id": GtpSession.list_games,
    "gogui-rules_board": GtpSession.rules_board,
    "gogui-rules_board_size": GtpSession.rules_board_size,
    "gogui-rules_legal_moves": GtpSession.rules_legal_moves,
    "gogui-rules_side_to_move": GtpSession.rules_side_to_move,
    "gogui-rules_final_result": GtpSession.rules_final_result,
}
"""The method that executes each command, by the command's name in GTP."""
