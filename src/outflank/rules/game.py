"""A game: a tree of moves with variations, comments, evaluations and times.

Colours exist only from this module upwards; positions know only the player to move and the
opponent.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from outflank.errors import IllegalMove
from outflank.rules.position import Position
from outflank.rules.squares import (
    NAMED_MOVES,
    PASS,
    Bitboard,
    Square,
    move_names,
    parse_move,
    square_name,
)


class Colour(enum.Enum):
    """The colour of a side; Black moves first in a standard game."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> Colour:
        """The opponent's colour."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    def __str__(self) -> str:
        return self.value.capitalize()


BLACK = Colour.BLACK
WHITE = Colour.WHITE


class Reason(enum.Enum):
    """Why a game ended: by counting discs, by resignation and so on."""

    COUNTED = "counted"
    TIMEOUT = "timeout"
    ILLEGAL_MOVES = "illegal moves"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game: `score` in discs for Black, and the reason why the game ended."""

    score: int
    reason: Reason = Reason.COUNTED

    @property
    def winner(self) -> Colour | None:
        """The winner's colour, or None for a draw."""
        if self.score == 0:
            return None
        return BLACK if self.score > 0 else WHITE

    def __str__(self) -> str:
        if self.winner is None:
            return "Draw" if self.reason is Reason.COUNTED else f"Draw by {self.reason.value}"
        if self.reason is Reason.COUNTED:
            return f"{self.winner} wins by {abs(self.score)}"
        if self.reason is Reason.AGREEMENT:
            return f"{self.winner} wins by agreement"
        return f"{self.winner} wins by {self.winner.other}'s {self.reason.value}"


class Node:
    """One move of a game and the position after it; the root node has no move.

    The first child belongs to the main line, the others begin variations. `evaluation` is in discs
    for the side that made the move, `seconds` is the time that side took; both are None if unknown.
    """

    __slots__ = (
        "_last_visited",
        "children",
        "comment",
        "evaluation",
        "move",
        "parent",
        "position",
        "seconds",
        "to_move",
    )

    def __init__(
        self, position: Position, to_move: Colour, parent: Node | None, move: Square
    ) -> None:
        self.position = position
        self.to_move = to_move
        self.parent = parent
        self.move = NAMED_MOVES[move]
        self.children: list[Node] = []
        self.comment = ""
        self.evaluation: float | None = None
        self.seconds: float | None = None
        self._last_visited: Node | None = None

    @property
    def mover(self) -> Colour:
        """The side that made the move of this node."""
        return self.to_move.other

    @property
    def black(self) -> Bitboard:
        """Black's discs, as a bitboard."""
        return self.position.player if self.to_move is BLACK else self.position.opponent

    @property
    def white(self) -> Bitboard:
        """White's discs, as a bitboard."""
        return self.position.opponent if self.to_move is BLACK else self.position.player

    @property
    def is_pass(self) -> bool:
        """Whether this node is a forced pass."""
        return self.parent is not None and self.move == PASS

    def child(self, move: Square) -> Node | None:
        """The child of this node that has this move, or None."""
        return next((child for child in self.children if child.move == move), None)

    @property
    def next(self) -> Node | None:
        """The child to which redo goes: the one visited last, else the first;
        None if there is none.
        """
        return self._last_visited or (self.children[0] if self.children else None)

    def line(self) -> list[Node]:
        """The nodes from the first move of the game to this one."""
        nodes: list[Node] = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def main_line(self) -> Iterator[Node]:
        """The nodes after this one, always following the first child."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    def __repr__(self) -> str:
        move = "root" if self.parent is None else f"{self.mover} {square_name(self.move)}"
        return f"<Node {move}, {len(self.children)} children>"


class Game:
    """A game from any position, with a cursor that play, undo and redo move along its tree.

    A forced pass is made by the game itself: it is a node of the tree like any other, and the
    cursor never rests where the side to move would have to pass.

    >>> from outflank import Game
    >>> game = Game.from_moves("f5d6c3")
    >>> game.moves(), game.to_move, game.undo().to_move
    ([f5, d6, c3], <Colour.WHITE: 'white'>, <Colour.BLACK: 'black'>)

    `tags` holds what is known about the game; the names that every format understands are
    ``black``, ``white``, ``event``, ``place``, ``date`` and ``round``.
    """

    def __init__(self, start: Position | None = None, to_move: Colour = BLACK) -> None:
        self.root = Node(start or Position.start(), to_move, None, PASS)
        self.tags: dict[str, str] = {}
        self._declared: Result | None = None
        self._current = _after_forced_pass(self.root)
        self._pass_is_recorded = False

    @classmethod
    def from_moves(
        cls,
        moves: str | Iterable[Square | str],
        start: Position | None = None,
        to_move: Colour = BLACK,
    ) -> Game:
        """A game with `moves` played: a transcript, or squares or names of squares one by one.

        It begins at `start` (default: the start position) with `to_move` to move. Forced passes may
        be left out.
        """
        game = cls(start, to_move)
        for move in move_names(moves) if isinstance(moves, str) else moves:
            game.play(move)
        return game

    # Where the cursor is

    @property
    def current(self) -> Node:
        """The node at the cursor."""
        return self._current

    @property
    def position(self) -> Position:
        """The position at the cursor, from the point of view of the side to move."""
        return self._current.position

    @property
    def to_move(self) -> Colour:
        """The side to move at the cursor."""
        return self._current.to_move

    def discs(self, colour: Colour) -> int:
        """The number of discs of `colour` at the cursor."""
        mask = self._current.black if colour is BLACK else self._current.white
        return mask.bit_count()

    def is_over(self) -> bool:
        """Whether neither side can move at the cursor."""
        return self.position.is_over()

    @property
    def has_unnamed_pass(self) -> bool:
        """Whether the game has just added a forced pass that has not
        been confirmed by `play(PASS)`.
        """
        return self._current.is_pass and not self._pass_is_recorded

    # Moving the cursor

    def play(
        self,
        move: Square | str,
        *,
        comment: str = "",
        evaluation: float | None = None,
        seconds: float | None = None,
    ) -> Node:
        """Play `move` at the cursor and return its node.

        If the cursor already has other moves after it, a new move becomes a variation. If the move
        forces a pass, the game adds the pass too and moves the cursor past it. `PASS` is then
        accepted once, so that transcripts with and without passes give the same game. `evaluation`
        is in discs for the side that moves.
        """
        square = parse_move(move) if isinstance(move, str) else move
        if square == PASS and self._current.is_pass and not self._pass_is_recorded:
            node = self._current
            self._pass_is_recorded = True
        else:
            node = self._child_for(square)
            self._move_to(_after_forced_pass(node))
        node.comment = comment or node.comment
        node.evaluation = node.evaluation if evaluation is None else evaluation
        node.seconds = node.seconds if seconds is None else seconds
        return node

    def _move_to(self, node: Node) -> Node:
        self._current = node
        self._pass_is_recorded = False
        return node

    def _child_for(self, move: Square) -> Node:
        node = self._current
        child = node.child(move)
        if child is None:
            child = Node(node.position.play(move), node.to_move.other, node, move)
            node.children.append(child)
        node._last_visited = child
        return child

    def can_undo(self) -> bool:
        """Whether there is a move before the cursor that is not a forced pass."""
        return any(not node.is_pass for node in self._current.line())

    def undo(self) -> Node:
        """Take back the last move, with the pass that it may have forced;
        return the node at the cursor.
        """
        if not self.can_undo():
            raise IllegalMove("there is no move to undo; the game is at its start")
        node = self._current
        while node.is_pass and node.parent is not None:
            node = node.parent
        return self._move_to(node.parent or node)

    def can_redo(self) -> bool:
        """Whether there is a move after the cursor."""
        return bool(self._current.children)

    def redo(self) -> Node:
        """Play the move that was last taken back, else the move of the main line;
        return the node at the cursor.
        """
        node = self._current.next
        if node is None:
            raise IllegalMove("there is no move to redo; the game is at the end of its line")
        self._current._last_visited = node
        return self._move_to(_after_forced_pass(node))

    def go_to(self, node: Node) -> Node:
        """Put the cursor on `node` of this game,
        or past the pass that follows it if a pass is forced.
        """
        reached = self.root
        for step in node.line():
            if step in reached.children:
                reached._last_visited = step
                reached = step
        if reached is not node:
            raise IllegalMove(f"{node} is not in this game; it was deleted or is another game's")
        return self._move_to(_after_forced_pass(node))

    def go_to_start(self) -> Node:
        """Put the cursor before the first move."""
        return self.go_to(self.root)

    def go_to_end(self) -> Node:
        """Put the cursor at the end of the main line."""
        *_, last = self.root, *self.root.main_line()
        return self.go_to(last)

    # Variations

    def promote(self, node: Node) -> None:
        """Make `node` the first of its siblings, so that the main line goes through it."""
        if node.parent is not None:
            node.parent.children.remove(node)
            node.parent.children.insert(0, node)

    def delete(self, node: Node) -> None:
        """Remove `node` and everything after it.

        If the cursor was in the removed part, it goes to the parent of `node`.
        """
        if node.parent is None:
            raise IllegalMove("the start of a game cannot be deleted; make a new game instead")
        if node.is_pass:
            raise IllegalMove("a forced pass cannot be deleted; delete the move before it")
        if node not in node.parent.children:
            raise IllegalMove(f"{node} is not in this game; it was deleted before")
        if node in self._current.line():
            self._move_to(node.parent)
        node.parent.children.remove(node)
        if node.parent._last_visited is node:
            node.parent._last_visited = None

    # The whole record

    def main_line(self) -> list[Node]:
        """The nodes of the main line, forced passes included."""
        return list(self.root.main_line())

    def moves(self) -> list[Square]:
        """The moves of the main line, forced passes included as `PASS`."""
        return [node.move for node in self.root.main_line()]

    def nodes(self) -> Iterator[Node]:
        """All nodes but the root, parents before children,
        and at every branch the main line first.
        """
        pending = self.root.children[::-1]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))

    def up_to_cursor(self) -> Game:
        """A new game with the same tags and only the moves up to the cursor."""
        moves = [node.move for node in self._current.line() if not node.is_pass]
        line = Game.from_moves(moves, self.root.position, self.root.to_move)
        line.tags.update(self.tags)
        return line

    # How it ended

    @property
    def result(self) -> Result | None:
        """The declared result; else the disc count if the main line ends the game; else None."""
        if self._declared is not None:
            return self._declared
        *_, last = self.root, *self.root.main_line()
        if not last.position.is_over():
            return None
        score = last.position.score()
        return Result(score if last.to_move is BLACK else -score)

    def declare(self, result: Result | None) -> None:
        """Set the result, such as one that was agreed on; None removes a declared result."""
        self._declared = result

    def forfeit(self, loser: Colour, reason: Reason) -> None:
        """End the game for `reason` with a loss of `loser` by 64 discs."""
        self._declared = Result(-64 if loser is BLACK else 64, reason)

    def resign(self, loser: Colour) -> None:
        """End the game because `loser` resigns."""
        self.forfeit(loser, Reason.RESIGNATION)

    # Comparison and display

    def __eq__(self, other: object) -> bool:
        """Whether both games have the same start, tree of moves, comments, tags and result."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._record() == other._record()

    __hash__ = None  # type: ignore[assignment]

    def _record(self) -> tuple[object, ...]:
        notes = [
            (node.move, node.comment, node.evaluation, node.seconds, len(node.children))
            for node in (self.root, *self.nodes())
        ]
        return self.root.position, self.root.to_move, notes, self.tags, self.result

    def __repr__(self) -> str:
        moves = "".join(square_name(move) for move in self.moves() if move != PASS)
        return f"<Game {moves or 'without moves'}, {self.result or f'{self.to_move} to move'}>"

    def _repr_svg_(self) -> str:
        """The picture for Jupyter: the board at the cursor,
        with the last move and the legal moves.
        """
        from outflank.rules.svg import board_svg

        return board_svg(self)


def _after_forced_pass(node: Node) -> Node:
    """The node of the forced pass after `node`, which is added if it is missing;
    else `node` itself.
    """
    if not node.position.must_pass():
        return node
    if not node.children:
        node.children.append(Node(node.position.passed(), node.to_move.other, node, PASS))
    node._last_visited = node.children[0]
    return node.children[0]
