"""The one factory of players: from a spec to a player."""

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
    """The player that `spec` describes, with the text of the spec as its name.

    `seed` replaces a seed in the spec; with neither the player's chance is different every time.
    With a seed its random choices in a game depend on the seed and the position alone.

    `engine` is for callers whose players share engines: a player of the kind ``engine`` searches
    with it, and ``human=`` sees with its weights. Its threads, table and weights are the caller's
    choice, so the options ``threads`` and ``table_mb`` have no effect, and ``weights`` and
    ``ponder=on`` are refused with an `OutflankError`. With ``eval`` or ``eval_file`` the player has
    another engine for its evaluation. Other kinds of players do not use `engine`.

    `opening_moves` is the number of moves that the game began with, from which ``random_first``
    counts; None takes for the opening what was played before the player is first asked for a move.
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
    # The spec is the name, so that a record says exactly who played.
    player.name = str(spec)
    return player


def _with_book(player: Player, values: Mapping[str, Value], seed: int | None) -> Player:
    """The player with the opening book that its options name, if they do."""
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
    """Whether a player searches with the engine that `make_player` is given.

    Players like people do not search with an engine, and an evaluation of one's own needs another.
    """
    others = ("human", "eval", "eval_file")
    return spec.kind.takes_engine and all(spec.values[name] is None for name in others)


def _factory(spec: PlayerSpec) -> Callable[..., Player]:
    module, _, function = spec.kind.factory.partition(":")
    return cast("Callable[..., Player]", getattr(import_module(module), function))
