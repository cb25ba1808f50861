from __future__ import annotations

import random

import pytest

from outflank.play.copies import copy_of, is_unaltered
from outflank.rules.game import BLACK, WHITE, Game, Reason
from outflank.rules.position import Position
from tests.arena.hostile import VANDALISM, Vandal, first_legal
from tests.positions import random_play_positions


def annotated_tree(seed: int) -> Game:
    """A game with variations, passes and notes, its cursor somewhere inside."""
    chance, game = random.Random(seed), Game()
    game.root.comment = "a start"
    game.tags.update(black="Ann", event="Test")
    while sum(1 for _ in game.nodes()) < 150:
        if game.is_over() or (game.can_undo() and chance.random() < 0.15):
            for _ in range(chance.randint(1, 12)):
                if game.can_undo():
                    game.undo()
        else:
            move = chance.choice(game.position.legal_moves())
            game.play(move, comment=f"n{move}", evaluation=move / 4, seconds=move / 8)
    for _ in range(chance.randint(0, 10)):
        if game.can_undo():
            game.undo()
    return game


@pytest.mark.parametrize("seed", range(8))
def test_a_copy_is_equal_and_its_own(seed: int) -> None:
    game = annotated_tree(seed)
    copy = copy_of(game)
    assert copy == game
    assert copy.position == game.position
    assert copy.current is not game.current
    assert [node.move for node in copy.current.line()] == [n.move for n in game.current.line()]
    assert is_unaltered(copy, game)
    assert {id(node) for node in copy.nodes()}.isdisjoint({id(node) for node in game.nodes()})
    # What happens to the copy does not happen to the game.
    before = copy_of(game)
    if not copy.is_over():
        copy.play(first_legal(copy))
    copy.tags["black"] = "Bob"
    assert game == before


def test_games_that_begin_with_a_pass_are_copied() -> None:
    boards = [Position(*board) for board in random_play_positions(seed=3, games=30)]
    passing = [board for board in boards if board.must_pass()]
    assert passing
    for position in passing:
        game = Game(position, WHITE)
        copy = copy_of(game)
        assert copy == game
        assert len(copy.root.children) == 1
        assert is_unaltered(copy, game)


def test_a_declared_result_is_copied() -> None:
    game = Game.from_moves(["f5", "d6"])
    game.forfeit(BLACK, Reason.TIMEOUT)
    assert copy_of(game).result == game.result


@pytest.mark.parametrize("way", VANDALISM)
def test_every_alteration_is_seen(way: str) -> None:
    game = annotated_tree(seed=3)
    assert game.can_undo()
    assert not game.is_over()
    copy = copy_of(game)
    getattr(Vandal(), way)(copy, first_legal(game))
    assert not is_unaltered(copy, game)
    assert is_unaltered(copy_of(game), game)
