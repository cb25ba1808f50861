"""Find and promote variations in the tree of a game."""

from __future__ import annotations

from outflank.rules.game import Game, Node


def promote_line(game: Game, node: Node) -> None:
    """Make the line that leads to `node` the main line of `game`."""
    for step in node.line():
        game.promote(step)


def variation_of(node: Node) -> Node | None:
    """The first node of the variation that contains `node`, or None on the main line."""
    for step in reversed(node.line()):
        if step.parent is not None and step.parent.children[0] is not step:
            return step
    return None


def node_in_game(node: Node) -> Node:
    """The last main-line node on the way to `node`: `node` itself or where its variation begins."""
    for step in node.line():
        if step.parent is not None and step.parent.children[0] is not step:
            return step.parent
    return node


def move_before_pass(node: Node) -> Node:
    """`node`, or the move before it if `node` is a pass: comments are attached to moves only."""
    while node.is_pass and node.parent is not None:
        node = node.parent
    return node
