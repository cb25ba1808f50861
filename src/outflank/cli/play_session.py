"""A game in the terminal: asks people, lets players move, shows the board."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.console import Console

from outflank.arena.record import SideStatistics
from outflank.arena.seat import Forfeit, Seat
from outflank.cli.board_view import board_view
from outflank.cli.play_commands import COMMANDS, Command, parse_command
from outflank.errors import IllegalMove, OutflankError
from outflank.formats import Feature, format_named, format_of_extension, losses, read, write_file
from outflank.players.player import Clock, Player
from outflank.rules.game import BLACK, WHITE, Colour, Game, Reason
from outflank.rules.squares import square_name

DEFAULT_SECONDS = 60.0
"""What a player has for a move, as in report 000; people have as long as they like."""

HINT_SECONDS = 5.0


def read_game(source: str | Path) -> Game:
    """The first game or position in a file or text, ready to go on where it ends."""
    reading = read(source)
    if Feature.MOVES not in format_named(reading.format).holds:
        return Game(reading.position, reading.to_move)
    game = reading.games[0]
    game.go_to_end()
    return game


class PlaySession:
    """One sitting: `players` has None for a person; `ask` is given a prompt, returns the answer.

    `seconds` is the time a move; without it people are not timed and players have a minute.
    """

    def __init__(
        self,
        game: Game,
        players: Mapping[Colour, Player | None],
        *,
        make_hinter: Callable[[], Player],
        console: Console,
        ask: Callable[[str], str],
        seconds: float | None = None,
    ) -> None:
        self.game = game
        self._seats = {
            colour: None if player is None else Seat(player) for colour, player in players.items()
        }
        self._make_hinter = make_hinter
        self._hinter: Seat | None = None
        self._console = console
        self._ask = ask
        self._seconds = seconds
        self._own_files: set[Path] = set()
        self._has_quit = False
        self._turn_started = time.perf_counter()
        self._name_players()

    def run(self) -> None:
        """Play until the game is over, or with people until one quits."""
        self._show()
        while not self._has_quit:
            if self._is_over():
                if None not in self._seats.values():
                    break
                self._command()
            elif (seat := self._seats[self.game.to_move]) is not None:
                self._player_turn(seat)
            else:
                self._command()

    def close(self) -> None:
        """Close the players."""
        for seat in (*self._seats.values(), self._hinter):
            if seat is not None:
                seat.close()

    # Turns

    def _is_over(self) -> bool:
        # A result before the end of the board was declared: a forfeit or a resignation.
        return self.game.is_over() or (
            self.game.result is not None and not self.game.current.children
        )

    def _player_turn(self, seat: Seat) -> None:
        clock = Clock(move_seconds=self._seconds or DEFAULT_SECONDS)
        with self._console.status(f"{seat.player.name} is thinking"):
            turn = seat.take_turn(self.game, clock)
        if isinstance(turn.outcome, Forfeit):
            self._forfeit(turn.outcome)
        else:
            self._play(turn.outcome, turn.seconds)

    def _person_moves(self, name: str) -> None:
        seconds = time.perf_counter() - self._turn_started
        self._require_going()
        if self._seconds is not None and seconds > self._seconds:
            self._forfeit(Forfeit(Reason.TIMEOUT, f"took {seconds:.1f} s of {self._seconds:g} s"))
        else:
            self._play(name, seconds)

    def _play(self, move: int | str, seconds: float) -> None:
        colour = self.game.to_move
        node = self.game.play(move, seconds=round(seconds, 6))
        self.game.promote(node)  # what is played is the main line, what was undone a variation
        self._say(f"{self._title(colour)} plays {square_name(node.move)} ({seconds:.2f} s).")
        self._show()

    def _forfeit(self, forfeit: Forfeit) -> None:
        colour = self.game.to_move
        for node in list(self.game.current.children):  # what was undone lies beyond the end
            self.game.delete(node)
        self.game.forfeit(colour, forfeit.reason)
        self._say(f"{self._title(colour)} loses: {forfeit}.")
        self._show()

    # Commands

    def _command(self) -> None:
        try:
            line = self._ask(f"{self.game.to_move} to move> " if not self._is_over() else "> ")
        except EOFError:
            self._has_quit = True
            return
        try:
            if line.strip():
                self._obey(parse_command(line))
        except OutflankError as error:
            self._say(str(error))

    def _obey(self, command: Command) -> None:
        match command.verb:
            case "move":
                self._person_moves(command.argument)
            case "hint":
                self._hint()
            case "undo":
                self._undo()
            case "redo":
                self._redo()
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

    def _hint(self) -> None:
        self._require_going()
        if self._hinter is None:
            self._hinter = Seat(self._make_hinter())  # not before: it may have kernels to load
        name = self._hinter.player.name
        turn = self._hinter.take_turn(self.game, Clock(move_seconds=HINT_SECONDS))
        if isinstance(turn.outcome, Forfeit):
            raise OutflankError(f"no hint from {name}: {turn.outcome}")
        self._say(f"Hint: {square_name(turn.outcome)} ({name}).")

    def _undo(self) -> None:
        """Back to the turn of a person: against a player that is two moves."""
        if self._is_over() and not self.game.is_over() and self._seats[self.game.to_move] is None:
            self.game.declare(None)  # a person gave up, or was late, and goes on after all
            self._show()
            return
        before = self.game.current
        while self.game.can_undo():
            self.game.undo()
            if self._seats[self.game.to_move] is None:
                self.game.declare(None)
                self._show()
                return
        self.game.go_to(before)
        raise IllegalMove("you have no move to undo")

    def _redo(self) -> None:
        self.game.redo()
        while self.game.can_redo() and self._seats[self.game.to_move] is not None:
            self.game.redo()
        self._show()

    def _save(self, path: Path) -> None:
        if path.exists() and path.resolve() not in self._own_files:
            raise OutflankError(f"{path} is there already; choose another name")
        write_file(path, [self.game])
        self._own_files.add(path.resolve())
        format = format_of_extension(path.suffix)
        lost = losses([self.game], format) if format else []
        self._say(f"Saved in {path}." + (f" Not in it: {'; '.join(lost)}." if lost else ""))

    def _load(self, path: Path) -> None:
        self.game = read_game(path)
        self._own_files.add(path.resolve())
        self._name_players()
        self._show()

    def _resign(self) -> None:
        self._require_going()
        self._forfeit(Forfeit(Reason.RESIGNATION))

    def _help(self) -> None:
        for usage, meaning in {"d3": "play on this square", **COMMANDS}.items():
            self._say(f"  {usage:<10} {meaning}")

    def _require_going(self) -> None:
        if self._is_over():
            raise OutflankError("the game is over; undo goes back to your last turn")

    # What is shown

    def _show(self) -> None:
        """The board, the pass that led to it, and at the end the end line of report 000."""
        node = self.game.current
        if node.is_pass:
            self._say(f"{node.mover} has no legal move and passes.")
        self._console.print(board_view(self.game, self._console))
        if self._is_over():
            self._say(f"{self.game.result}.")
            self._say("Discs / last move / total time")
            for colour in (BLACK, WHITE):
                times = self._times(colour)
                self._say(
                    f"{self._title(colour)}: {self.game.discs(colour)} / "
                    f"{times.last_seconds:.2f} s / {times.seconds:.2f} s"
                )
        self._turn_started = time.perf_counter()

    def _times(self, colour: Colour) -> SideStatistics:
        return SideStatistics.of_turns(
            node.seconds
            for node in self.game.current.line()
            if node.mover is colour and node.seconds is not None
        )

    def _title(self, colour: Colour) -> str:
        seat = self._seats[colour]
        return f"{colour} ({seat.player.name if seat else 'human'})"

    def _name_players(self) -> None:
        for colour, seat in self._seats.items():
            self.game.tags.setdefault(colour.value, seat.player.name if seat else "human")

    def _say(self, line: str) -> None:
        self._console.print(line, markup=False, soft_wrap=True)
