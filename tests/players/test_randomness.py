from __future__ import annotations

import random
from collections import Counter

import pytest

from outflank.arena.referee import play_game
from outflank.play.copies import copy_of
from outflank.players import UNTIMED, Player, make_player
from outflank.players.randomness import RandomSometimes
from outflank.rules.game import BLACK, WHITE, Colour, Game
from tests.arena.hostile import Counter as CountingPlayer
from tests.arena.hostile import Honest, first_legal


def line_of_play(seed: int) -> list[Game]:
    """A random game at every turn of it."""
    chance, game, turns = random.Random(seed), Game(), []
    while not game.is_over():
        turns.append(copy_of(game))
        game.play(chance.choice(game.position.legal_moves()))
    return turns


def random_turns(player: Player, games: list[Game]) -> list[int]:
    """The turns at which a player that otherwise plays the first legal move plays another."""
    return [
        index
        for index, game in enumerate(games)
        if player.choose(game, UNTIMED) != first_legal(game)
    ]


@pytest.mark.parametrize("colour", [BLACK, WHITE], ids=str)
@pytest.mark.parametrize("opening", [0, 4])
def test_the_first_moves_it_is_asked_for_are_random(colour: Colour, opening: int) -> None:
    player = RandomSometimes(Honest(), first=3, seed=1)
    differ: Counter[int] = Counter()
    for seed in range(30):
        turns = [game for game in line_of_play(seed) if game.to_move is colour][opening:]
        differ.update(random_turns(player, turns))
        player.game_over(turns[-1])
    assert set(differ) == {0, 1, 2}
    # Of three or more moves one is the first: 20 expected, and 10 are four deviations less.
    assert min(differ.values()) > 10


def test_moves_that_were_taken_back_are_random_again() -> None:
    player = RandomSometimes(Honest(), first=2)
    turns = [game for game in line_of_play(1) if game.to_move is BLACK]
    assert set(random_turns(player, turns)) <= {0, 1}
    again = [player.choose(turns[0], UNTIMED) for _ in range(40)]
    assert len(set(again)) > 1
    assert random_turns(player, turns[2:]) == []


def test_with_a_seed_a_position_has_the_same_move_whenever_it_comes() -> None:
    games = [game for seed in range(3) for game in line_of_play(seed)]
    for spec in ("random", "roxanne", "greedy:random=0.5", "random:random_first=9"):
        kept = make_player(spec, seed=6, opening_moves=0)
        moves = [kept.choose(game, UNTIMED) for game in games]
        assert [kept.choose(game, UNTIMED) for game in games] == moves
        for game, move in zip(games, moves, strict=True):
            for_one_move = make_player(spec, seed=6, opening_moves=0)
            assert for_one_move.choose(game, UNTIMED) == move
        other = make_player(spec, seed=7, opening_moves=0)
        assert [other.choose(game, UNTIMED) for game in games] != moves


@pytest.mark.parametrize("opening_moves", [0, 5, 12])
def test_a_known_opening_is_not_counted(opening_moves: int) -> None:
    differ: Counter[int] = Counter()
    for seed in range(30):
        turns = [game for game in line_of_play(seed) if game.to_move is BLACK]
        for index, game in enumerate(turns):
            # A new player for every move knows from the game alone which moves are its own.
            player = RandomSometimes(Honest(), first=2, seed=seed, opening_moves=opening_moves)
            differ.update([index] if player.choose(game, UNTIMED) != first_legal(game) else [])
    own_before = (opening_moves + 1) // 2
    assert set(differ) >= {own_before, own_before + 1}
    # A pass within the opening puts a turn off by one.
    assert max(differ) <= own_before + 2


def test_each_move_is_random_with_its_probability() -> None:
    games = [game for seed in range(20) for game in line_of_play(seed)]
    wide = [game for game in games if len(game.position.legal_moves()) >= 8]
    assert len(wide) > 350
    player = RandomSometimes(Honest(), probability=0.3, seed=2)
    expected = sum(0.3 * (1 - 1 / len(game.position.legal_moves())) for game in wide)
    # Five standard deviations, bounded by those of p = 0.3.
    assert abs(len(random_turns(player, wide)) - expected) < 5 * (len(wide) * 0.21) ** 0.5


def test_probabilities_nought_and_one() -> None:
    games = line_of_play(3)
    assert random_turns(RandomSometimes(Honest(), probability=0.0, seed=1), games) == []
    always = [RandomSometimes(Honest(), probability=1.0, seed=seed) for seed in range(400)]
    counts = Counter(player.choose(Game(), UNTIMED) for player in always)
    assert len(counts) == 4
    assert min(counts.values()) > 60


def test_both_are_options_of_every_player() -> None:
    greedy = make_player("greedy:seed=5")
    mixed = make_player("greedy:seed=5,random_first=60")
    games = [game for seed in range(10) for game in line_of_play(seed)]
    differ = sum(greedy.choose(game, UNTIMED) != mixed.choose(game, UNTIMED) for game in games)
    assert differ > len(games) / 3
    assert isinstance(make_player("mobility:random=0.03"), RandomSometimes)
    assert not isinstance(make_player("mobility:random=0,random_first=0"), RandomSometimes)


def test_the_player_within_is_told_and_counted() -> None:
    honest = Honest()
    record = play_game(RandomSometimes(honest, first=2, seed=1), make_player("random:seed=1"))
    assert [game.result for game in honest.ends] == [record.result]
    counting = CountingPlayer()
    record = play_game(make_player("random:seed=1"), RandomSometimes(counting, first=2, seed=1))
    assert record.white.nodes == counting.nodes == 10 * (record.white.turns - 2)
