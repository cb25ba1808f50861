from __future__ import annotations

import random
from collections import Counter

from outflank.arena.copies import copy_of
from outflank.arena.referee import play_game
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


def moves_made(game: Game, colour: Colour) -> int:
    return sum(node.mover is colour and not node.is_pass for node in game.current.line())


def random_turns(player: Player, games: list[Game]) -> list[int]:
    """The turns at which a player that otherwise plays the first legal move plays another."""
    return [
        index
        for index, game in enumerate(games)
        if player.choose(game, UNTIMED) != first_legal(game)
    ]


def test_only_the_first_moves_of_each_side_are_random() -> None:
    games = [game for seed in range(20) for game in line_of_play(seed)]
    player = RandomSometimes(Honest(), first=3, seed=1)
    differ = random_turns(player, games)
    assert {moves_made(games[index], games[index].to_move) for index in differ} == {0, 1, 2}
    early = [index for index, game in enumerate(games) if moves_made(game, game.to_move) < 3]
    # Of four or so moves one is the first.
    assert len(differ) > len(early) / 2


def test_each_move_is_random_with_its_probability() -> None:
    games = [game for seed in range(40) for game in line_of_play(seed)]
    wide = [game for game in games if len(game.position.legal_moves()) >= 8]
    assert len(wide) > 700
    player = RandomSometimes(Honest(), probability=0.3, seed=2)
    expected = sum(0.3 * (1 - 1 / len(game.position.legal_moves())) for game in wide)
    # Five standard deviations, bounded by those of p = 0.3.
    assert abs(len(random_turns(player, wide)) - expected) < 5 * (len(wide) * 0.21) ** 0.5


def test_probabilities_nought_and_one() -> None:
    games = line_of_play(3)
    assert random_turns(RandomSometimes(Honest(), probability=0.0, seed=1), games) == []
    always = RandomSometimes(Honest(), probability=1.0, seed=1)
    counts = Counter(always.choose(Game(), UNTIMED) for _ in range(400))
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
    assert record.game.root.to_move is BLACK
    assert record.game.main_line()[1].mover is WHITE
