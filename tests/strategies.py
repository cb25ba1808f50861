"""Random games for hypothesis: whole trees with notes, tags and results."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from outflank.formats.catalogue import Feature, Format
from outflank.rules.game import BLACK, WHITE, Colour, Game, Node, Reason, Result
from outflank.rules.position import Position
from outflank.rules.squares import FULL

EVERYTHING = frozenset(Feature)

KNOWN_TAGS = ("black", "white", "event", "place", "date", "round", "black rating", "opening")

positions = st.builds(
    lambda occupied, player: Position(occupied & player, occupied & ~player),
    st.integers(0, FULL),
    st.integers(0, FULL),
)
"""Any board at all, reachable or not."""

starts = st.one_of(
    st.just((Position.start(), BLACK)), st.tuples(positions, st.sampled_from([BLACK, WHITE]))
)

# A carriage return before a line feed is the end of a line in formats of lines, so it is not text.
texts = st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1, max_size=30)

evaluations = st.one_of(
    st.integers(-64, 64).map(float), st.floats(allow_nan=False, allow_infinity=False)
)

results = st.builds(Result, st.integers(-64, 64), st.sampled_from(Reason))

_choices = st.lists(st.integers(0, 59), max_size=70)


@st.composite
def games(
    draw: st.DrawFn,
    holds: frozenset[Feature] = EVERYTHING,
    tag_names: Sequence[str] = (*KNOWN_TAGS, "XYZ"),
) -> Game:
    """A random game with the features in `holds`, and tags of these names."""
    start: tuple[Position, Colour] = (Position.start(), BLACK)
    if Feature.START_POSITION in holds:
        start = draw(starts)
    game = Game(*start)
    if Feature.MOVES in holds:
        play_some(game, draw(_choices))
    elif Feature.SCORED_MOVES in holds:
        add_scored_moves(game, draw(_choices))
    if Feature.VARIATIONS in holds:
        for place, choices in draw(st.lists(st.tuples(st.integers(0), _choices), max_size=3)):
            nodes = [game.root, *game.nodes()]
            game.go_to(nodes[place % len(nodes)])
            play_some(game, choices[:5])
    if Feature.GAME_COMMENT in holds:
        game.root.comment = draw(st.just("") | texts)
    for node in draw(_some(list(game.nodes()))):
        add_notes(draw, node, holds)
    if Feature.RESULTS in holds:
        game.declare(draw(st.none() | results))
    if tag_names:
        game.tags.update(draw(st.dictionaries(st.sampled_from(tag_names), texts, max_size=3)))
    return game


def games_for(format: Format) -> st.SearchStrategy[Game]:
    """Games that `format` can hold."""
    names = [name for name in (*KNOWN_TAGS, "XYZ") if format.holds_tag(name)]
    return games(format.holds, names)


def play_some(game: Game, choices: Sequence[int]) -> None:
    """Play on from the cursor, each choice picking one of the legal moves."""
    for choice in choices:
        moves = game.position.legal_moves()
        if not moves:
            break
        game.play(moves[choice % len(moves)])


def add_scored_moves(game: Game, choices: Sequence[int]) -> None:
    for choice in choices:
        game.go_to_start()
        moves = game.position.legal_moves()
        if moves and not game.root.position.must_pass():
            game.play(moves[choice % len(moves)], evaluation=choice - 30)
    game.go_to_start()


def add_notes(draw: st.DrawFn, node: Node, holds: frozenset[Feature]) -> None:
    if Feature.MOVE_COMMENTS in holds:
        node.comment = draw(st.just("") | texts)
    if Feature.FRACTIONS in holds:
        node.evaluation = draw(st.none() | evaluations)
    if Feature.TIMES in holds:
        node.seconds = draw(st.none() | st.floats(0, 1e6))


def _some(nodes: list[Node]) -> st.SearchStrategy[list[Node]]:
    return st.lists(st.sampled_from(nodes), max_size=4) if nodes else st.just([])


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """`text` cut short, or with a few pieces of it replaced by others."""
    if draw(st.booleans()):
        return text[: draw(st.integers(0, len(text)))]
    pieces = st.one_of(
        st.text(max_size=4), st.sampled_from(["(", ")", ";", "[", "]", "\\", "%", "\n", "--", "a1"])
    )
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(text)))
        end = begin + draw(st.integers(0, 6))
        text = text[:begin] + draw(pieces) + text[end:]
    return text
