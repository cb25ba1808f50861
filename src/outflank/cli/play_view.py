"""A game in the terminal: reads people's commands, lets programs move, shows the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from outflank.cli.board_view import board_view
from outflank.cli.play_commands import COMMANDS, Command, parse_command
from outflank.errors import OutflankError
from outflank.formats import format_of_extension, losses, write_file
from outflank.play.files import EXTENSION, write_session
from outflank.play.loading import load_session
from outflank.play.seat import Forfeit, Seat
from outflank.play.seats import Seats
from outflank.play.session import Session
from outflank.play.statistics import SideStatistics
from outflank.players.player import Clock, Player
from outflank.players.searching import latest_result
from outflank.players.spec import changed_spec
from outflank.rules.game import BLACK, WHITE, Colour, Reason
from outflank.rules.squares import square_name
from outflank.search.statistics import SearchStatistics, search_line

DEFAULT_CLOCK = Clock(move_seconds=60.0)
"""Time for each move of a program if the game has no clock; the same as in report 000."""

HINT_CLOCK = Clock(move_seconds=5.0)


class PlayView:
    """Runs `session` in the terminal; `ask(prompt)` returns a line that the user typed.

    `make(spec)` makes a player, `make_hinter()` the player that gives hints. With `asks_at_end`,
    commands are read even after a game between two programs, to change settings and play again.
    """

    def __init__(
        self,
        session: Session,
        *,
        make: Callable[[str], Player],
        make_hinter: Callable[[], Player],
        console: Console,
        ask: Callable[[str], str],
        asks_at_end: bool = False,
    ) -> None:
        self._asks_at_end = asks_at_end
        self._statistics = {BLACK: SearchStatistics(), WHITE: SearchStatistics()}
        self._seats = Seats(make)
        self._take(session)
        self._make_hinter = make_hinter
        self._hinter: Seat | None = None
        self._console = console
        self._ask = ask
        self._own_files: set[Path] = set()
        self._has_quit = False

    def run(self) -> None:
        """Play until the user quits; a game between two programs also ends when it is over."""
        self._show()
        while not self._has_quit:
            if self.session.awaits_player:
                self._player_turn()
            elif self.session.is_over and not self.session.persons and not self._asks_at_end:
                break
            else:
                self._command()

    def close(self) -> None:
        """Close all players, including the one that gives hints."""
        self._seats.close()
        if self._hinter is not None:
            self._hinter.close()

    # Turns

    def _player_turn(self) -> None:
        session, colour = self.session, self.session.game.to_move
        seat = self._seats[colour]
        clock = session.clock(colour) if session.time_control.is_limited else DEFAULT_CLOCK
        earlier = latest_result(seat.player)
        with self._console.status(f"{seat.player.name} is thinking"):
            turn = seat.take_turn(session.game, clock)
        result = latest_result(seat.player)
        if result is not None and result is not earlier:
            if not result.is_from_book:
                self._statistics[colour] = self._statistics[colour].after(result)
            self._say(f"{self._title(colour)}: {search_line(result)}.")
        if isinstance(turn.outcome, Forfeit):
            session.forfeit(turn.outcome.reason)
            self._say_loss(colour, str(turn.outcome))
        else:
            self._play(turn.outcome, turn.seconds)

    def _person_moves(self, name: str) -> None:
        session, colour = self.session, self.session.game.to_move
        self._require_going()
        if not session.may_move():
            raise OutflankError(f"it is {self._title(colour)}'s turn; continue lets it move")
        seconds = session.turn_seconds()
        if session.check_clock():
            self._say_loss(colour, f"{Reason.TIMEOUT.value}: took {seconds:.1f} s")
        else:
            self._play(name, seconds)

    def _play(self, move: int | str, seconds: float) -> None:
        colour = self.session.game.to_move
        node = self.session.play(move, seconds=seconds)
        self._say(f"{self._title(colour)} plays {square_name(node.move)} ({seconds:.3f} s).")
        self._show()

    # Commands

    def _command(self) -> None:
        try:
            line = self._ask(self._prompt())
        except EOFError:
            self._has_quit = True
            return
        try:
            if line.strip():
                self._obey(parse_command(line))
        except OutflankError as error:
            self._say(str(error))

    def _prompt(self) -> str:
        return f"{self.session.game.to_move} to move> " if self.session.may_move() else "> "

    def _obey(self, command: Command) -> None:
        match command.verb:
            case "move":
                self._person_moves(command.argument)
            case "hint":
                self._hint()
            case "undo":
                self._change(self.session.undo)
            case "redo":
                self._change(self.session.redo)
            case "continue":
                self._change(self.session.resume)
            case "restart":
                self._open(self.session.restarted())
            case "change":
                self._change_settings(command.argument)
            case "save":
                self._save(Path(command.argument).expanduser())
            case "load":
                self._load(Path(command.argument).expanduser())
            case "resign":
                self._resign()
            case "help":
                self._help()
            case "quit":
                self._has_quit = True

    def _change(self, change: Callable[[], None]) -> None:
        change()
        self._show()

    def _change_settings(self, argument: str) -> None:
        """Obey ``change``: set the options or the player of one side, from its next move on.

        `argument` is the rest of the command: the side, then options or a player spec.
        """
        side, _, settings = argument.partition(" ")
        colour = next((each for each in (BLACK, WHITE) if each.value == side.lower()), None)
        if colour is None:
            raise OutflankError(f"{side} is not a side; write change black or change white")
        spec = changed_spec(self.session.players[colour], settings.strip())
        self._seats.fill({**self.session.players, colour: spec})
        self.session.change_player(colour, spec)
        self._say(f"{self._title(colour)} plays from now on; restart begins another game.")

    def _hint(self) -> None:
        self._require_going()
        if self._hinter is None:
            self._hinter = Seat(
                self._make_hinter()
            )  # made when first needed: it may have to load kernels
        name = self._hinter.player.name
        turn = self._hinter.take_turn(self.session.game, HINT_CLOCK)
        if isinstance(turn.outcome, Forfeit):
            raise OutflankError(f"no hint from {name}: {turn.outcome}")
        self._say(f"Hint: {square_name(turn.outcome)} ({name}).")

    def _save(self, path: Path) -> None:
        if path.exists() and path.resolve() not in self._own_files:
            raise OutflankError(f"{path} exists already; choose another name")
        game = self.session.game
        if path.suffix.lower() == EXTENSION:
            write_session(path, self.session)
            lost = []
        else:
            write_file(path, [game])
            format = format_of_extension(path.suffix)
            lost = losses([game], format) if format else []
        self._own_files.add(path.resolve())
        self._say(f"Saved in {path}." + (f" Not in it: {'; '.join(lost)}." if lost else ""))

    def _load(self, path: Path) -> None:
        players, time_control = self.session.players, self.session.time_control
        self._open(load_session(path, players=players, time_control=time_control))
        self._own_files.add(path.resolve())

    def _open(self, session: Session) -> None:
        self._take(session)
        self._statistics = {BLACK: SearchStatistics(), WHITE: SearchStatistics()}
        self._show()

    def _take(self, session: Session) -> None:
        """Make `session` the current one and load its players.

        The time that loading takes is not charged to the clock of the session.
        """
        used_seconds = session.turn_seconds()
        self._seats.fill(session.players)
        session.start_turn(used_seconds)
        self.session = session

    def _resign(self) -> None:
        self._require_going()
        self._say_loss(self.session.resign(), Reason.RESIGNATION.value)

    def _help(self) -> None:
        for usage, meaning in {"d3": "play on this square", **COMMANDS}.items():
            self._say(f"  {usage:<10} {meaning}")

    def _require_going(self) -> None:
        if self.session.is_over:
            raise OutflankError("the game is over; undo goes back to your last turn")

    # Output

    def _show(self) -> None:
        """Print the board, after a notice if the last move was a pass; at the end, a summary too.

        The summary has the figures that the program of report 000 prints.
        """
        session, node = self.session, self.session.game.current
        if node.is_pass:
            self._say(f"{node.mover} has no legal move and passes.")
        self._console.print(board_view(session.game, self._console))
        if session.is_over:
            self._show_end()
        elif session.time_control.game_seconds is not None:
            left = (f"{colour} {session.seconds_left(colour):.1f} s" for colour in (BLACK, WHITE))
            self._say(f"Time left: {', '.join(left)}.")
        if not session.is_over and not session.may_move() and not session.awaits_player:
            self._say(f"{self._title(session.game.to_move)} waits; continue lets it move.")

    def _show_end(self) -> None:
        self._say(f"{self.session.result}.")
        self._say("Discs / last move / total time")
        for colour in (BLACK, WHITE):
            times = self._times(colour)
            self._say(
                f"{self._title(colour)}: {self.session.game.discs(colour)} / "
                f"{times.last_seconds:.3f} s / {times.seconds:.3f} s"
            )
        for colour, statistics in self._statistics.items():
            if statistics.searches:
                self._say(f"{self._title(colour)}: {statistics}.")
        if self._asks_at_end:
            self._say("restart plays again, change alters a side's settings, quit leaves.")

    def _times(self, colour: Colour) -> SideStatistics:
        return SideStatistics.of_turns(
            node.seconds
            for node in self.session.game.current.line()
            if node.mover is colour and node.seconds is not None
        )

    def _title(self, colour: Colour) -> str:
        return f"{colour} ({self.session.players[colour]})"

    def _say_loss(self, loser: Colour, why: str) -> None:
        self._say(f"{self._title(loser)} loses: {why}.")
        self._show()

    def _say(self, line: str) -> None:
        self._console.print(line, markup=False, soft_wrap=True)
