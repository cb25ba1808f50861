"""One player by every way: the web desk's players are those that `make_player` makes."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import numpy as np
import pytest

from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.kernels.jit import INTERPRETED
from outflank.players import Clock, Player, PlayerKind, make_player, parse_spec
from outflank.players.engine import EnginePlayer
from outflank.players.imitation import ImitationPlayer
from outflank.players.options import Option, format_value
from outflank.players.randomness import RandomSometimes
from outflank.rules.game import Game
from outflank.rules.squares import Square
from outflank.search.limit import Limit
from outflank.search.result import SearchResult
from outflank.web.allowed import most_seconds, web_kinds, web_options
from outflank.web.desk import Desk

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

TURNS = 8
"""Moves of the player that are compared."""

NUMBERS: dict[str, int | float] = {
    "confidence": 87,
    "depth": 2,
    "exploration": 0.3,
    "level": 2,
    "nodes": 150,
    "book_variety": 1.0,
    "random": 0.5,
    "random_first": 3,
    "seed": 9,
    "threads": 2,
    "time": 1.5,
    "until": 30,
    "width": 3,
}
"""A value for every option that is a number; none is a default."""

UNPREDICTABLE = ("threads",)
"""Options whose players depend on which thread is first; their settings alone are compared."""


def given(spec: str) -> Any:
    return pytest.param(spec, id=spec)


def values_of(option: Option) -> list[str]:
    """Values of an option that are not its default."""
    if option.type is bool:
        return [format_value(not option.default)]
    if option.choices:
        return [choice for choice in option.choices if choice != option.default]
    return [format_value(NUMBERS[option.name])]


def specs_of(kind: PlayerKind) -> Iterator[str]:
    """Every option of a kind, one at a time; each with a limit that time does not decide."""
    names = [option.name for option in web_options(kind)]
    yield spec_of(kind, names, {})
    for option in web_options(kind):
        for value in values_of(option):
            yield spec_of(kind, names, {option.name: value})


def spec_of(kind: PlayerKind, names: list[str], options: dict[str, str]) -> str:
    limits = {"depth": "3"} if "depth" in names else {"nodes": "300"} if "nodes" in names else {}
    if "human" in options:
        limits = {}  # people look as far as they do
    if "book_variety" in options:
        limits = limits | {"book": "on"}
    if kind.name == "report003":
        limits["time"] = "5"  # its own minute is more than visitors may have
    options = {**limits, "seed": "5", **options}
    written = ",".join(f"{name}={value}" for name, value in options.items())
    return str(parse_spec(f"{kind.name}:{written}"))


SPECS = [spec for kind in web_kinds() for spec in specs_of(kind)]


def with_desk(test: Callable[[Desk], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        desk = Desk()
        try:
            await asyncio.wait_for(test(desk), 120)
        finally:
            await desk.close()

    asyncio.run(run())


def clock_of(spec: str) -> Clock:
    """What the desk allows for a move where the game has no clock."""
    return Clock(move_seconds=most_seconds(parse_spec(spec)))


def settings(thing: object, depth: int = 4) -> object:
    """All that an object is set up with, by name: numbers, texts and limits, and those within."""
    if isinstance(thing, bool | int | float | str | None | Limit):
        return thing
    if isinstance(thing, np.ndarray):
        # What a search has learnt is in arrays; how large they are was set up.
        return thing.shape
    if isinstance(thing, np.void):
        names = [name for name in thing.dtype.names or () if not name.endswith("address")]
        return {name: settings(thing[name], depth) for name in names}
    if isinstance(thing, np.generic):
        return thing.item()
    if isinstance(thing, SearchResult) or depth == 0:
        return type(thing).__name__
    if isinstance(thing, list | tuple):
        return [settings(part, depth - 1) for part in thing]
    names = [*vars(thing)] if hasattr(thing, "__dict__") else []
    return {
        "class": type(thing).__name__,
        **{name: settings(getattr(thing, name), depth - 1) for name in names},
    }


async def played_by_both(desk: Desk, spec: str, start: Game) -> list[tuple[Square, Square]]:
    """The moves of the player from `make_player` and of the desk's, for the side to move."""
    player, chance = make_player(spec), random.Random(1)
    game = start.up_to_cursor()
    opening_moves, colour = len(game.moves()), game.to_move
    moves: list[tuple[Square, Square]] = []
    while len(moves) < TURNS and not game.is_over():
        if game.to_move is not colour:
            game.play(chance.choice(game.position.legal_moves()))
            continue
        by_desk = await desk.choose(spec, game, visitor="a", opening_moves=opening_moves)
        moves.append((player.choose(game, clock_of(spec)), by_desk))
        game.play(by_desk)
    assert len(moves) > TURNS / 2
    return moves


def comparable(player: Player) -> object:
    """The settings of a player, without those of its engine: table and weights are the server's."""
    if isinstance(player, RandomSometimes):
        return settings(player, 1), comparable(player.player)
    if isinstance(player, EnginePlayer):
        assert isinstance(player.search, Engine)
        return type(player), player.name, player.limit, player.search.threads
    return settings(player)


@pytest.mark.parametrize("spec", [given(spec) for spec in SPECS])
def test_the_web_desk_has_the_player_of_the_factory(spec: str) -> None:
    async def test(desk: Desk) -> None:
        made = make_player(spec, opening_moves=0)
        with desk.players.lend(parse_spec(spec), Game(), "b") as lent:
            assert type(made) is type(lent)
            assert made.name == lent.name == spec
            assert comparable(made) == comparable(lent)
        if not any(f"{name}=" in spec for name in UNPREDICTABLE):
            pairs = await played_by_both(desk, spec, Game())
            assert [made for made, _ in pairs] == [by_desk for _, by_desk in pairs]

    with_desk(test)


def test_every_option_that_a_visitor_may_give_is_compared() -> None:
    for kind in web_kinds():
        compared = {
            name for spec in SPECS for name, _ in parse_spec(spec).given if kind.name in spec
        }
        assert compared >= {option.name for option in web_options(kind)}


@pytest.mark.parametrize("spec", ["mcts:nodes=300", "greedy", "engine:depth=2"])
def test_random_first_counts_behind_an_opening(spec: str) -> None:
    opening = Game.from_moves(["f5", "d6", "c3", "d3", "c4", "f4"])

    async def test(desk: Desk) -> None:
        plain = make_player(f"{spec},seed=4" if ":" in spec else f"{spec}:seed=4")
        others = 0
        for seed in range(6):
            mixed = f"{spec}{',' if ':' in spec else ':'}random_first=2,seed={seed}"
            pairs = await played_by_both(desk, mixed, opening)
            assert [made for made, _ in pairs] == [by_desk for _, by_desk in pairs]
            others += pairs[0][1] != plain.choose(opening, clock_of(spec))
        assert others

    with_desk(test)


# The two faults that users met


def test_a_beginner_of_the_web_is_not_the_full_engine() -> None:
    async def test(desk: Desk) -> None:
        spec = "engine:human=beginner,seed=3"
        await desk.choose(spec, Game(), visitor="loads the kernels")
        started = time.process_time()
        pairs = await played_by_both(desk, spec, Game())
        assert time.process_time() - started < 8
        assert [made for made, _ in pairs] == [by_desk for _, by_desk in pairs]

    with_desk(test)


def game_with_an_only_move() -> Game:
    """A random game where one move is legal and many squares are empty."""
    chance = random.Random(3)
    while True:
        game = Game()
        while not game.is_over() and game.position.empty_count > 20:
            game.play(chance.choice(game.position.legal_moves()))
            if len(game.position.legal_moves()) == 1 and game.position.empty_count > 20:
                return game


@pytest.mark.parametrize("kind", ["plain", "pvs", "mtdf", "mcts", "network", "engine"])
def test_an_only_move_is_answered_at_once_everywhere(kind: str) -> None:
    seconds = 2 if kind == "plain" else 20
    spec = f"{kind}:time={seconds}"
    game = game_with_an_only_move()

    async def test(desk: Desk) -> None:
        await desk.choose(f"{kind}:time=0.01", Game(), visitor="loads the kernels")
        player = make_player(spec)
        for clock in (Clock(move_seconds=seconds), Clock(game_seconds=60 * seconds)):
            started = time.process_time()
            assert player.choose(game, clock) in game.position.legal_moves()
            assert await desk.choose(spec, game, visitor="a", clock=clock) == player.choose(
                game, clock
            )
            assert time.process_time() - started < seconds / 2

    with_desk(test)


# The engine that a caller shares


def test_a_shared_engine_is_the_one_that_searches() -> None:
    engine = Engine(table_megabytes=1)
    player = make_player("engine:depth=3,threads=8,table_mb=512", engine=engine)
    assert isinstance(player, EnginePlayer)
    assert player.search is engine
    mixed = make_player("engine:depth=3,random=0.5", engine=engine)
    assert isinstance(mixed, RandomSometimes)
    assert isinstance(mixed.player, EnginePlayer)
    assert mixed.player.search is engine
    assert make_player("greedy", engine=engine).name == "greedy"


def test_people_are_imitated_with_the_weights_of_a_shared_engine() -> None:
    engine = Engine(table_megabytes=1)
    shared = make_player("engine:human=club,seed=1", engine=engine)
    alone = make_player("engine:human=club,seed=1")
    assert isinstance(shared, ImitationPlayer)
    assert shared.choose(Game(), Clock()) == alone.choose(Game(), Clock())


@pytest.mark.parametrize("option", ["weights=missing.bin", "ponder=on"])
def test_what_a_shared_engine_cannot_have_is_refused(option: str) -> None:
    with pytest.raises(OutflankError, match=f"leave out {option}"):
        make_player(f"engine:{option}", engine=Engine(table_megabytes=1))
