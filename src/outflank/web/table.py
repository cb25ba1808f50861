"""One game at a table: who plays it, whose turn it is, what may be done. Nothing here is web.

A player is named by its spec; ``human`` is a person in front of a browser. The clock is not kept
beside the game: what a side has used is what its moves on the current line took, so taking moves
back gives their time back, and a game read from the store has the clock it was saved with.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from outflank.arena.time_control import UNLIMITED, TimeControl
from outflank.errors import IllegalMove, OutflankError
from outflank.players.player import Clock
from outflank.rules.game import BLACK, WHITE, Colour, Game, Node, Reason, Result
from outflank.rules.squares import PASS, Square, parse_square, square_name

HUMAN = "human"
"""The spec of a person."""


class Table:
    """A game, the specs of its two players, and the time they have.

    `opening_moves` is how many moves the game began with; undo and restart stop there. While
    `is_analysing`, anybody may move for either side and no player answers. While `is_paused`, the
    players wait: somebody looks at an earlier move, or has told the player to stop.
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
        self.time_control = time_control
        self.opening_moves = opening_moves
        self.is_analysing = False
        self.is_paused = False
        self._now = now
        self._turn_started = now()

    # Whose turn it is

    def is_person(self, colour: Colour) -> bool:
        """Whether a person plays this colour."""
        return self.players[colour] == HUMAN

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
        if self.is_over or self.is_paused or self.is_analysing:
            return False
        return not self.is_person(self.game.to_move)

    def may_move(self) -> bool:
        """Whether somebody at the board may move now."""
        if self.is_analysing:
            return not self.game.is_over()
        return not self.is_over and self.is_person(self.game.to_move)

    # Moves

    def play(self, square: Square) -> Node:
        """Play `square` for the side to move; what is played is the main line.

        While analysing it is a variation instead where there are other moves already.
        """
        if self.is_over and not (self.is_analysing and not self.game.is_over()):
            raise IllegalMove(f"{square_name(square)} is not legal here; the game is over")
        seconds = round(self.turn_seconds(), 3) if self.is_clock_running or self.is_timed else None
        node = self.game.play(square, seconds=None if self.is_analysing else seconds)
        if not self.is_analysing:
            self.game.promote(node)
            self.game.declare(None)
            self.is_paused = False
        self._start_turn()
        return node

    @property
    def moves_made(self) -> int:
        """The moves before the cursor, forced passes not counted."""
        return sum(not node.is_pass for node in self.game.current.line())

    def can_undo(self) -> bool:
        """Whether there is a move to take back, or a declared end."""
        return self._is_decided or self._undo_target() is not None

    def undo(self) -> None:
        """Back to a turn of a person: against a player that is two moves, else one.

        A game that somebody resigned, or lost by time, goes on where it ended.
        """
        if self._is_decided:
            self.game.declare(None)
            self.is_paused = not self.is_person(self.game.to_move)
            self._start_turn()
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
            while node.is_pass and node.parent is not None:
                node = node.parent
            node = node.parent or node
            turns.append(node)
        if self.is_analysing:
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
            and not self.is_analysing
            and self.game.can_redo()
            and not self.is_person(self.game.to_move)
        ):
            self.game.redo()
        self._look()

    # Looking at other moves

    def step(self, direction: int) -> None:
        """One move back (-1) or forward (+1) along the line that was looked at last."""
        if direction < 0 and self.game.can_undo():
            self.game.undo()
        elif direction > 0 and self.game.can_redo():
            self.game.redo()
        self._look()

    def go_to_start(self) -> None:
        """Before the first move."""
        self.game.go_to_start()
        self._look()

    def go_to_end(self) -> None:
        """Behind the last move of the line that was looked at last."""
        while self.game.can_redo():
            self.game.redo()
        self._look()

    def go_to(self, path: str) -> None:
        """To the node that `path` names."""
        self.game.go_to(self.node_at(path))
        self._look()

    def _look(self) -> None:
        """Persons go on from wherever they look; players wait until they are told to."""
        self.is_paused = not self.is_person(self.game.to_move) and not self.is_over
        self._start_turn()

    def pause(self) -> None:
        """Let players wait."""
        self.is_paused = True

    def resume(self) -> None:
        """Let players move again."""
        self.is_paused = False
        self._start_turn()

    def analyse(self, on: bool) -> None:
        """Begin or end analysing; players wait for whoever ends it."""
        self.is_analysing = on
        if not on:
            self._look()

    # Names of nodes: the moves that lead to them, such as f5d6; passes follow from the rules

    @property
    def path(self) -> str:
        """The name of the node at the cursor."""
        return path_of(self.game.current)

    def node_at(self, path: str) -> Node:
        """The node that `path` names, before any pass it forces."""
        node = self.game.root
        for start in range(0, len(path), 2):
            if node.position.must_pass() and node.children:
                node = node.children[0]
            child = node.child(parse_square(path[start : start + 2]))
            if child is None:
                raise IllegalMove(f"{path!r} is not in this game; choose a move that is shown")
            node = child
        return node

    # Variations

    def promote(self, path: str) -> None:
        """Make the variation that the node is in the main line, all the way up."""
        for node in self.node_at(path).line():
            self.game.promote(node)

    def delete(self, path: str) -> None:
        """Remove the node and what follows it."""
        self.game.delete(self.node_at(path))
        self._look()

    @property
    def is_in_variation(self) -> bool:
        """Whether the cursor is off the main line."""
        return self._variation() is not None

    def delete_variation(self) -> None:
        """Remove the variation that the cursor is in, back to where it leaves its line."""
        node = self._variation()
        if node is None:
            raise IllegalMove("this is the main line; go to a variation to delete it")
        self.delete(path_of(node))

    def _variation(self) -> Node | None:
        """The last node before the cursor that is not the first child of its parent."""
        for node in reversed(self.game.current.line()):
            if node.parent is not None and node.parent.children[0] is not node:
                return node
        return None

    def comment(self, text: str) -> None:
        """Write `text` to the node at the cursor, or to the start."""
        node = self.game.current
        while node.is_pass and node.parent is not None:
            node = node.parent
        node.comment = text

    @property
    def comment_here(self) -> str:
        """What is written there."""
        node = self.game.current
        while node.is_pass and node.parent is not None:
            node = node.parent
        return node.comment

    # Ends

    def resign(self) -> Colour:
        """The person to move gives up, or the one person there is; return who."""
        if self.is_over:
            raise OutflankError("the game is over; there is nothing to resign")
        if not self.persons:
            raise OutflankError("no person plays this game, so nobody can resign it")
        loser = self.game.to_move if self.is_person(self.game.to_move) else self.persons[0]
        self._forfeit(loser, Reason.RESIGNATION)
        return loser

    def forfeit(self, reason: Reason) -> None:
        """The side to move loses the game for `reason`."""
        self._forfeit(self.game.to_move, reason)

    def _forfeit(self, loser: Colour, reason: Reason) -> None:
        # The game ends here, so the line that leads here is the main line, and nothing follows.
        for node in self.game.current.line():
            self.game.promote(node)
        for node in list(self.game.current.children):
            self.game.delete(node)
        self.game.forfeit(loser, reason)
        self.is_analysing = False

    def restarted(self) -> Table:
        """A new table with the same players, time and opening."""
        line = self.game.root.main_line()
        moves = [node.move for node in line if node.move != PASS][: self.opening_moves]
        game = Game.from_moves(moves, self.game.root.position, self.game.root.to_move)
        return Table(
            game,
            black=self.players[BLACK],
            white=self.players[WHITE],
            time_control=self.time_control,
            opening_moves=self.opening_moves,
            now=self._now,
        )

    # The clock

    @property
    def is_timed(self) -> bool:
        """Whether the sides have a limit."""
        control = self.time_control
        return control.move_seconds is not None or control.game_seconds is not None

    @property
    def is_clock_running(self) -> bool:
        """Whether the side to move is using up time; the first move of a game is free."""
        return (
            self.is_timed
            and not self.is_over
            and not self.is_paused
            and not self.is_analysing
            and self.moves_made > self.opening_moves
        )

    def turn_seconds(self) -> float:
        """How long the side to move has had its turn."""
        return self._now() - self._turn_started if self.is_clock_running else 0.0

    def _start_turn(self) -> None:
        self._turn_started = self._now()

    def clock(self, colour: Colour) -> Clock:
        """What `colour` has now for its next move."""
        own = [
            node
            for node in self.game.current.line()
            if node.mover is colour and not node.is_pass and node.seconds is not None
        ]
        used = sum(node.seconds or 0.0 for node in own)
        clock = self.time_control.clock(used, len(own))
        return clock.less(self.turn_seconds()) if colour is self.game.to_move else clock

    def seconds_left(self, colour: Colour) -> float | None:
        """What `colour` has left before it loses, or None without a limit."""
        return self.clock(colour).seconds

    def check_clock(self) -> bool:
        """Whether the side to move has just lost by time.

        Only people lose by time: a player that had to wait for a busy server is not to blame.
        """
        if not self.is_person(self.game.to_move):
            return False
        left = self.seconds_left(self.game.to_move)
        if not self.is_clock_running or left is None or left > 0:
            return False
        self.forfeit(Reason.TIMEOUT)
        return True


def path_of(node: Node) -> str:
    """The name of a node: the squares played on the way to it."""
    return "".join(square_name(step.move) for step in node.line() if not step.is_pass)
