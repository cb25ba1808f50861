"""Keys of positions are those of `Position.canonical`, and moves find their way back."""

import random

from outflank.engine.book.canonical import (
    IMAGE_SYMMETRIES,
    Turned,
    after_move,
    canonical_squares,
    images,
    key_of,
    position_of_key,
)
from outflank.rules.position import Position
from outflank.rules.squares import C4, D3, E6, F5, PASS
from outflank.rules.symmetry import SYMMETRIES
from tests.engine.book.books import book_positions, random_book


def test_images_are_those_of_the_rules() -> None:
    for position in book_positions(random_book(3, 12)):
        for image, symmetry in zip(images(position), IMAGE_SYMMETRIES, strict=True):
            turned = position.transformed(symmetry)
            assert int.from_bytes(image, "big") == turned.player << 64 | turned.opponent
    assert sorted(IMAGE_SYMMETRIES) == list(SYMMETRIES)


def test_a_key_is_the_canonical_position() -> None:
    chance = random.Random(1)
    for position in book_positions(random_book(5, 20)):
        turned = position.transformed(chance.choice(SYMMETRIES))
        assert position_of_key(key_of(turned)) == position.canonical() == turned.canonical()


def test_moves_find_their_way_back() -> None:
    for position in book_positions(random_book(3, 14)):
        for turned in position.images():
            key, squares = canonical_squares(turned)
            canonical = position_of_key(key)
            for move in turned.legal_moves():
                back = Turned(turned).moves_of(squares[move])
                assert move in back
                assert {key_of(turned.play(other)) for other in back} == {key_of(turned.play(move))}
                assert canonical.flips(squares[move])


def test_the_four_first_moves_are_one() -> None:
    start = Position.start()
    _, squares = canonical_squares(start)
    assert Turned(start).moves_of(squares[F5]) == (F5, E6, D3, C4)


def test_a_forced_pass_is_made() -> None:
    chance = random.Random(2)
    passes = 0
    while passes < 5:
        position = Position.start()
        while not position.is_over():
            move = chance.choice(position.legal_moves())
            child = position.play(move)
            if move != PASS:
                behind, sign = after_move(position, move)
                assert (behind, sign) == (
                    (child.swapped(), 1) if child.must_pass() else (child, -1)
                )
                passes += sign == 1
            position = child
