"""Paths of nodes: the moves that lead to them, such as ``f5d6``, without passes."""

from __future__ import annotations

from outflank.errors import IllegalMove
from outflank.rules.game import Game, Node
from outflank.rules.squares import parse_square, square_name


def path_of(node: Node) -> str:
    """The path from the start of the game to `node`."""
    return "".join(square_name(step.move) for step in node.line() if not step.is_pass)


def node_at(game: Game, path: str) -> Node:
    """The node of `game` at `path`, before a pass that it forces."""
    node = game.root
    for start in range(0, len(path), 2):
        if node.position.must_pass() and node.children:
            node = node.children[0]
        child = node.child(parse_square(path[start : start + 2]))
        if child is None:
            raise IllegalMove(f"{path!r} is not in this game; choose a move of the game tree")
        node = child
    return node


def redo_path(game: Game) -> str:
    """The path of the last node that redo reaches from the cursor."""
    node = game.current
    while node.next is not None:
        node = node.next
    return path_of(node)
