"""A game with its two players: whose turn it is, undo, ends and clocks, for every front end.

A player is named by its spec; ``human`` is a person. A session makes no player: a front end asks
the player to move and hands its move to `Session.play`.
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
"""The spec of a person."""


class Session:
    """A game, the specs of its two players, and the time they have.

    `opening_moves` is the number of moves that the game began with; undo and restart stop there.
    While `is_analysing`, a person may move for either side and no player answers. While
    `is_paused`, players wait: a person looks at an earlier move, or has stopped them. While
    `is_record`, the game is one to look at: it was loaded, reviewed, or is over. A person may try
    moves for either side; they never change the main line, and no player answers.
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
        """Let another player go on for `colour`."""
        if self.game.tags.get(colour.value) == self.players[colour]:
            self.game.tags[colour.value] = spec
        self.players[colour] = spec

    @property
    def persons(self) -> list[Colour]:
        """The colours that persons play."""
        return [colour for colour in (BLACK, WHITE) if self.is_person(colour)]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended at the cursor: on the board, or by a declared result."""
        return self.game.is_over() or self._is_decided

    @property
    def _is_decided(self) -> bool:
        """Whether the cursor stands where a result was declared before the board was full."""
        return self.declared is not None and not self.game.current.children

    @property
    def declared(self) -> Result | None:
        """The result of the game unless it comes from counting at the end of its main line."""
        result = self.game.result
        return None if result is None or result.reason is Reason.COUNTED else result

    @property
    def result(self) -> Result | None:
        """The result at the cursor, or None while there is something to play."""
        if self._is_decided:
            return self.declared
        if not self.game.is_over():
            return None
        score = self.game.position.score()
        return Result(score if self.game.to_move is BLACK else -score)

    @property
    def awaits_player(self) -> bool:
        """Whether it is the turn of a player that is not a person, and it should move."""
        if self.is_over or self.is_paused or self._is_explored:
            return False
        return not self.is_person(self.game.to_move)

    @property
    def _is_explored(self) -> bool:
        """Whether a person may try moves for either side, beside those of the game."""
        return self.is_analysing or self.is_record

    def may_move(self) -> bool:
        """Whether a person may move now."""
        if self._is_explored:
            return not self.game.is_over()
        return not self.is_over and self.is_person(self.game.to_move)

    # Moves

    def play(self, move: Square | str, *, seconds: float | None = None) -> Node:
        """Play `move` for the side to move; what is played is the main line.

        While analysing, and in a record, it is a variation instead where there are other moves
        already. `seconds` is the time the move took; without it, the time since the turn began.
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
        """The moves before the cursor, forced passes not counted."""
        return sum(not node.is_pass for node in self.game.current.line())

    def can_undo(self) -> bool:
        """Whether there is a move to take back, or a declared end."""
        is_taken_back = self._is_decided and not self.is_record
        return is_taken_back or self._undo_target() is not None

    def undo(self) -> None:
        """Back to a turn of a person: against a player that is two moves, else one.

        A game that was resigned, or lost by time, goes on where it ended.
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
        """The nearest earlier node where a person is to move, else the one a move before."""
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
        """Forward again to the next turn of a person, or by one move."""
        self.game.redo()
        while (
            self.persons
            and not self._is_explored
            and self.game.can_redo()
            and not self.is_person(self.game.to_move)
        ):
            self.game.redo()
        self._look()

    # Looking at other moves

    @property
    def path(self) -> str:
        """The name of the node at the cursor; see `paths`."""
        return path_of(self.game.current)

    def step(self, direction: int) -> None:
        """One move back (-1) or forward (+1) along the line that was looked at last."""
        self._keep_finished_game()
        if direction < 0 and self.game.can_undo():
            self.game.undo()
        elif direction > 0 and self.game.can_redo():
            self.game.redo()
        self._look()

    def go_to_start(self) -> None:
        """Before the first move."""
        self._keep_finished_game()
        self.game.go_to_start()
        self._look()

    def go_to_end(self) -> None:
        """Behind the last move of the line that was looked at last."""
        self._keep_finished_game()
        while self.game.can_redo():
            self.game.redo()
        self._look()

    def go_to(self, path: str) -> None:
        """To the node that `path` names."""
        self._keep_finished_game()
        self.game.go_to(node_at(self.game, path))
        self._look()

    def _keep_finished_game(self) -> None:
        """Make a game that has ended a record: to look at its moves is not to take them back."""
        if self.game.result is not None:
            self.is_record = True

    @property
    def game_path(self) -> str:
        """The path of the last move of the main line on the way to the cursor."""
        return path_of(node_in_game(self.game.current))

    def return_to_game(self) -> None:
        """Back to the main line, where the variation at the cursor began; forward follows it."""
        target = node_in_game(self.game.current)
        for end in list(self.game.root.main_line())[-1:]:
            self.game.go_to(end)
        self.game.go_to(target)
        self._look()

    def _look(self) -> None:
        """Persons go on from where they look; players wait until `resume`."""
        self.is_paused = not self.is_person(self.game.to_move) and not self.is_over
        self._turn_clock.start()

    def pause(self) -> None:
        """Let players wait."""
        self.is_paused = True

    def resume(self) -> None:
        """End analysing and let players move again; a record is played on at its end."""
        if self.is_record:
            self.return_to_game()
            self.go_to_end()
        self.is_record = False
        self.is_analysing = False
        self.is_paused = False
        self._turn_clock.start()

    def analyse(self, on: bool) -> None:
        """Begin or end analysing; after it players wait until `resume`."""
        self.is_analysing = on
        if not on:
            self._look()

    # Variations and comments

    def promote(self, path: str) -> None:
        """Make the variation that the node is in the main line, all the way up."""
        promote_line(self.game, node_at(self.game, path))

    def delete(self, path: str) -> None:
        """Remove the node and what follows it."""
        self.game.delete(node_at(self.game, path))
        self._look()

    @property
    def is_in_variation(self) -> bool:
        """Whether the cursor is off the main line."""
        return variation_of(self.game.current) is not None

    def delete_variation(self) -> None:
        """Remove the variation that the cursor is in, back to where it leaves its line."""
        node = variation_of(self.game.current)
        if node is None:
            raise IllegalMove("this is the main line; go to a variation to delete it")
        self.delete(path_of(node))

    def comment(self, text: str) -> None:
        """Write `text` to the move before the cursor, or to the start."""
        move_before_pass(self.game.current).comment = text

    @property
    def comment_here(self) -> str:
        """The comment on the move before the cursor, or on the start."""
        return move_before_pass(self.game.current).comment

    # Ends

    def resign(self) -> Colour:
        """The person to move gives up, or the one person there is; return the loser's colour."""
        if self.is_over:
            raise OutflankError("the game is over; there is nothing to resign")
        if self.is_record:
            raise OutflankError("this game is only looked at; go on with it to resign it")
        if not self.persons:
            raise OutflankError("no person plays this game, so it cannot be resigned")
        loser = self.game.to_move if self.is_person(self.game.to_move) else self.persons[0]
        self._forfeit(loser, Reason.RESIGNATION)
        return loser

    def forfeit(self, reason: Reason) -> None:
        """The side to move loses the game for `reason`."""
        self._forfeit(self.game.to_move, reason)

    def _forfeit(self, loser: Colour, reason: Reason) -> None:
        # The game ends here, so the line that leads here is the main line, and nothing follows.
        promote_line(self.game, self.game.current)
        for node in list(self.game.current.children):
            self.game.delete(node)
        self.game.forfeit(loser, reason)
        self.is_analysing = False

    def restarted(self) -> Session:
        """A new session with the same players, time and opening."""
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
        """How much time the sides have."""
        return self._turn_clock.time_control

    @property
    def is_clock_running(self) -> bool:
        """Whether the side to move is using up time; the first move of a game is free."""
        is_first = self.moves_made <= self.opening_moves
        return self.time_control.is_limited and self._is_turn_running and not is_first

    @property
    def _is_turn_running(self) -> bool:
        return not (self.is_over or self.is_paused or self._is_explored)

    def turn_seconds(self) -> float:
        """Seconds since the turn began; 0 while the game is over, paused or analysed."""
        return self._turn_clock.elapsed_seconds() if self._is_turn_running else 0.0

    def start_turn(self, used_seconds: float = 0.0) -> None:
        """Let the turn begin now, with some of its time used already."""
        self._turn_clock.start(used_seconds)

    def clock(self, colour: Colour) -> Clock:
        """What `colour` has now for its next move."""
        moves = [node for node in self.game.current.line() if not node.is_pass]
        clock = self._turn_clock.clock(colour, moves, free_move=self.opening_moves)
        is_running = self.is_clock_running and colour is self.game.to_move
        return clock.less(self.turn_seconds()) if is_running else clock

    def seconds_left(self, colour: Colour) -> float | None:
        """What `colour` has left before it loses, or None without a limit."""
        return self.clock(colour).seconds

    def check_clock(self) -> bool:
        """Forfeit the game if the person to move has no time left; return whether that is so.

        Players are timed by the front end that asks them: one that had to wait for a busy server
        is not to blame.
        """
        if not self.is_person(self.game.to_move):
            return False
        left = self.seconds_left(self.game.to_move)
        if not self.is_clock_running or left is None or left > 0:
            return False
        self.forfeit(Reason.TIMEOUT)
        return True
