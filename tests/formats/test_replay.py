import pytest

from outflank.errors import FormatError
from outflank.formats.replay import play_named
from outflank.rules.game import BLACK, WHITE, Game
from outflank.rules.squares import PASS

PASSING = ["c4", "c3", "e6", "b4", "a4", "a5", "b2", "a3"]
"""Eight moves after which Black must pass."""

WIPE_OUT = ["f5", "d6", "c5", "f6", "e7", "f4", "g5", "e6", "e3"]


def test_notes_go_to_the_move_and_not_to_the_pass_after_it() -> None:
    game = Game.from_moves(PASSING[:-1])
    node = play_named(game, "A3", WHITE, evaluation=2.5, seconds=1.5)
    assert (node.evaluation, node.seconds) == (2.5, 1.5)
    assert game.current is node.children[0]
    assert game.current.evaluation is None


def test_a_written_pass_is_the_one_that_the_game_made() -> None:
    game = Game.from_moves(PASSING)
    node = play_named(game, "--", BLACK, seconds=0.5)
    assert (node.move, node.seconds) == (PASS, 0.5)
    assert game.to_move is WHITE


def test_a_pass_of_the_wrong_side() -> None:
    with pytest.raises(FormatError, match=r"^move 9 \(pa\): it is Black's turn, not White's$"):
        play_named(Game.from_moves(PASSING), "pa", WHITE)


def test_a_move_of_the_wrong_side() -> None:
    with pytest.raises(FormatError, match=r"^move 2 \(d6\): it is White's turn, not Black's$"):
        play_named(Game.from_moves(["f5"]), "d6", BLACK)


def test_numbers_do_not_count_passes() -> None:
    with pytest.raises(FormatError, match=r"^move 9 \(a1\): a1 is not legal here"):
        play_named(Game.from_moves(PASSING), "a1")


def test_passes_after_the_end_mean_nothing() -> None:
    game = Game.from_moves(WIPE_OUT)
    play_named(game, "pass", WHITE)
    play_named(game, "--", BLACK)
    assert game == Game.from_moves(WIPE_OUT)


def test_no_move_at_all() -> None:
    with pytest.raises(FormatError, match=r"^move 1: 'x{24}…' is not a move; moves are a1 to h8"):
        play_named(Game(), "x" * 5000)
