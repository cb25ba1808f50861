"""The search in plain Python: as good as a search of its depth can be."""

from __future__ import annotations

import time

import pytest

from outflank.errors import OutflankError
from outflank.players.plain import DISC_POINTS, PlainSearch
from outflank.players.plain_board import moves_of, turned_by, value_of
from outflank.rules.bitboard import flips, legal_moves
from outflank.rules.position import Position
from outflank.rules.squares import squares_of
from outflank.search.limit import Limit
from outflank.search.result import ScoreUnit
from tests.positions import all_images, custom_positions, random_play_positions


def best_score(position: Position) -> int:
    """The result of best play by both sides, by looking at everything."""
    if position.is_over():
        return position.score()
    return max(-best_score(position.play(move)) for move in position.legal_moves())


def late_positions() -> list[Position]:
    boards = [Position(*pair) for pair in random_play_positions(seed=9, games=40)]
    return [board for board in boards if 0 < board.empty_count <= 5 and not board.is_over()][::6]


def test_late_games_are_played_exactly() -> None:
    positions = late_positions()
    assert len(positions) > 20
    assert any(position.must_pass() for position in positions)
    for position in positions:
        result = PlainSearch().search(position, Limit(seconds=60))
        assert result.complete
        assert result.score == best_score(position)
        assert -best_score(position.play(result.move)) == best_score(position)


def test_its_line_can_be_played_to_its_depth() -> None:
    for position in [*late_positions()[:5], Position.start()]:
        result = PlainSearch().search(position, Limit(depth=4))
        assert result.move == result.principal_variation[0]
        for move in result.principal_variation:
            position = position.play(move)


def test_limits_are_kept() -> None:
    started = time.process_time()
    result = PlainSearch().search(Position.start(), Limit(seconds=0.1))
    assert time.process_time() - started < 5
    assert result.depth >= 1
    assert not result.complete
    result = PlainSearch().search(Position.start(), Limit(nodes=500))
    assert result.nodes <= 501
    assert PlainSearch().search(Position.start(), Limit(depth=2)).complete
    assert PlainSearch().search(Position.start(), Limit()).depth == 4
    with pytest.raises(OutflankError, match="over"):
        PlainSearch().search(Position(1, 0), Limit(depth=1))


def test_its_moves_are_those_of_the_rules() -> None:
    boards = [*random_play_positions(seed=4, games=20), *custom_positions(seed=5, count=300)]
    for player, opponent in boards:
        moves = legal_moves(player, opponent)
        assert moves_of(player, opponent) == moves
        for square in squares_of(moves):
            assert turned_by(square, player, opponent) == flips(square, player, opponent)


def test_its_evaluation_is_the_same_for_all_images_and_opposite_for_the_opponent() -> None:
    for player, opponent in random_play_positions(seed=6, games=5):
        value = value_of(player, opponent, moves_of(player, opponent))
        assert value == -value_of(opponent, player, moves_of(opponent, player))
        for image in all_images(player, opponent):
            assert value_of(*image, moves_of(*image)) == value


def test_a_search_to_a_depth_is_worth_what_looking_at_everything_is() -> None:
    def worth(player: int, opponent: int, depth: int) -> int:
        moves = moves_of(player, opponent)
        if not moves:
            if not moves_of(opponent, player):
                return DISC_POINTS * Position(player, opponent).score()
            return -worth(opponent, player, depth)
        if depth == 0:
            return value_of(player, opponent, moves)
        behind = (Position(player, opponent).play(square) for square in squares_of(moves))
        return max(-worth(child.player, child.opponent, depth - 1) for child in behind)

    boards = list(random_play_positions(seed=7, games=3))[8::9]
    for position in [Position(*board) for board in boards if not Position(*board).is_over()]:
        depth = min(3, position.empty_count)
        result = PlainSearch().search(position, Limit(depth=depth))
        points = result.score * (DISC_POINTS if result.unit is ScoreUnit.DISCS else 1)
        assert points == worth(position.player, position.opponent, depth)


def test_what_is_remembered_of_one_move_helps_the_next() -> None:
    search = PlainSearch()
    first = search.search(Position.start(), Limit(depth=5))
    again = search.search(Position.start(), Limit(depth=5))
    assert (again.score, again.move) == (first.score, first.move)
    assert again.nodes < first.nodes
    assert again.table_hits > 0
