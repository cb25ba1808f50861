"""Games: the tree of moves, its cursor, forced passes, variations, results and notes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from outflank.errors import IllegalMove, InvalidPosition
from outflank.rules.game import BLACK, WHITE, Colour, Game, Node, Reason, Result
from outflank.rules.position import Position
from outflank.rules.squares import (
    A1,
    A8,
    B1,
    B8,
    C1,
    C3,
    C4,
    C5,
    C8,
    D3,
    D6,
    E6,
    F4,
    F5,
    F6,
    H4,
    H6,
    PASS,
    Square,
    mask_of,
    parse_move,
    square_name,
)
from outflank.rules.svg import CLASSIC
from tests.positions import random_play_positions

FIRST_PASS = ["f5", "f6", "d3", "g5", "h5", "h4", "f7", "h6"]
"""The quickest way to a pass: Black has no move after it."""

WIPE_OUT = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]
"""Black takes everything with the ninth move."""

ENDS_WITH_AN_EMPTY_SQUARE = (
    "c4e3f4g5g4g3f2c5c6b5f6b3c3e1a6a5d6d3h2f5a4c7h4h3d2h1b4a3d7e7c8g2e6h5g6a7g1f3e8d8g7f7b6h7g8h8"
    "a2f8e2a1b2b8--b7--c1d1h6f1c2b1"
)
"""A random game with two passes, both Black's; neither side can take the last square."""

# The opponent holds two corners and the player a disc beside each: the player never has a move.
PASSES_TWICE = Position(player=mask_of([B1, B8]), opponent=mask_of([A1, A8]))
OVER = Position(player=mask_of([A1, B1, C1]), opponent=mask_of([H4]))


def spelled(transcript: str) -> list[str]:
    return [transcript[index : index + 2] for index in range(0, len(transcript), 2)]


def names(nodes: list[Node]) -> str:
    return " ".join(square_name(node.move) for node in nodes)


def game_with_variations() -> Game:
    """f5 d6 (d6: c3 | c4), and f5 f6, and f5 f4; the cursor is after f5 f4."""
    game = Game.from_moves([F5, D6, C3])
    game.undo()
    game.play(C4)
    game.undo()
    game.undo()
    game.play(F6)
    game.undo()
    game.play(F4)
    return game


# Colours


def test_colours_are_each_others_other_and_have_names() -> None:
    assert BLACK.other is WHITE
    assert WHITE.other is BLACK
    assert (str(BLACK), str(WHITE)) == ("Black", "White")


# Playing


def test_a_new_game() -> None:
    game = Game()
    assert game.current is game.root
    assert game.position == Position.start()
    assert game.to_move is BLACK
    assert (game.discs(BLACK), game.discs(WHITE)) == (2, 2)
    assert game.moves() == []
    assert game.main_line() == list(game.nodes()) == []
    assert game.tags == {}
    assert game.result is None
    assert not any([game.is_over(), game.can_undo(), game.can_redo()])


def test_play_moves_the_cursor_and_keeps_the_colours_apart() -> None:
    game = Game()
    node = game.play(F5)
    assert node is game.current
    assert node.parent is game.root
    assert (node.move, node.mover, node.to_move) == (F5, BLACK, WHITE)
    assert game.position == Position.start().play(F5)
    assert (game.discs(BLACK), game.discs(WHITE)) == (4, 1)
    game.play("D6")
    assert game.to_move is BLACK
    assert (game.discs(BLACK), game.discs(WHITE)) == (3, 3)
    assert game.position == Position.start().play(F5).play(D6)
    assert game.moves() == [F5, D6]


def test_black_and_white_hold_their_discs_with_either_side_to_move() -> None:
    game = Game.from_moves(spelled(ENDS_WITH_AN_EMPTY_SQUARE))
    for node in (game.root, *game.main_line()):
        assert {node.black, node.white} == {node.position.player, node.position.opponent}
        to_move = node.black if node.to_move is BLACK else node.white
        assert to_move == node.position.player
    for before, node in pairwise([game.root, *game.main_line()]):
        gained = {BLACK: node.black & ~before.black, WHITE: node.white & ~before.white}
        assert bool(gained[node.mover]) != node.is_pass
        assert not gained[node.to_move]


@pytest.mark.parametrize("move", [A1, "a1", PASS, "pass", F4])
def test_an_illegal_move_changes_nothing(move: Square | str) -> None:
    game = Game.from_moves([F5, D6])
    twin = Game.from_moves([F5, D6])
    with pytest.raises(IllegalMove, match="legal moves:"):
        game.play(move, comment="never", evaluation=1.0, seconds=1.0)
    assert game == twin
    assert game.moves() == [F5, D6]
    assert game.to_move is BLACK
    assert not game.can_redo()


def test_a_move_that_is_no_square_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="'i9'"):
        Game().play("i9")


def test_from_moves_takes_names_and_numbers_any_start_and_side() -> None:
    start = Position.start().play(F5)
    game = Game.from_moves(["d6", C3, "D3"], start, WHITE)
    assert game.moves() == [D6, C3, D3]
    assert (game.root.position, game.root.to_move) == (start, WHITE)
    assert game.to_move is BLACK
    assert game.position == start.play(D6).play(C3).play(D3)


def test_playing_a_known_move_again_follows_its_node() -> None:
    game = Game.from_moves([F5, D6])
    nodes = list(game.nodes())
    game.go_to_start()
    assert [game.play(F5), game.play(D6)] == nodes
    assert list(game.nodes()) == nodes


# Forced passes


def test_a_forced_pass_is_made_by_the_game_and_is_a_node() -> None:
    game = Game.from_moves(FIRST_PASS)
    played, passed = game.main_line()[-2:]
    assert played.move == H6
    assert played.position.must_pass()
    assert played.to_move is BLACK
    assert not played.is_pass
    assert passed is game.current
    assert passed.is_pass
    assert (passed.move, passed.mover, passed.to_move) == (PASS, BLACK, WHITE)
    assert passed.position == played.position.swapped()
    assert (passed.black, passed.white) == (played.black, played.white)
    assert game.moves() == [*map(parse_move, FIRST_PASS), PASS]
    assert game.to_move is WHITE


def test_play_returns_the_node_of_the_move_not_of_the_pass_behind_it() -> None:
    game = Game.from_moves(FIRST_PASS[:-1])
    node = game.play("h6", comment="takes all moves", evaluation=8, seconds=3)
    assert node.move == H6
    assert game.current.parent is node
    assert (node.comment, node.evaluation, node.seconds) == ("takes all moves", 8, 3)
    assert (game.current.comment, game.current.evaluation, game.current.seconds) == ("", None, None)


@pytest.mark.parametrize("spelling", [PASS, "--", "PA", "ps", "pass"])
def test_a_pass_is_accepted_right_after_the_game_has_made_it(spelling: Square | str) -> None:
    game = Game.from_moves(FIRST_PASS)
    before = game.current
    node = game.play(spelling, comment="what else", evaluation=-8.5, seconds=0.5)
    assert node is before is game.current
    assert (node.comment, node.evaluation, node.seconds) == ("what else", -8.5, 0.5)
    assert game.moves().count(PASS) == 1
    # The move before the pass keeps its own notes.
    assert node.parent is not None
    assert node.parent.comment == ""


def test_a_pass_is_accepted_once_for_each_time_the_cursor_comes_there() -> None:
    game = Game.from_moves([*FIRST_PASS, PASS])
    with pytest.raises(IllegalMove, match="a pass is not legal here"):
        game.play(PASS)
    assert game == Game.from_moves(FIRST_PASS)
    game.undo()
    game.redo()
    assert game.play(PASS) is game.current
    game.undo()
    game.play(H6)
    assert game.play(PASS) is game.current
    game.go_to(game.current)
    assert game.play(PASS) is game.current
    game.play(game.position.legal_moves()[0])
    game.delete(game.current)
    assert game.play(PASS) is game.current
    with pytest.raises(IllegalMove, match="a pass is not legal here"):
        game.play(PASS)


def test_records_with_and_without_passes_are_the_same_game() -> None:
    moves = spelled(ENDS_WITH_AN_EMPTY_SQUARE)
    assert moves.count("--") == 2
    with_passes = Game.from_moves(moves)
    without = Game.from_moves(move for move in moves if move != "--")
    assert with_passes == without
    assert without.moves() == [parse_move(move) for move in moves]


def test_undo_takes_back_the_pass_with_its_move_and_redo_plays_both() -> None:
    game = Game.from_moves(FIRST_PASS)
    passed = game.current
    back = game.undo()
    assert back is game.current
    assert game.current.move == parse_move("f7")
    assert game.to_move is WHITE
    assert game.redo() is game.current is passed
    assert game.to_move is WHITE
    assert not game.can_redo()
    game.play(game.position.legal_moves()[0])
    assert game.undo() is passed


def test_the_cursor_never_rests_where_the_side_to_move_must_pass() -> None:
    game = Game.from_moves(spelled(ENDS_WITH_AN_EMPTY_SQUARE))
    for node in game.main_line():
        reached = game.go_to(node)
        assert reached is game.current
        assert not game.position.must_pass()
        assert reached is (node.children[0] if node.position.must_pass() else node)


def test_a_start_where_the_side_to_move_must_pass() -> None:
    game = Game(PASSES_TWICE, WHITE)
    assert game.current is not game.root
    assert game.current.is_pass
    assert (game.current.mover, game.to_move) == (WHITE, BLACK)
    assert game.position == PASSES_TWICE.swapped()
    assert not game.can_undo()
    with pytest.raises(IllegalMove, match="no move to undo"):
        game.undo()
    assert game.play(PASS) is game.current
    game.play(C1)
    assert game.moves() == [PASS, C1, PASS]
    assert game.to_move is BLACK
    game.play(C8)
    assert game.moves() == [PASS, C1, PASS, C8]
    assert game.is_over()
    assert game.result == Result(64)
    assert [game.undo().move, game.undo().move] == [PASS, PASS]
    assert game.current is game.root.children[0]
    assert not game.can_undo()
    assert game.go_to_start() is game.root.children[0]


def test_no_node_follows_the_last_move_when_neither_side_can_move() -> None:
    game = Game.from_moves(WIPE_OUT)
    assert game.is_over()
    assert game.current.move == C5
    assert not game.can_redo()
    for move in (A1, PASS):
        with pytest.raises(IllegalMove, match="the game is over"):
            game.play(move)


@pytest.mark.parametrize(("to_move", "score"), [(BLACK, 62), (WHITE, -62)])
def test_a_start_that_is_already_over(to_move: Colour, score: int) -> None:
    game = Game(OVER, to_move)
    assert game.current is game.root
    assert game.is_over()
    assert game.moves() == []
    assert game.result == Result(score)
    assert not any([game.can_undo(), game.can_redo()])
    with pytest.raises(IllegalMove, match="the game is over"):
        game.play(PASS)


def test_a_forced_pass_is_not_added_twice() -> None:
    game = Game(PASSES_TWICE)
    for _ in range(3):
        game.go_to_start()
        game.play(C1)
        game.undo()
        game.redo()
    assert game.moves() == [PASS, C1, PASS]
    assert len(list(game.nodes())) == 3


# Moving the cursor


def test_undo_and_redo_walk_the_whole_game_back_and_forth() -> None:
    game = Game.from_moves(spelled(ENDS_WITH_AN_EMPTY_SQUARE))
    resting = [game.current]
    while game.can_undo():
        resting.append(game.undo())
        assert game.current is resting[-1]
    assert game.current is game.root
    assert len(resting) == 60  # 59 moves, and the start.
    for node in reversed(resting[:-1]):
        assert game.redo() is node
    assert not game.can_redo()


def test_there_is_nothing_before_the_start_and_behind_the_end() -> None:
    game = Game.from_moves([F5])
    with pytest.raises(IllegalMove, match="no move to redo"):
        game.redo()
    game.undo()
    with pytest.raises(IllegalMove, match="no move to undo"):
        game.undo()
    assert game.current is game.root
    assert game.redo().move == F5


def test_redo_follows_the_line_last_taken_back() -> None:
    game = game_with_variations()
    game.undo()
    assert game.redo().move == F4
    game.undo()
    game.play(D6)
    game.undo()
    assert game.redo().move == D6
    assert game.redo().move == C4
    game.go_to_start()
    assert [game.redo().move for _ in range(3)] == [F5, D6, C4]


def test_redo_on_fresh_ground_follows_the_main_line() -> None:
    game = Game.from_moves([F5, D6, C3])
    game.go_to_start()
    game.play(E6)
    variation = game.play(F4)
    game.go_to(variation)
    game.delete(game.root.children[1])
    assert [game.redo().move for _ in range(3)] == [F5, D6, C3]


def test_go_to_makes_its_line_the_one_to_redo() -> None:
    game = game_with_variations()
    main = game.main_line()[-1]
    assert game.go_to(main) is game.current is main
    assert main.move == C3
    game.go_to_start()
    assert [game.redo().move for _ in range(3)] == [F5, D6, C3]


def test_go_to_start_and_end() -> None:
    game = game_with_variations()
    assert game.go_to_end() is game.current is game.main_line()[-1]
    assert game.current.move == C3
    assert game.go_to_start() is game.current is game.root
    empty = Game()
    assert empty.go_to_end() is empty.root
    passing = Game.from_moves(FIRST_PASS)
    passing.go_to_start()
    assert passing.go_to_end().is_pass


# Variations


def test_a_new_move_beside_others_is_a_variation() -> None:
    game = game_with_variations()
    first = game.root.children[0]
    assert [child.move for child in first.children] == [D6, F6, F4]
    assert [child.move for child in first.children[0].children] == [C3, C4]
    assert game.moves() == [F5, D6, C3]
    assert [node.move for node in game.current.line()] == [F5, F4]


def test_nodes_come_parents_first_and_the_main_line_first_at_every_branch() -> None:
    game = game_with_variations()
    assert names(list(game.nodes())) == "f5 d6 c3 c4 f6 f4"
    game.go_to_start()
    game.play(E6)
    game.play(F6)
    assert names(list(game.nodes())) == "f5 d6 c3 c4 f6 f4 e6 f6"


def test_promote_makes_a_variation_the_main_line() -> None:
    game = game_with_variations()
    first = game.root.children[0]
    third = first.children[2]
    game.promote(third)
    assert [child.move for child in first.children] == [F4, D6, F6]
    assert game.moves() == [F5, F4]
    assert game.current is third
    game.promote(third)
    assert game.moves() == [F5, F4]
    game.promote(first.children[2])
    assert game.moves() == [F5, F6]
    game.promote(game.root)
    assert game.moves() == [F5, F6]


def test_delete_removes_the_subtree_and_steps_back_if_the_cursor_was_in_it() -> None:
    game = game_with_variations()
    first = game.root.children[0]
    game.go_to(first.children[0].children[1])
    game.delete(first.children[0])
    assert game.current is first
    assert names(list(game.nodes())) == "f5 f6 f4"
    # The deleted line was the last one visited: redo falls back to the main line.
    assert game.redo().move == F6


def test_redo_remembers_the_main_line_that_it_chose_itself() -> None:
    game = game_with_variations()
    first = game.root.children[0]
    game.delete(game.current)
    assert game.redo().move == D6
    game.undo()
    game.promote(first.children[1])
    assert game.moves() == [F5, F6]
    assert game.redo().move == D6


def test_delete_elsewhere_leaves_the_cursor_and_what_redo_follows() -> None:
    game = game_with_variations()
    here = game.current
    first = game.root.children[0]
    game.delete(first.children[0])
    assert game.current is here
    game.undo()
    assert game.redo() is here
    assert names(list(game.nodes())) == "f5 f6 f4"


def test_delete_a_move_with_the_pass_behind_it() -> None:
    game = Game.from_moves(FIRST_PASS)
    passed = game.current
    assert passed.parent is not None
    game.delete(passed.parent)
    assert game.moves() == list(map(parse_move, FIRST_PASS[:-1]))
    assert game.current is game.main_line()[-1]
    assert not game.can_redo()


def test_the_start_and_forced_passes_cannot_be_deleted() -> None:
    game = Game.from_moves(FIRST_PASS)
    with pytest.raises(IllegalMove, match="start of a game cannot be deleted"):
        game.delete(game.root)
    with pytest.raises(IllegalMove, match="forced pass cannot be deleted"):
        game.delete(game.current)
    assert game == Game.from_moves(FIRST_PASS)


# Nodes


def test_a_node_knows_its_line_and_children() -> None:
    game = game_with_variations()
    first = game.root.children[0]
    assert names(first.children[0].children[1].line()) == "f5 d6 c4"
    assert game.root.line() == []
    assert first.child(F6) is first.children[1]
    assert first.child(A1) is None
    assert names(list(first.main_line())) == "d6 c3"
    assert list(game.current.main_line()) == []


def test_the_root_is_no_pass_though_it_has_no_move() -> None:
    assert not Game().root.is_pass
    assert Game(PASSES_TWICE).root.children[0].is_pass


def test_a_node_as_text() -> None:
    game = game_with_variations()
    assert repr(game.root) == "<Node root, 1 children>"
    assert repr(game.root.children[0]) == "<Node Black f5, 3 children>"
    assert repr(game.current) == "<Node White f4, 0 children>"
    assert repr(Game.from_moves(FIRST_PASS).current) == "<Node Black --, 0 children>"


# Notes


def test_notes_are_stored_with_the_move() -> None:
    game = Game()
    node = game.play(F5, comment="tiger?", evaluation=-0.5, seconds=1.25)
    assert (node.comment, node.evaluation, node.seconds) == ("tiger?", -0.5, 1.25)
    other = game.play(D6)
    assert (other.comment, other.evaluation, other.seconds) == ("", None, None)


def test_playing_a_move_again_keeps_its_notes_unless_new_ones_are_given() -> None:
    game = Game()
    game.play(F5, comment="book", evaluation=2, seconds=3)
    game.undo()
    node = game.play(F5)
    assert (node.comment, node.evaluation, node.seconds) == ("book", 2, 3)
    game.undo()
    game.play(F5, comment="new", evaluation=0, seconds=0)
    assert (node.comment, node.evaluation, node.seconds) == ("new", 0, 0)


# Results


def test_a_game_that_goes_on_has_no_result() -> None:
    assert Game.from_moves([F5, D6]).result is None


def test_the_count_is_for_black_and_empties_go_to_the_winner() -> None:
    game = Game.from_moves(spelled(ENDS_WITH_AN_EMPTY_SQUARE))
    assert game.is_over()
    assert game.position.empty_count == 1
    assert (game.discs(BLACK), game.discs(WHITE)) == (11, 52)
    assert game.result == Result(-42)
    assert game.result.winner is WHITE
    assert str(game.result) == "White wins by 42"


@pytest.mark.parametrize(("first", "score"), [(BLACK, 64), (WHITE, -64)])
def test_a_wipe_out_counts_64(first: Colour, score: int) -> None:
    game = Game.from_moves(WIPE_OUT, to_move=first)
    assert game.discs(first) == 13
    assert game.discs(first.other) == 0
    assert game.is_over()
    assert game.result == Result(score)
    assert game.result.winner is first
    assert str(game.result) == f"{first} wins by 64"


def test_the_result_is_that_of_the_main_line_wherever_the_cursor_is() -> None:
    game = Game.from_moves(WIPE_OUT)
    game.go_to_start()
    assert game.result == Result(64)
    assert not game.is_over()
    unfinished = game.play(F5)
    assert game.result == Result(64)
    game.promote(unfinished)
    assert game.result is None


def test_a_declared_result_stands_until_it_is_withdrawn() -> None:
    game = Game.from_moves(WIPE_OUT)
    game.declare(Result(0, Reason.AGREEMENT))
    assert game.result == Result(0, Reason.AGREEMENT)
    game.declare(None)
    assert game.result == Result(64, Reason.COUNTED)


@pytest.mark.parametrize("reason", [Reason.TIMEOUT, Reason.ILLEGAL_MOVES, Reason.RESIGNATION])
@pytest.mark.parametrize(("loser", "score"), [(BLACK, -64), (WHITE, 64)])
def test_a_forfeit_costs_all_discs(loser: Colour, score: int, reason: Reason) -> None:
    game = Game.from_moves([F5])
    game.forfeit(loser, reason)
    assert game.result == Result(score, reason)
    assert game.result.winner is loser.other


@pytest.mark.parametrize("loser", Colour)
def test_who_resigns_loses(loser: Colour) -> None:
    game = Game.from_moves([F5])
    game.resign(loser)
    assert game.result is not None
    assert game.result.reason is Reason.RESIGNATION
    assert game.result.winner is loser.other
    assert abs(game.result.score) == 64
    assert str(game.result) == f"{loser.other} wins by {loser}'s resignation"


@pytest.mark.parametrize(
    ("result", "winner", "text"),
    [
        (Result(12), BLACK, "Black wins by 12"),
        (Result(-2), WHITE, "White wins by 2"),
        (Result(0), None, "Draw"),
        (Result(0, Reason.AGREEMENT), None, "Draw by agreement"),
        (Result(-64, Reason.TIMEOUT), WHITE, "White wins by Black's timeout"),
    ],
)
def test_results_name_the_winner(result: Result, winner: Colour | None, text: str) -> None:
    assert result.winner is winner
    assert str(result) == text


# Comparing and showing


def comment_on_the_start(game: Game) -> None:
    game.root.comment = "hello"


def comment_on_a_move(game: Game) -> None:
    game.current.comment = "hello"


def evaluate(game: Game) -> None:
    game.current.evaluation = 0.0


def time(game: Game) -> None:
    game.current.seconds = 0.0


def tag(game: Game) -> None:
    game.tags["black"] = "Rose"


def finish(game: Game) -> None:
    game.resign(BLACK)


def play_on(game: Game) -> None:
    game.play(D3)


def add_a_variation(game: Game) -> None:
    game.go_to_start()
    game.play(E6)


def take_a_variation_away(game: Game) -> None:
    game.delete(next(node for node in game.nodes() if node.move == F6))


def reorder(game: Game) -> None:
    game.promote(game.current)


@pytest.mark.parametrize(
    "change",
    [
        comment_on_the_start,
        comment_on_a_move,
        evaluate,
        time,
        tag,
        finish,
        play_on,
        add_a_variation,
        take_a_variation_away,
        reorder,
    ],
)
def test_games_are_equal_if_all_of_their_records_are(change: Callable[[Game], None]) -> None:
    game, twin = game_with_variations(), game_with_variations()
    assert game == twin
    change(game)
    assert game != twin
    change(twin)
    assert game == twin


def test_where_the_cursor_is_does_not_count() -> None:
    game = game_with_variations()
    game.go_to_start()
    assert game == game_with_variations()


def test_the_shape_of_the_tree_counts_not_only_its_moves() -> None:
    # d6 and f6 one after the other, or each a choice: f6 is legal for both sides there.
    chain = Game.from_moves(["f5", "f4", "c3", "d6", "f6"])
    fork = Game.from_moves(["f5", "f4", "c3", "d6"])
    fork.undo()
    fork.play(F6)
    assert names(list(chain.nodes())) == names(list(fork.nodes())) == "f5 f4 c3 d6 f6"
    assert chain != fork


def test_start_and_side_count_too() -> None:
    start = Position.start()
    assert Game(start) == Game()
    assert Game(start, WHITE) != Game()
    assert Game(OVER) != Game()
    assert Game() != "a game"


def test_a_game_can_change_so_it_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Game())


def test_a_game_as_text() -> None:
    game = Game()
    assert repr(game) == "<Game without moves, Black to move>"
    game.play(F5)
    assert repr(game) == "<Game f5, White to move>"
    assert repr(Game.from_moves(FIRST_PASS)) == "<Game f5f6d3g5h5h4f7h6, White to move>"
    assert repr(Game.from_moves(WIPE_OUT)) == f"<Game {''.join(WIPE_OUT)}, Black wins by 64>"


# A model of the whole: lines of moves without passes, as tuples, and what follows each

STARTS = [
    Position.start(),
    PASSES_TWICE,
    PASSES_TWICE.swapped(),
    OVER,
    *(Position(*pair) for pair in list(random_play_positions(seed=40, games=4))[50::6]),
]

Line = tuple[Square, ...]


class GameMachine(RuleBasedStateMachine):
    """Random work on a game; the model never sees a pass, and replays each line from the start."""

    @initialize(start=st.sampled_from(STARTS), to_move=st.sampled_from(Colour))
    def begin(self, start: Position, to_move: Colour) -> None:
        self.start, self.first = start, to_move
        self.game = Game(start, to_move)
        self.line: Line = ()
        self.followers: dict[Line, list[Square]] = {(): []}
        self.visited: dict[Line, Square] = {}
        self.pass_is_due = True

    def replayed(self, line: Line) -> tuple[Position, Colour]:
        position, to_move = self.start, self.first
        for move in (*line, None):
            if position.must_pass():
                position, to_move = position.swapped(), to_move.other
            if move is not None:
                position, to_move = position.play(move), to_move.other
        return position, to_move

    def node_of(self, line: Line) -> Node:
        return next(node for node in self.all_nodes() if self.line_of(node) == line)

    def all_nodes(self) -> list[Node]:
        return [node for node in (self.game.root, *self.game.nodes()) if not node.is_pass]

    @staticmethod
    def line_of(node: Node) -> Line:
        return tuple(each.move for each in node.line() if each.move != PASS)

    def lines(self, line: Line = ()) -> list[Line]:
        deeper = [each for move in self.followers[line] for each in self.lines((*line, move))]
        return [line, *deeper]

    def moved_to(self, line: Line) -> None:
        self.line = line
        self.pass_is_due = True

    def can_move(self) -> bool:
        return not self.replayed(self.line)[0].is_over()

    @precondition(can_move)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        move = data.draw(st.sampled_from(self.replayed(self.line)[0].legal_moves()))
        node = self.game.play(move if data.draw(st.booleans()) else square_name(move))
        if move not in self.followers[self.line]:
            self.followers[self.line].append(move)
            self.followers[*self.line, move] = []
        self.visited[self.line] = move
        self.moved_to((*self.line, move))
        assert self.line_of(node) == self.line
        assert node.move == move

    @rule()
    def play_a_pass(self) -> None:
        if self.game.current.is_pass and self.pass_is_due:
            assert self.game.play(PASS) is self.game.current
            self.pass_is_due = False
        else:
            with pytest.raises(IllegalMove):
                self.game.play(PASS)

    @rule()
    def undo(self) -> None:
        if self.line:
            assert self.game.undo() is self.game.current
            self.moved_to(self.line[:-1])
        else:
            with pytest.raises(IllegalMove):
                self.game.undo()

    @rule()
    def redo(self) -> None:
        if following := self.followers[self.line]:
            assert self.game.redo() is self.game.current
            move = self.visited.setdefault(self.line, following[0])
            self.moved_to((*self.line, move))
        else:
            with pytest.raises(IllegalMove):
                self.game.redo()

    @rule(data=st.data())
    def go_to(self, data: st.DataObject) -> None:
        self.moved_to(data.draw(st.sampled_from(self.lines())))
        assert self.game.go_to(self.node_of(self.line)) is self.game.current
        for length, move in enumerate(self.line):
            self.visited[self.line[:length]] = move

    @rule()
    def go_to_end(self) -> None:
        self.game.go_to_end()
        self.moved_to(())
        while following := self.followers[self.line]:
            self.visited[self.line] = following[0]
            self.line = (*self.line, following[0])

    @rule(data=st.data())
    def promote(self, data: st.DataObject) -> None:
        line = data.draw(st.sampled_from(self.lines()))
        self.game.promote(self.node_of(line))
        if line:
            self.followers[line[:-1]].remove(line[-1])
            self.followers[line[:-1]].insert(0, line[-1])

    @precondition(lambda self: len(self.followers) > 3)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        line = data.draw(st.sampled_from(self.lines()[1:]))
        self.game.delete(self.node_of(line))
        for gone in self.lines(line):
            del self.followers[gone]
            self.visited.pop(gone, None)
        before = line[:-1]
        self.followers[before].remove(line[-1])
        if self.visited.get(before) == line[-1]:
            del self.visited[before]
        if self.line[: len(line)] == line:
            self.moved_to(before)

    @invariant()
    def the_cursor_stands_where_the_model_says(self) -> None:
        position, to_move = self.replayed(self.line)
        assert self.line_of(self.game.current) == self.line
        assert (self.game.position, self.game.to_move) == (position, to_move)
        black, white = (position.player, position.opponent)[:: 1 if to_move is BLACK else -1]
        assert (self.game.current.black, self.game.current.white) == (black, white)
        assert self.game.discs(BLACK) == black.bit_count()
        assert self.game.can_undo() == bool(self.line)
        assert self.game.can_redo() == bool(self.followers[self.line])
        assert self.game.is_over() == position.is_over()

    @invariant()
    def the_tree_is_that_of_the_model_and_passes_stand_where_they_are_forced(self) -> None:
        assert [self.line_of(node) for node in self.all_nodes()] == self.lines()
        for node in (self.game.root, *self.game.nodes()):
            if node.position.must_pass():
                assert [child.move for child in node.children] == [PASS]
            else:
                assert PASS not in [child.move for child in node.children]

    @invariant()
    def the_result_is_the_count_at_the_end_of_the_main_line(self) -> None:
        end: Line = ()
        while self.followers[end]:
            end = (*end, self.followers[end][0])
        position, to_move = self.replayed(end)
        score = position.score() if to_move is BLACK else -position.score()
        assert self.game.result == (Result(score) if position.is_over() else None)


GameMachine.TestCase.settings = settings(max_examples=30, stateful_step_count=40, deadline=None)
TestGameAgainstAModel = GameMachine.TestCase


def test_a_node_that_is_not_in_the_game_is_refused() -> None:
    game = Game.from_moves(["f5"])
    deleted = game.current
    game.delete(deleted)
    for node in (deleted, Game.from_moves(["f5"]).current, Game().root):
        with pytest.raises(IllegalMove, match="not in this game"):
            game.go_to(node)
    with pytest.raises(IllegalMove, match="not in this game"):
        game.delete(deleted)
    assert game.current is game.root


def test_the_picture_marks_the_move_before_a_forced_pass() -> None:
    passed = Game.from_moves(FIRST_PASS)
    assert passed.current.is_pass
    assert CLASSIC.highlight in passed._repr_svg_()


def test_a_pass_is_unnamed_until_somebody_plays_it() -> None:
    game = Game.from_moves(FIRST_PASS)
    states = [game.has_unnamed_pass]
    game.play(PASS)
    states.append(game.has_unnamed_pass)
    game.undo()
    states.append(game.has_unnamed_pass)
    game.redo()
    states.append(game.has_unnamed_pass)
    assert states == [True, False, False, True]


def test_up_to_the_cursor_is_a_game_of_its_own() -> None:
    game = Game.from_moves(FIRST_PASS)
    game.tags["event"] = "Test"
    game.undo()
    game.undo()
    game.play(game.position.legal_moves()[0])
    game.undo()
    line = game.up_to_cursor()
    assert line.position == game.position
    assert line.tags == {"event": "Test"}
    assert line.moves() == game.moves()[: len(line.moves())]
    assert len(line.moves()) == 6
    assert line.current.children == []
    line.play(line.position.legal_moves()[0])
    assert len(game.current.children) == 2


# Moves as people write them


@pytest.mark.parametrize(
    "moves", ["f5d6c3", "F5 D6 C3", "1. f5 2. d6 3. c3", ["f5", "d6", "c3"], [F5, D6, C3]]
)
def test_a_game_from_moves_in_any_form(moves: str | list[str] | list[int]) -> None:
    game = Game.from_moves(moves)
    assert repr(game.moves()) == "[f5, d6, c3]"
    assert repr(game.current.move) == "c3"


def test_a_transcript_with_anything_else_in_it_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="'hello' is not a square"):
        Game.from_moves("f5 hello")
