"""The review of a game: losses that agree with the solver, and the summary of each side."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import Any

import pytest

from outflank.engine.review import (
    BLUNDER_DISCS,
    MISTAKE_DISCS,
    MoveReview,
    Review,
    Verdict,
    moves_to_review,
    numbered_moves,
)
from outflank.engine.review_settings import (
    QUICK,
    REVIEWS,
    STANDARD,
    ReviewSettings,
    review_settings,
)
from outflank.engine.reviewing import Reviewer
from outflank.engine.reviewing import review as review_with_shipped_weights
from outflank.engine.solver import Solver
from outflank.errors import FormatError, OutflankError
from outflank.rules.game import BLACK, WHITE, Game
from outflank.rules.position import Position
from tests.endgames import played_endgames
from tests.engine.plain_search import PlainSearch
from tests.weights import mixed_weights

SMALL = ReviewSettings(depth=3, confidence=100, exact_empties=8)
review = partial(review_with_shipped_weights, weights=mixed_weights())


def random_game(seed: int, start: Position | None = None) -> Game:
    game = Game(start)
    chance = random.Random(seed)
    while not game.is_over():
        game.play(chance.choice(game.position.legal_moves()))
    return game


def endgames(count: int) -> list[Game]:
    """The last moves of random games, with passes among them."""
    starts = (Position(*pair) for pair in played_endgames(1, count, range(9, 11)))
    return [random_game(number, start) for number, start in enumerate(starts)]


def test_losses_of_an_endgame_are_those_of_the_solver() -> None:
    solver = Solver(weights=mixed_weights(), table_megabytes=4)
    verdicts = set()
    for game in endgames(12):
        for found in review(game, ReviewSettings(depth=2, exact_empties=60)).moves:
            best = solver.solve(found.position).score
            played = -solver.solve(found.position.play(found.move)).score
            assert (found.best_score, found.played_score) == (best, played)
            assert found.loss_discs == best - played >= 0
            assert found.analysis.is_exact
            assert -solver.solve(found.position.play(found.best)).score == best
            verdicts.add(found.verdict)
    assert verdicts == set(Verdict)


@pytest.mark.parametrize("depth", [2, 3, 4, 5])
def test_losses_at_a_depth_are_those_of_plain_alphabeta(depth: int) -> None:
    plain = PlainSearch(mixed_weights())
    game = random_game(2)
    for found in review(game, ReviewSettings(depth=depth, confidence=100, exact_empties=0)).moves:
        if found.position.empty_count <= depth + 1:
            break
        assert found.best_score == plain.value(found.position, depth)
        assert found.played_score == -plain.value(found.position.play(found.move), depth - 1)
        assert found.loss_discs == found.best_score - found.played_score >= 0


def test_every_move_of_the_main_line_is_reviewed_in_order() -> None:
    games = [random_game(3), *endgames(12)]
    assert any(node.is_pass for game in games for node in game.main_line())
    for game in games:
        told: list[MoveReview] = []
        found = review(game, SMALL, progress=told.append)
        nodes = [node for node in game.main_line() if not node.is_pass]
        assert moves_to_review(game) == nodes
        assert [move.move for move in found.moves] == [node.move for node in nodes]
        assert [move.colour for move in found.moves] == [node.mover for node in nodes]
        assert [move.number for move in found.moves] == list(range(1, len(nodes) + 1))
        assert found.moves == tuple(told)
        for move, node in zip(found.moves, nodes, strict=True):
            assert node.parent is not None
            assert move.position == node.parent.position


def test_variations_and_the_cursor_are_left_alone() -> None:
    game = Game.from_moves(["f5", "d6", "c3"])
    game.undo()
    game.play("c5")
    cursor = game.current
    found = review(game, SMALL)
    assert [move.move for move in found.moves] == game.moves()
    assert len(found.moves) == 3
    assert game.current is cursor


def test_no_loss_is_below_nothing() -> None:
    for found in review(random_game(4), ReviewSettings(depth=8, exact_empties=10)).moves:
        assert found.loss_discs >= 0
        if found.move == found.best:
            assert found.played_score == found.best_score
        assert found.nodes >= found.analysis.nodes


def test_a_side_is_judged_by_its_choices() -> None:
    found = review(random_game(5), SMALL)
    for colour in (BLACK, WHITE):
        own = [move for move in found.moves if move.colour is colour and not move.is_forced]
        side = found.side(colour)
        assert side.moves == tuple(own)
        losses = [move.loss_discs for move in own]
        assert side.total_loss_discs == pytest.approx(sum(losses))
        assert side.mean_loss_discs == pytest.approx(sum(losses) / len(losses))
        worths = [100 * 0.5 ** (loss / MISTAKE_DISCS) for loss in losses]
        assert side.accuracy_percent == pytest.approx(sum(worths) / len(worths))
        assert side.count(Verdict.BEST) == losses.count(0)
        assert side.count(Verdict.BLUNDER) == sum(loss >= BLUNDER_DISCS for loss in losses)
        assert side.count(Verdict.MISTAKE) == sum(
            MISTAKE_DISCS <= loss < BLUNDER_DISCS for loss in losses
        )
        assert sum(map(side.count, Verdict)) == len(own)


def test_a_side_without_moves_has_lost_nothing() -> None:
    side = Review((), QUICK).side(BLACK)
    assert (side.mean_loss_discs, side.total_loss_discs, side.moves) == (0, 0, ())
    assert side.accuracy_percent == 100


def test_what_cannot_be_reviewed() -> None:
    with pytest.raises(OutflankError, match="no move to review"):
        review(Game(), SMALL)
    mistakes: tuple[tuple[dict[str, Any], str], ...] = (
        ({"depth": 1}, "depth=1 is too little"),
        ({"depth": 4, "confidence": 50}, "confidence=50 is none of"),
        ({"depth": 4, "exact_empties": 61}, "exact_empties=61 is out of range"),
    )
    for wrong, part in mistakes:
        with pytest.raises(OutflankError, match=part):
            ReviewSettings(**wrong)
    with pytest.raises(OutflankError, match="'long' is not known; give quick, standard, deep"):
        review("f5", "long")


# Repeatable


def test_reviews_with_one_and_two_threads_are_the_same() -> None:
    """Ten of each kind are compared by test_review_repeats.py, among the slow tests."""
    game = random_game(8)
    settings = ReviewSettings(depth=9, exact_empties=14)
    first = json.dumps(review_with_shipped_weights(game, settings).as_dict())
    for threads in (2, 1, 2):
        again = review_with_shipped_weights(game, settings, threads=threads)
        assert json.dumps(again.as_dict()) == first


def test_a_move_is_reviewed_the_same_alone_and_in_its_game() -> None:
    game = random_game(9)
    settings = ReviewSettings(depth=8, exact_empties=12)
    found = review_with_shipped_weights(game, settings)
    for number, node in numbered_moves(game)[::7]:
        alone = Reviewer(settings).review_move(number, node)
        assert alone is not None
        assert alone.as_dict() == found.moves[number - 1].as_dict()


def test_the_end_of_a_review_is_exact() -> None:
    assert all(20 <= settings.exact_empties <= 24 for settings in REVIEWS.values())
    for move in review(random_game(10), ReviewSettings(depth=4, exact_empties=12)).moves:
        assert move.analysis.is_exact == (move.position.empty_count <= 12)


def test_a_stopped_review_keeps_only_whole_moves() -> None:
    game = random_game(11)
    reviewer = Reviewer(SMALL)
    moves = []
    for move in reviewer.review(numbered_moves(game)):
        moves.append(move)
        if len(moves) == 5:
            reviewer.stop()
    assert 5 <= len(moves) < len(numbered_moves(game))
    whole = review_with_shipped_weights(game, SMALL).moves
    assert [move.as_dict() for move in moves] == [move.as_dict() for move in whole[: len(moves)]]


def test_costs_are_told_before() -> None:
    game = random_game(12)
    costs = [settings.estimated_seconds(game) for settings in REVIEWS.values()]
    assert costs == sorted(costs)
    assert costs[0] < 3 < costs[2] < 90
    assert QUICK.estimated_seconds(game, threads=2) == costs[0] / 2


def test_settings_have_names() -> None:
    assert [settings.name for settings in REVIEWS.values()] == ["quick", "standard", "deep"]
    assert SMALL.name == "custom"
    assert review_settings("standard") is STANDARD
    for settings in (*REVIEWS.values(), SMALL):
        assert ReviewSettings.from_dict(settings.as_dict()) == settings


# As a dictionary, and in the game


def test_a_review_is_read_again_from_its_dictionary() -> None:
    game = random_game(6)
    found = review(game, SMALL)
    data = json.loads(json.dumps(found.as_dict()))
    again = Review.from_dict(data, game)
    assert again.as_dict() == found.as_dict()
    assert [move.position for move in again.moves] == [move.position for move in found.moves]
    assert [move.verdict for move in again.moves] == [move.verdict for move in found.moves]


def test_a_dictionary_ends_where_the_game_has_other_moves() -> None:
    data = review("f5d6c3", SMALL).as_dict()
    assert len(Review.from_dict(data, Game.from_moves("f5d6c5")).moves) == 2
    assert len(Review.from_dict(data, Game.from_moves("f5")).moves) == 1


@pytest.mark.parametrize(
    "data", [[], {}, {"moves": []}, {"settings": {}, "moves": [{"move": "f5", "pv": []}]}]
)
def test_what_is_no_review_is_one_error(data: Any) -> None:
    with pytest.raises(FormatError, match="this is no review"):
        Review.from_dict(data, Game.from_moves("f5d6c3"))


def test_annotations_are_evaluations_and_comments_on_mistakes() -> None:
    game = random_game(7)
    nodes = moves_to_review(game)
    nodes[0].comment = "the first move"
    found = review(game, SMALL)
    found.annotate(game)
    found.annotate(game)  # the second time nothing is added
    verdicts = set()
    for move, node in zip(found.moves, nodes, strict=True):
        assert node.evaluation == move.played_score
        is_bad = move.verdict in (Verdict.MISTAKE, Verdict.BLUNDER)
        wanted = f"{move.verdict.value.capitalize()}: {move.move} loses" if is_bad else ""
        assert node.comment.removeprefix("the first move").lstrip().startswith(wanted)
        assert node.comment.count("loses") == is_bad
        assert str(move.best) in node.comment or not is_bad
        verdicts.add(move.verdict)
    assert nodes[0].comment.startswith("the first move")
    assert verdicts >= {Verdict.BEST, Verdict.BLUNDER}


def test_only_its_own_game_can_be_annotated() -> None:
    found = review("f5d6c3", SMALL)
    for other in ("f5d6c5", "f5d6", "d3c5f6"):
        with pytest.raises(OutflankError, match="give the game reviewed"):
            found.annotate(Game.from_moves(other))


def test_a_game_can_be_given_as_text_without_settings() -> None:
    found = review_with_shipped_weights("f5")
    assert (repr(found.moves[0].move), found.moves[0].analysis.depth) == ("f5", STANDARD.depth)
    assert found.settings is STANDARD
