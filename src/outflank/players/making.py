"""The function that makes a player from its spec."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from outflank.errors import OutflankError
from outflank.players.options import Value
from outflank.players.player import Player
from outflank.players.randomness import RandomSometimes
from outflank.players.spec import PlayerSpec, parse_spec

if TYPE_CHECKING:
    from outflank.engine.engine import Engine


def make_player(
    spec: PlayerSpec | str,
    *,
    engine: Engine | None = None,
    seed: int | None = None,
    opening_moves: int | None = None,
) -> Player:
    """Make the player that `spec` describes; the player's name is the text of the spec.

    `seed` overrides the seed in the spec. With a seed, random choices in a game depend only on the
    seed and the position; without one they differ every time.

    `engine` is an engine shared between players: a player of the kind ``engine`` searches with it,
    or with ``human=`` uses its weights. Then the options ``threads`` and ``table_mb`` have no
    effect, and ``weights`` and ``ponder=on`` raise `OutflankError`; with ``eval`` or ``eval_file``
    the player creates its own engine. Other kinds of players ignore `engine`.

    `opening_moves` is the number of moves of the opening; the moves of the option ``random_first``
    are counted from there. None means that the opening is everything played before the player's
    first move.
    """
    if isinstance(spec, str):
        spec = parse_spec(spec)
    values = spec.values
    if seed is None:
        seed = cast("int | None", values.get("seed"))
    own: dict[str, Any] = {option.name: values[option.name] for option in spec.kind.factory_options}
    if spec.kind.takes_argument:
        own["argument"] = spec.argument
    if spec.kind.takes_engine:
        own["engine"] = engine
    player = _factory(spec)(**own, seed=seed)
    player = _with_book(player, values, seed)
    first = cast("int", values.get("random_first", 0))
    probability = cast("float", values.get("random", 0.0))
    if first or probability:
        player = RandomSometimes(
            player, first=first, probability=probability, seed=seed, opening_moves=opening_moves
        )
    # The spec as name makes game records reproducible.
    player.name = str(spec)
    return player


def _with_book(player: Player, values: Mapping[str, Value], seed: int | None) -> Player:
    """Wrap the player with the opening book that its options ask for, if any."""
    choice = cast("str", values.get("book", "off"))
    variety = cast("float", values.get("book_variety", 0.0))
    if choice == "off":
        if variety:
            raise OutflankError(f"book_variety={variety:g} needs a book; add book=on")
        return player
    from outflank.engine.book.choosing import chosen_book
    from outflank.players.book import with_book

    book = chosen_book(choice)
    assert book is not None
    return with_book(player, book, variety=variety, seed=seed)


def searches_with_engine(spec: PlayerSpec) -> bool:
    """Whether a player with this spec searches with the engine that is passed to `make_player`.

    Players with ``human=`` do not search, and those with ``eval`` or ``eval_file`` need an engine
    of their own.
    """
    others = ("human", "eval", "eval_file")
    return spec.kind.takes_engine and all(spec.values[name] is None for name in others)


def _factory(spec: PlayerSpec) -> Callable[..., Player]:
    module, _, function = spec.kind.factory.partition(":")
    return cast("Callable[..., Player]", getattr(import_module(module), function))
