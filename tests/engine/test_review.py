"""The review of a game: losses that agree with the solver, and what becomes of a side."""

from __future__ import annotations

import random

import pytest

from outflank.engine.engine import Engine
from outflank.engine.review import (
    BLUNDER_DISCS,
    MISTAKE_DISCS,
    MoveReview,
    Review,
    Verdict,
    moves_to_review,
    review,
    review_moves,
)
from outflank.engine.solver import Solver
from outflank.errors import OutflankError
from outflank.rules.game import BLACK, WHITE, Game
from outflank.rules.position import Position
from outflank.search.limit import Limit
from tests.endgames import played_endgames
from tests.engine.plain_search import PlainSearch
from tests.weights import mixed_weights


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(table_megabytes=4, weights=mixed_weights())


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


def test_losses_of_an_endgame_are_those_of_the_solver(engine: Engine) -> None:
    solver = Solver(weights=mixed_weights(), table_megabytes=4)
    verdicts = set()
    for game in endgames(12):
        for found in review(game, engine, Limit(exact=True)).moves:
            best = solver.solve(found.position).score
            played = -solver.solve(found.position.play(found.move)).score
            assert (found.best_score, found.played_score) == (best, played)
            assert found.loss_discs == best - played >= 0
            assert found.analysis.is_exact
            assert -solver.solve(found.position.play(found.best)).score == best
            verdicts.add(found.verdict)
    assert verdicts == set(Verdict)


@pytest.mark.parametrize("depth", [2, 3, 4, 5])
def test_losses_at_a_depth_are_those_of_plain_alphabeta(depth: int, engine: Engine) -> None:
    plain = PlainSearch(mixed_weights())
    game = random_game(2)
    for found in review(game, engine, Limit(depth=depth)).moves:
        if found.position.empty_count <= depth + 1:
            break
        assert found.best_score == plain.value(found.position, depth)
        assert found.played_score == -plain.value(found.position.play(found.move), depth - 1)
        assert found.loss_discs == found.best_score - found.played_score >= 0


def test_every_move_of_the_main_line_is_reviewed_in_order(engine: Engine) -> None:
    games = [random_game(3), *endgames(12)]
    assert any(node.is_pass for game in games for node in game.main_line())
    for game in games:
        told: list[MoveReview] = []
        found = review(game, engine, Limit(level=2), progress=told.append)
        nodes = [node for node in game.main_line() if not node.is_pass]
        assert moves_to_review(game) == nodes
        assert [move.move for move in found.moves] == [node.move for node in nodes]
        assert [move.colour for move in found.moves] == [node.mover for node in nodes]
        assert [move.number for move in found.moves] == list(range(1, len(nodes) + 1))
        assert found.moves == tuple(told)
        for move, node in zip(found.moves, nodes, strict=True):
            assert node.parent is not None
            assert move.position == node.parent.position


def test_variations_and_the_cursor_are_left_alone(engine: Engine) -> None:
    game = Game.from_moves(["f5", "d6", "c3"])
    game.undo()
    game.play("c5")
    cursor = game.current
    found = review(game, engine, Limit(depth=3))
    assert [move.move for move in found.moves] == game.moves()
    assert len(found.moves) == 3
    assert game.current is cursor


@pytest.mark.parametrize(
    "limit",
    [Limit(depth=8, confidence=73), Limit(seconds=0.01), Limit(nodes=2000)],
    ids=["depth", "seconds", "nodes"],
)
def test_no_loss_is_below_nothing(limit: Limit, engine: Engine) -> None:
    for found in review(random_game(4), engine, limit).moves:
        assert found.loss_discs >= 0
        if found.move == found.best:
            assert found.played_score == found.best_score
        assert found.nodes >= found.analysis.nodes
        assert found.seconds >= found.analysis.seconds


def test_a_side_is_judged_by_its_choices(engine: Engine) -> None:
    found = review(random_game(5), engine, Limit(level=6))
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
    side = Review(()).side(BLACK)
    assert (side.mean_loss_discs, side.total_loss_discs, side.moves) == (0, 0, ())
    assert side.accuracy_percent == 100


@pytest.mark.parametrize(
    ("game", "limit", "part"),
    [
        (Game(), Limit(depth=4), "no move to review"),
        (Game.from_moves(["f5"]), Limit(depth=1), "depth=1 is too little"),
        (Game.from_moves(["f5"]), Limit(level=1), "level=1 is too little"),
    ],
)
def test_what_cannot_be_reviewed(game: Game, limit: Limit, part: str, engine: Engine) -> None:
    with pytest.raises(OutflankError, match=part):
        review_moves(game, engine, limit)
