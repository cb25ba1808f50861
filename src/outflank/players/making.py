"""From a spec to a player."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

from outflank.players.player import Player
from outflank.players.randomness import RandomSometimes
from outflank.players.spec import PlayerSpec, parse_spec


def make_player(spec: PlayerSpec | str, *, seed: int | None = None) -> Player:
    """The player that `spec` describes, and with its text for a name.

    `seed` stands in for one in the spec; without either the player is different every time.
    """
    if isinstance(spec, str):
        spec = parse_spec(spec)
    values = spec.values
    if seed is None:
        seed = cast("int | None", values.get("seed"))
    own = {option.name: values[option.name] for option in spec.kind.options}
    if spec.kind.takes_argument:
        own["argument"] = spec.argument
    player = _factory(spec)(**own, seed=seed)
    first = cast("int", values.get("random_first", 0))
    probability = cast("float", values.get("random", 0.0))
    if first or probability:
        player = RandomSometimes(player, first=first, probability=probability, seed=seed)
    # The spec is the name, so that a record says exactly who played.
    player.name = str(spec)
    return player


def _factory(spec: PlayerSpec) -> Callable[..., Player]:
    module, _, function = spec.kind.factory.partition(":")
    return cast("Callable[..., Player]", getattr(import_module(module), function))
