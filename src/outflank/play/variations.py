"""Lines of a game beside its main line."""

from __future__ import annotations

from outflank.rules.game import Game, Node


def promote_line(game: Game, node: Node) -> None:
    """Make the line that leads to `node` the main line of `game`."""
    for step in node.line():
        game.promote(step)


def variation_of(node: Node) -> Node | None:
    """The node where the variation that `node` is in begins, or None on the main line."""
    for step in reversed(node.line()):
        if step.parent is not None and step.parent.children[0] is not step:
            return step
    return None


def node_in_game(node: Node) -> Node:
    """The last node of the main line on the way to `node`: itself, or where its variation began."""
    for step in node.line():
        if step.parent is not None and step.parent.children[0] is not step:
            return step.parent
    return node


def move_before_pass(node: Node) -> Node:
    """`node`, or the move that forced it if it is a pass: comments belong to moves."""
    while node.is_pass and node.parent is not None:
        node = node.parent
    return node
