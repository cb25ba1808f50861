"""What is seen in moves: right, the same in a mirror, and never late."""

from __future__ import annotations

import numpy as np
import pytest

from outflank.engine import choice
from outflank.engine.choice import STRENGTHS
from outflank.engine.engine import Engine
from outflank.engine.perception import COLUMNS, SIGHT_NAMES, Perception
from outflank.kernels.jit import INTERPRETED
from outflank.rules.bitboard import neighbours, stable_discs
from outflank.rules.position import Position
from outflank.rules.squares import CORNERS, column_of, mask_of, parse_square, row_of
from outflank.rules.symmetry import SYMMETRIES, transform, transform_square
from outflank.search.limit import Limit
from tests.positions import EDGES, custom_positions, random_play_positions

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

X_SQUARES = mask_of(map(parse_square, ["b2", "g2", "b7", "g7"]))
C_SQUARES = mask_of(map(parse_square, ["b1", "a2", "g1", "h2", "a7", "b8", "h7", "g8"]))


def positions() -> list[Position]:
    boards = [*random_play_positions(seed=3, games=2), *custom_positions(seed=4, count=30)]
    return [position for board in boards if (position := Position(*board)).legal_mask]


def test_every_legal_move_is_seen_and_the_best_loses_nothing() -> None:
    perception = Perception()
    for position in positions():
        moves, rows = perception.see(position)
        assert tuple(moves) == position.legal_moves()
        assert np.isfinite(rows).all()
        for look in ("glance", "look", "read"):
            losses = rows[:, COLUMNS.index(f"{look} loss")]
            assert losses.min() == 0
            np.testing.assert_allclose(rows[:, COLUMNS.index(f"{look} log loss")], np.log1p(losses))


def region_of(square: int, empty: int) -> int:
    """The empties that hang together with `square`, gathered one step at a time."""
    region = 1 << square
    for _ in range(64):
        region |= neighbours(region) & empty
    return region


def plain_sights(position: Position, move: int, last: int) -> dict[str, int]:
    """The sights of a move by the readable rules."""
    disc, empty = 1 << move, position.empty
    after = position.play(move)
    own, other = after.opponent, after.player
    own_moves = Position(own, other).legal_mask
    beside_open = neighbours(CORNERS & empty)
    is_x = bool(disc & X_SQUARES & beside_open)
    is_c = bool(disc & C_SQUARES & beside_open)
    return {
        "discs turned": position.flips(move).bit_count(),
        "replies": after.legal_mask.bit_count(),
        "own moves after": own_moves.bit_count(),
        "opponent passes": not after.legal_mask,
        "corner taken": bool(disc & CORNERS),
        "corners given": (after.legal_mask & CORNERS).bit_count(),
        "corners threatened": (own_moves & CORNERS).bit_count(),
        "X square": is_x,
        "C square": is_c,
        "edge": bool(disc & EDGES & ~CORNERS) and not is_c,
        "centre": 2 <= row_of(move) <= 5 and 2 <= column_of(move) <= 5,
        "frontier": (own & neighbours(after.empty)).bit_count(),
        "stable discs": stable_discs(own, other).bit_count(),
        "odd region": region_of(move, empty).bit_count() % 2,
        "beside the last move": bool(disc & neighbours(1 << last)),
    }


def test_sights_are_what_the_rules_say() -> None:
    perception = Perception()
    counted = dict.fromkeys(SIGHT_NAMES, 0)
    for number, position in enumerate(positions()):
        last = number % 64
        moves, rows = perception.see(position, last)
        for move, row in zip(moves, rows, strict=True):
            found = dict(zip(COLUMNS, row.tolist(), strict=True))
            for name, expected in plain_sights(position, move, last).items():
                assert found[name] == expected, (name, position, move)
                counted[name] += bool(expected)
    assert all(counted.values()), "each of them is seen now and then"


def test_solved_positions_have_exact_losses() -> None:
    engine = Engine(table_megabytes=1)
    tested = 0
    for position in positions():
        if 2 <= position.empty_count <= 12 and len(position.legal_moves()) > 1:
            lines = engine.search(position, Limit(exact=True), lines=60).lines
            exact = {line.move: lines[0].score - line.score for line in lines}
            moves, rows = Perception().see(position)
            losses = dict(zip(moves, rows[:, COLUMNS.index("read loss")].tolist(), strict=True))
            assert losses == exact
            outcome = rows[:, COLUMNS.index("outcome")]
            assert outcome.max() == np.sign(lines[0].score)
            tested += 1
    assert tested >= 10


@pytest.mark.parametrize("strength", STRENGTHS)
def test_people_choose_alike_in_a_mirror(strength: str) -> None:
    habits = choice.shipped().habits[strength]
    perception = Perception()
    for position in positions()[::4]:
        last = 18 if position.occupied >> 18 & 1 else None
        expected: dict[int, float] = {}
        for symmetry in SYMMETRIES:
            image = Position(
                transform(position.player, symmetry), transform(position.opponent, symmetry)
            )
            last_image = None if last is None else transform_square(last, symmetry)
            moves, rows = perception.see(image, last_image)
            shares = habits.probabilities(image.empty_count, rows)
            assert shares.sum() == pytest.approx(1)
            assert (shares > 0).all()
            found = dict(zip(moves, shares.tolist(), strict=True))
            if not expected:
                expected = found
            images = {transform_square(move, symmetry): p for move, p in expected.items()}
            assert found == pytest.approx(images)


def test_a_look_that_is_not_complete_is_given_up() -> None:
    position = next(p for p in positions() if 30 < p.empty_count < 40)
    hurried = Perception()
    hurried.stop()  # before it begins: cleared again
    moves, rows = hurried.see(position, seconds=1e-9)
    assert tuple(moves) == position.legal_moves()
    glance = rows[:, COLUMNS.index("glance loss")]
    calm = Perception().see(position)[1]
    np.testing.assert_array_equal(glance, calm[:, COLUMNS.index("glance loss")])
    known = [rows[:, COLUMNS.index(f"{name} loss")] for name in ("look", "read")]
    deeper = [calm[:, COLUMNS.index(f"{name} loss")] for name in ("look", "read")]
    assert any(np.array_equal(known[1], one) for one in (glance, deeper[0], deeper[1])), (
        "the last complete look stands for those that were not"
    )


def test_without_deeper_looks_the_last_one_stands_for_them() -> None:
    for position in positions()[::9]:
        all_looks = Perception().see(position)[1]
        one_look = Perception().see(position, looks=1)[1]
        glance = COLUMNS.index("glance loss")
        read = COLUMNS.index("read loss")
        np.testing.assert_array_equal(one_look[:, glance], all_looks[:, glance])
        np.testing.assert_array_equal(one_look[:, read], all_looks[:, glance])
        after = COLUMNS.index("outcome") + 1
        np.testing.assert_array_equal(one_look[:, after:], all_looks[:, after:])
