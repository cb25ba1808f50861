"""Copies of a game for its players, and a check that a player has not changed its copy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, zip_longest

from outflank.rules.game import Game, Node


def copy_of(game: Game) -> Game:
    """A deep copy of the game, at the same current node."""
    copy = Game(game.root.position, game.root.to_move)
    copy.root.children.clear()  # a forced pass is copied below like any other move
    copies = {game.root: copy.root}
    _copy_notes(game.root, copy.root)
    for node in game.nodes():
        if node.parent is not None:
            parent = copies[node.parent]
            copies[node] = Node(node.position, node.to_move, parent, node.move)
            parent.children.append(copies[node])
            _copy_notes(node, copies[node])
    copy.go_to(copies[game.current])
    copy.tags.update(game.tags)
    if game.result is not None:
        copy.declare(game.result)
    return copy


def _copy_notes(node: Node, copy: Node) -> None:
    copy.comment, copy.evaluation, copy.seconds = node.comment, node.evaluation, node.seconds


def is_unaltered(copy: Game, game: Game) -> bool:
    """Whether `copy` still equals `game`: tree, comments, times, positions and current node."""
    try:
        # Lazily, pair by pair: a tree with a cycle ends at the first difference.
        pairs = zip_longest(_contents(copy), _contents(game))
        return (
            all(given == kept for given, kept in pairs)
            and copy.tags == game.tags
            and copy.result == game.result
        )
    except Exception:  # the player has damaged the tree
        return False


def _contents(game: Game) -> Iterator[tuple[object, ...]]:
    for node in chain([game.root], game.nodes()):
        yield (
            node.move,
            node.position,
            node.to_move,
            len(node.children),
            node.comment,
            node.evaluation,
            node.seconds,
            node is game.current,
        )
