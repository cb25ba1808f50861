"""Report what would be lost when games are written in a format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from outflank.formats.catalogue import Feature, Format
from outflank.formats.wording import counted
from outflank.rules.game import BLACK, Game, Node, Reason
from outflank.rules.position import Position

_NOUNS = (
    "empty game",
    "start position",
    "move",
    "variation",
    "comment",
    "evaluation",
    "rounded evaluation",
    "move time",
    "declared result",
    "result reason",
)
"""What can be lost, except games and tags, in the order in which it is reported."""


def losses(games: Sequence[Game], format: Format) -> list[str]:
    """What `format` cannot store of `games`, as phrases such as ``"3 variations"``."""
    lost: list[str] = []
    if len(games) > 1 and Feature.SEVERAL_GAMES not in format.holds:
        lost.append(f"{len(games) - 1} of {len(games)} games")
        games = games[:1]
    tally = Counter(noun for game in games for noun in _lost_parts(game, format.holds))
    lost.extend(counted(tally[noun], noun) for noun in _NOUNS if tally[noun])
    tags = sorted({tag for game in games for tag in game.tags if not format.holds_tag(tag)})
    if tags:
        lost.append(f"tags: {', '.join(tags)}")
    return lost


def _lost_parts(game: Game, holds: frozenset[Feature]) -> Iterator[str]:
    """One noun of `_NOUNS` for each part of `game` that a format with
    the features `holds` cannot store.
    """
    root = game.root
    if not root.children and Feature.EMPTY_GAMES not in holds:
        yield "empty game"
    if Feature.START_POSITION not in holds and _start(game) != (Position.start(), BLACK):
        yield "start position"
    if root.comment and Feature.GAME_COMMENT not in holds:
        yield "comment"
    main_line = set(game.main_line())
    for node in game.nodes():
        is_main = node in main_line
        is_kept = _keeps_node(node, is_main, root, holds)
        # Passes follow from the rules; a variation counts once, at its first move.
        if not is_kept and not node.is_pass and (is_main or _begins_variation(node)):
            yield "move" if is_main else "variation"
        yield from _lost_notes(node, holds if is_kept else frozenset())
    yield from _lost_result(game, holds)


def _start(game: Game) -> tuple[Position, object]:
    return game.root.position, game.root.to_move


def _keeps_node(node: Node, is_main: bool, root: Node, holds: frozenset[Feature]) -> bool:
    if Feature.MOVES in holds and (is_main or Feature.VARIATIONS in holds):
        return True
    is_scored = node.parent is root and node.evaluation is not None
    return is_scored and Feature.SCORED_MOVES in holds


def _begins_variation(node: Node) -> bool:
    return node.parent is not None and node.parent.children[0] is not node


def _lost_notes(node: Node, holds: frozenset[Feature]) -> Iterator[str]:
    if node.comment and Feature.MOVE_COMMENTS not in holds:
        yield "comment"
    if node.seconds is not None and Feature.TIMES not in holds:
        yield "move time"
    if node.evaluation is None:
        return
    if Feature.EVALUATIONS not in holds:
        yield "evaluation"
    elif Feature.FRACTIONS not in holds and not float(node.evaluation).is_integer():
        yield "rounded evaluation"


def _lost_result(game: Game, holds: frozenset[Feature]) -> Iterator[str]:
    played_again = Game.from_moves(game.moves(), game.root.position, game.root.to_move)
    if game.result is None or game.result == played_again.result:
        return
    if Feature.RESULTS not in holds:
        yield "declared result"
    elif Feature.REASONS not in holds and game.result.reason is not Reason.COUNTED:
        yield "result reason"
