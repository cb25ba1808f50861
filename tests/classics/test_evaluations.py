"""Every evaluation against its plain twin, and what all evaluations have in common."""

from __future__ import annotations

from itertools import chain

import pytest

from outflank.classics import evaluations
from outflank.errors import OutflankError
from outflank.kernels.jit import INTERPRETED
from outflank.rules.position import Position
from outflank.rules.squares import H8, mask_of, parse_square
from tests import oracle
from tests.classics.plain_evaluations import EVALUATIONS
from tests.positions import Pair, all_images, custom_positions, random_play_positions

SCALE = 1 if INTERPRETED else 4


@pytest.fixture(scope="module")
def boards() -> list[Pair]:
    return list(chain(random_play_positions(21, SCALE), custom_positions(22, 60 * SCALE)))


def test_every_evaluation_has_a_plain_twin() -> None:
    assert set(EVALUATIONS) == set(evaluations.EVALUATIONS)


@pytest.mark.parametrize("name", EVALUATIONS)
def test_evaluation_equals_its_plain_twin(name: str, boards: list[Pair]) -> None:
    evaluate, plain = evaluations.get(name), EVALUATIONS[name]
    for pair in boards:
        assert evaluate(*pair) == plain(oracle.board_of(*pair)), Position(*pair)


# The report's own lines end at other squares on one side of the board than on the other.
SYMMETRIC = [name for name in EVALUATIONS if name != "edge_lines"]


def test_the_edges_of_report_000_are_counted_in_two_ways() -> None:
    # a1 and b1 hang together; behind the gap e1 and the second ring count for the report alone.
    names = ("a1", "b1", "e1", "b2", "c2", "b7", "g2")
    position = Position(mask_of(parse_square(name) for name in names), 1 << H8)
    assert evaluations.evaluate(position, "edges") == 2 - 1
    assert evaluations.evaluate(position, "edge_lines") == 3 + 2 + 1 - 1


@pytest.mark.parametrize("name", SYMMETRIC)
def test_all_symmetries_agree(name: str, boards: list[Pair]) -> None:
    evaluate = evaluations.get(name)
    for pair in boards[:: 5 if INTERPRETED else 1]:
        assert len({int(evaluate(*image)) for image in all_images(*pair)}) == 1


@pytest.mark.parametrize("name", EVALUATIONS)
def test_what_one_side_has_the_other_lacks(name: str, boards: list[Pair]) -> None:
    evaluate = evaluations.get(name)
    for player, opponent in boards[:: 5 if INTERPRETED else 1]:
        assert evaluate(player, opponent) == -evaluate(opponent, player)


def test_a_position_can_be_evaluated_by_name() -> None:
    position = Position(0b1, 0b10)
    assert evaluations.evaluate(position, "table") == 150 + 80
    assert evaluations.evaluate(position.swapped(), "table") == -150 - 80


def test_unknown_name_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(OutflankError, match="'tabel'; there are: discs, table"):
        evaluations.get("tabel")
