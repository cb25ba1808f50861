"""A game with its two players: turns, undo, results and clocks, for all front ends.

Players are given by spec, such as ``engine:level=5``; ``human`` is a person. A session makes no
players: the front end asks a player for its move and passes the move to `Session.play`.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from outflank.errors import IllegalMove, OutflankError
from outflank.play.paths import node_at, path_of
from outflank.play.time_control import UNLIMITED, TimeControl
from outflank.play.turn_clock import TurnClock
from outflank.play.variations import (
    move_before_pass,
    node_in_game,
    promote_line,
    variation_of,
)
from outflank.players.player import Clock
from outflank.rules.game import BLACK, WHITE, Colour, Game, Node, Reason, Result
from outflank.rules.squares import PASS, Square, parse_square, square_name

HUMAN = "human"
"""The text that stands for a person where a program has a spec such as ``engine:level=5``."""


class Session:
    """A game, its two players, and their time control.

    Players are given by spec, such as ``engine:level=5``, or ``human``. The cursor is the node of
    the game tree that is shown and where moves are played. `opening_moves` is the length of the
    opening; undo and restart stop there. `now` returns the time in seconds.

    While `is_analysing`, a person may move for either side and programs do not answer. While
    `is_paused`, programs wait: a person views an earlier move, or has paused them. While
    `is_record`, the game is only viewed, because it was loaded, reviewed or is over: a person may
    try moves for either side, which never change the main line, and programs do not answer.
    """

    def __init__(
        self,
        game: Game | None = None,
        *,
        black: str = HUMAN,
        white: str = HUMAN,
        time_control: TimeControl = UNLIMITED,
        opening_moves: int = 0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = game or Game()
        self.players = {BLACK: black, WHITE: white}
        for colour, spec in self.players.items():
            self.game.tags.setdefault(colour.value, spec)
        self.opening_moves = opening_moves
        self.is_analysing = False
        self.is_paused = False
        self.is_record = False
        self._turn_clock = TurnClock(time_control, now)

    # Whose turn it is

    def is_person(self, colour: Colour) -> bool:
        """Whether a person plays this colour."""
        return self.players[colour] == HUMAN

    def change_player(self, colour: Colour, spec: str) -> None:
        """Let another player take over `colour`.

        `spec` is text such as ``engine:level=5``, or ``human`` for a person.
        """
        if self.game.tags.get(colour.value) == self.players[colour]:
            self.game.tags[colour.value] = spec
        self.players[colour] = spec

    @property
    def persons(self) -> list[Colour]:
        """The colours that are played by people."""
        return [colour for colour in (BLACK, WHITE) if self.is_person(colour)]

    @property
    def is_over(self) -> bool:
        """Whether the game is over at the cursor: no legal moves, or a declared result."""
        return self.game.is_over() or self._is_decided

    @property
    def _is_decided(self) -> bool:
        """Whether the cursor is where the game ended early, by resignation, time or agreement."""
        return self.declared is not None and not self.game.current.children

    @property
    def declared(self) -> Result | None:
        """The result if the game ended early, as by resignation; None if its discs were counted."""
        result = self.game.result
        return None if result is None or result.reason is Reason.COUNTED else result

    @property
    def result(self) -> Result | None:
        """The result if the game is over at the cursor, else None."""
        if self._is_decided:
            return self.declared
        if not self.game.is_over():
            return None
        score = self.game.position.score()
        return Result(score if self.game.to_move is BLACK else -score)

    @property
    def awaits_player(self) -> bool:
        """Whether the front end should ask a program for its move now."""
        if self.is_over or self.is_paused or self._is_explored:
            return False
        return not self.is_person(self.game.to_move)

    @property
    def _is_explored(self) -> bool:
        """Whether a person may try moves for either side, which become variations."""
        return self.is_analysing or self.is_record

    def may_move(self) -> bool:
        """Whether a person may move at the cursor."""
        if self._is_explored:
            return not self.game.is_over()
        return not self.is_over and self.is_person(self.game.to_move)

    # Moves

    def play(self, move: Square | str, *, seconds: float | None = None) -> Node:
        """Play `move` for the side to move, and make it the main line.

        While `is_analysing` or `is_record`, a move that is not in the game tree becomes a variation
        instead. `seconds` is the time that the move took; None means the time since the turn began.
        """
        square = parse_square(move) if isinstance(move, str) else move
        if self.is_over and not (self._is_explored and not self.game.is_over()):
            raise IllegalMove(f"{square_name(square)} is not legal here; the game is over")
        if self._is_explored:
            node = self.game.play(square)
        else:
            taken = self.turn_seconds() if seconds is None else seconds
            node = self.game.play(square, seconds=round(taken, 6))
            self.game.promote(node)
            self.game.declare(None)
            self.is_paused = False
        self._turn_clock.start()
        return node

    @property
    def moves_made(self) -> int:
        """Number of moves before the cursor, without forced passes."""
        return sum(not node.is_pass for node in self.game.current.line())

    def can_undo(self) -> bool:
        """Whether `undo` has a move or a declared result to take back."""
        is_taken_back = self._is_decided and not self.is_record
        return is_taken_back or self._undo_target() is not None

    def undo(self) -> None:
        """Go back to a person's turn: two moves against a program, otherwise one.

        If the game was resigned or lost on time, only that result is taken back.
        """
        if self._is_decided and not self.is_record:
            self.game.declare(None)
            self.is_paused = not self.is_person(self.game.to_move)
            self._turn_clock.start()
            return
        target = self._undo_target()
        if target is None:
            raise IllegalMove("there is no move to undo; the game is at its start")
        self.game.go_to(target)
        self._look()

    def _undo_target(self) -> Node | None:
        """The nearest earlier node with a person to move; if no person plays, the previous node.

        None if there is none after the opening.
        """
        node = self.game.current
        turns = []
        for _ in range(self.moves_made - self.opening_moves):
            node = move_before_pass(node)
            node = node.parent or node
            turns.append(node)
        if self._is_explored:
            return turns[0] if turns else None
        for turn in turns:
            if self.is_person(turn.to_move):
                return turn
        return turns[0] if turns and not self.persons else None

    def redo(self) -> None:
        """Go forward to a person's next turn; by one move while analysing or if no person plays."""
        self.game.redo()
        while (
            self.persons
            and not self._is_explored
            and self.game.can_redo()
            and not self.is_person(self.game.to_move)
        ):
            self.game.redo()
        self._look()

    # Navigation

    @property
    def path(self) -> str:
        """The moves to the cursor as text, see `play.paths`."""
        return path_of(self.game.current)

    def step(self, direction: int) -> None:
        """Go one move back (`direction` -1) or forward (+1) along the line viewed last."""
        self._keep_finished_game()
        if direction < 0 and self.game.can_undo():
            self.game.undo()
        elif direction > 0 and self.game.can_redo():
            self.game.redo()
        self._look()

    def go_to_start(self) -> None:
        """Go to the position before the first move."""
        self._keep_finished_game()
        self.game.go_to_start()
        self._look()

    def go_to_end(self) -> None:
        """Go to the end of the line viewed last, which may be a variation."""
        self._keep_finished_game()
        while self.game.can_redo():
            self.game.redo()
        self._look()

    def go_to(self, path: str) -> None:
        """Go to the node at `path`, see `play.paths`."""
        self._keep_finished_game()
        self.game.go_to(node_at(self.game, path))
        self._look()

    def _keep_finished_game(self) -> None:
        """Set `is_record` if the game is over, so that viewing does not undo its moves."""
        if self.game.result is not None:
            self.is_record = True

    @property
    def game_path(self) -> str:
        """The path of the last node on the way to the cursor that belongs to the main line."""
        return path_of(node_in_game(self.game.current))

    def return_to_game(self) -> None:
        """Leave the variation at the cursor: go to the main-line node where it begins.

        Redo then follows the main line.
        """
        target = node_in_game(self.game.current)
        for end in list(self.game.root.main_line())[-1:]:
            self.game.go_to(end)
        self.game.go_to(target)
        self._look()

    def _look(self) -> None:
        """Restart the turn clock after the cursor has moved, and pause if a program is to move.

        So a person can view earlier positions undisturbed; `resume` ends the pause.
        """
        self.is_paused = not self.is_person(self.game.to_move) and not self.is_over
        self._turn_clock.start()

    def pause(self) -> None:
        """Make programs wait, and stop the clock, until `resume` or the next move."""
        self.is_paused = True
        self._turn_clock.stop()

    def resume(self) -> None:
        """Stop analysing or viewing, and let programs move again.

        If the game was only viewed (`is_record`), play continues at the end of its main line.
        """
        used_seconds = self.turn_seconds() if self.is_clock_stopped else 0.0
        if self.is_record:
            self.return_to_game()
            self.go_to_end()
        self.is_record = False
        self.is_analysing = False
        self.is_paused = False
        self._turn_clock.start(used_seconds)

    def analyse(self, on: bool) -> None:
        """Start (`on` true) or end analysing. After its end programs wait until `resume`."""
        self.is_analysing = on
        if not on:
            self._look()

    # Variations and comments

    def promote(self, path: str) -> None:
        """Make the line to the node at `path` the main line; see `play.paths`."""
        promote_line(self.game, node_at(self.game, path))

    def delete(self, path: str) -> None:
        """Delete the node at `path` and all that follows it; see `play.paths`."""
        self.game.delete(node_at(self.game, path))
        self._look()

    @property
    def is_in_variation(self) -> bool:
        """Whether the cursor is off the main line."""
        return variation_of(self.game.current) is not None

    def delete_variation(self) -> None:
        """Delete the variation that contains the cursor, from its first move."""
        node = variation_of(self.game.current)
        if node is None:
            raise IllegalMove("this is the main line; go to a variation to delete it")
        self.delete(path_of(node))

    def comment(self, text: str) -> None:
        """Set the comment of the move before the cursor, or of the start position."""
        move_before_pass(self.game.current).comment = text

    @property
    def comment_here(self) -> str:
        """The comment of the move before the cursor, or of the start position."""
        return move_before_pass(self.game.current).comment

    # Results

    def resign(self) -> Colour:
        """Resign for the person to move or, on a program's turn, for its opponent.

        Returns the colour that lost.
        """
        if self.is_over:
            raise OutflankError("the game is over; there is nothing to resign")
        if self.is_record:
            raise OutflankError("this game is only viewed; continue it before resigning")
        if not self.persons:
            raise OutflankError("no person plays in this game; programs cannot resign here")
        loser = self.game.to_move if self.is_person(self.game.to_move) else self.persons[0]
        self._forfeit(loser, Reason.RESIGNATION)
        return loser

    def forfeit(self, reason: Reason) -> None:
        """End the game at the cursor: the side to move loses, for `reason`."""
        self._forfeit(self.game.to_move, reason)

    def _forfeit(self, loser: Colour, reason: Reason) -> None:
        # The game ends at the cursor: make its line the main line and delete what follows.
        promote_line(self.game, self.game.current)
        for node in list(self.game.current.children):
            self.game.delete(node)
        self.game.forfeit(loser, reason)
        self.is_analysing = False

    def restarted(self) -> Session:
        """A new session with the same players, time control and opening moves."""
        line = self.game.root.main_line()
        moves = [node.move for node in line if node.move != PASS][: self.opening_moves]
        game = Game.from_moves(moves, self.game.root.position, self.game.root.to_move)
        return Session(
            game,
            black=self.players[BLACK],
            white=self.players[WHITE],
            time_control=self.time_control,
            opening_moves=self.opening_moves,
            now=self._turn_clock.now,
        )

    # The clock

    @property
    def time_control(self) -> TimeControl:
        """The time control of both sides."""
        return self._turn_clock.time_control

    @property
    def is_clock_running(self) -> bool:
        """Whether the clock of the side to move is running.

        The first move after the opening is free, so that a person need not hurry to start.
        """
        return self._is_turn_timed and not self.is_paused

    @property
    def is_clock_stopped(self) -> bool:
        """Whether the clock of the person to move is stopped by `pause`."""
        return self._is_turn_timed and self.is_paused and self.is_person(self.game.to_move)

    @property
    def _is_turn_timed(self) -> bool:
        is_first = self.moves_made <= self.opening_moves
        is_played = not (self.is_over or self._is_explored)
        return self.time_control.is_limited and is_played and not is_first

    @property
    def _is_turn_running(self) -> bool:
        return not (self.is_over or self.is_paused or self._is_explored)

    def turn_seconds(self) -> float:
        """Seconds that the turn has taken.

        0 if the game is over or being analysed, or if a program is paused.
        """
        is_measured = self._is_turn_running or self.is_clock_stopped
        return self._turn_clock.elapsed_seconds() if is_measured else 0.0

    def start_turn(self, used_seconds: float = 0.0) -> None:
        """Restart the clock of the turn as if `used_seconds` had already passed.

        In a paused game the clock stays stopped.
        """
        self._turn_clock.start(used_seconds)
        if self.is_paused:
            self._turn_clock.stop()

    def clock(self, colour: Colour) -> Clock:
        """The time that `colour` has left now for its current or next move."""
        moves = [node for node in self.game.current.line() if not node.is_pass]
        clock = self._turn_clock.clock(colour, moves, free_move=self.opening_moves)
        is_timed = self.is_clock_running or self.is_clock_stopped
        is_own_turn = colour is self.game.to_move
        return clock.less(self.turn_seconds()) if is_timed and is_own_turn else clock

    def seconds_left(self, colour: Colour) -> float | None:
        """Seconds until `colour` loses on time, or None if there is no limit."""
        return self.clock(colour).seconds

    def check_clock(self) -> bool:
        """Declare the game lost if the person to move has no time left; return whether it is.

        Programs are timed by the front end that runs them, which does not count the time that they
        wait for a busy server.
        """
        if not self.is_person(self.game.to_move):
            return False
        left = self.seconds_left(self.game.to_move)
        if not self.is_clock_running or left is None or left > 0:
            return False
        self.forfeit(Reason.TIMEOUT)
        return True
