"""Paths of nodes: the moves from the start of the game, such as ``f5d6``, without passes."""

from __future__ import annotations

from outflank.errors import IllegalMove
from outflank.rules.game import Game, Node
from outflank.rules.squares import parse_square, square_name


def path_of(node: Node) -> str:
    """The moves from the start of the game to `node`, such as ``f5d6``."""
    return "".join(square_name(step.move) for step in node.line() if not step.is_pass)


def node_at(game: Game, path: str) -> Node:
    """The node that `path` leads to. If a forced pass follows it, the node before the pass.

    Raises `IllegalMove` if the game tree has no such line.
    """
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
    """The path of the last node that repeated redo reaches from the current node."""
    node = game.current
    while node.next is not None:
        node = node.next
    return path_of(node)
