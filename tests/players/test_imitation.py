"""Players like people: legal, repeatable, in time, and the better ones win."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from outflank.arena import play_match
from outflank.arena.summary import summarise
from outflank.engine import choice
from outflank.engine.choice import STRENGTHS
from outflank.errors import OutflankError
from outflank.kernels.jit import INTERPRETED
from outflank.players import UNTIMED, Clock, Player, make_player
from outflank.players.imitation import last_move_of
from outflank.players.registry import find_kind
from outflank.rules.game import BLACK, Game
from outflank.rules.position import Position
from outflank.rules.squares import parse_square
from tests.positions import custom_positions, random_play_positions

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")


def games() -> list[Game]:
    boards = [*random_play_positions(seed=5, games=1), *custom_positions(seed=6, count=40)]
    turns = [Game(Position(*board), BLACK) for board in boards]
    return [game for game in turns if not game.is_over() and game.position.legal_mask]


def answers(player: Player, clock: Clock = UNTIMED) -> list[int]:
    return [player.choose(game, clock) for game in games()]


@pytest.mark.parametrize("strength", STRENGTHS)
def test_moves_are_legal_and_the_seed_decides_them(strength: str) -> None:
    spec = f"engine:human={strength}"
    first = answers(make_player(spec, seed=1))
    for game, move in zip(games(), first, strict=True):
        assert move in game.position.legal_moves()
    assert answers(make_player(spec, seed=1)) == first
    assert answers(make_player(f"{spec},seed=1")) == first
    assert answers(make_player(spec, seed=2)) != first


@pytest.mark.parametrize("clock", [Clock(move_seconds=0.001), Clock(game_seconds=0.01)])
def test_it_answers_when_there_is_no_time(clock: Clock) -> None:
    player = make_player("engine:human=expert", seed=1)
    for game in games():
        started = time.process_time()
        assert player.choose(game, clock) in game.position.legal_moves()
        assert time.process_time() - started < 5
    assert player.nodes > 0


def test_the_registry_knows_the_strengths() -> None:
    option = find_kind("engine").option("human")
    assert option.choices == STRENGTHS
    for strength in STRENGTHS:
        assert f"{strength}:" in option.help


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        ("engine:human=master", "one of beginner, club, expert"),
        ("engine:human=club,level=3", "leave out level=3"),
        ("engine:human=club,nodes=30", "leave out nodes=30"),
        ("engine:people=missing.bin", "human=club"),
        ("engine:human=club,people=missing.bin", "missing.bin"),
    ],
)
def test_what_cannot_be_is_one_line(spec: str, part: str) -> None:
    with pytest.raises(OutflankError, match=part) as caught:
        make_player(spec)
    assert "\n" not in str(caught.value)


def test_own_people_can_be_played(tmp_path: Path) -> None:
    shipped = choice.shipped()
    swapped = {**shipped.habits, "beginner": shipped.habits["expert"]}
    choice.save(choice.People(swapped, {}), tmp_path / "people.bin")
    player = make_player(f"engine:human=beginner,people={tmp_path / 'people.bin'}", seed=3)
    assert answers(player) == answers(make_player("engine:human=expert", seed=3))


def test_the_last_move_is_the_opponents() -> None:
    game = Game()
    assert last_move_of(game) is None
    game.play("f5")
    assert last_move_of(game) == parse_square("f5")


@pytest.mark.slow
@pytest.mark.parametrize(("weaker", "stronger"), [("beginner", "club"), ("club", "expert")])
def test_the_stronger_wins(weaker: str, stronger: str) -> None:
    result = play_match(
        f"engine:human={stronger}", f"engine:human={weaker}", games=20, openings="random:8", seed=2
    )
    # Over 200 games it is 80 % and more: so few as 60 % in 20 games is one match in hundreds.
    assert summarise(result).tally.score > 0.6
