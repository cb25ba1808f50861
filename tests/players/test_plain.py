"""Alpha-beta in plain Python: as good as a search of its depth can be."""

from __future__ import annotations

import time

import pytest

from outflank.errors import OutflankError
from outflank.players.plain import DISC_POINTS, PlainSearch
from outflank.rules.position import Position
from outflank.search.limit import Limit
from tests.positions import random_play_positions


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
        assert result.score == DISC_POINTS * best_score(position)
        assert -best_score(position.play(result.move)) == best_score(position)


def test_its_line_can_be_played_to_its_depth() -> None:
    for position in [*late_positions()[:5], Position.start()]:
        result = PlainSearch().search(position, Limit(depth=4))
        assert result.move == result.principal_variation[0]
        for move in result.principal_variation:
            position = position.play(move)


def test_limits_are_kept() -> None:
    started = time.perf_counter()
    result = PlainSearch().search(Position.start(), Limit(seconds=0.1))
    assert time.perf_counter() - started < 5
    assert result.depth >= 1
    assert not result.complete
    result = PlainSearch().search(Position.start(), Limit(nodes=500))
    assert result.nodes <= 501
    assert PlainSearch().search(Position.start(), Limit(depth=2)).complete
    assert PlainSearch().search(Position.start(), Limit()).depth == 4
    with pytest.raises(OutflankError, match="over"):
        PlainSearch().search(Position(1, 0), Limit(depth=1))
