"""Random numbers of a seed and a position."""

from __future__ import annotations

from outflank.rules.position import Position
from outflank.search.chance import Chance

START = Position.start()
LATER = START.play(START.legal_moves()[0])


def numbers(chance: Chance, position: Position = START) -> list[int]:
    random = chance.at(position)
    return [random.getrandbits(32) for _ in range(3)]


def test_a_position_has_the_same_numbers_within_a_game() -> None:
    chance = Chance(1)
    first = numbers(chance)
    assert numbers(chance) == numbers(Chance(1)) == first
    assert numbers(chance, LATER) != first
    chance.next_game()
    second = numbers(chance)
    assert second != first
    assert numbers(chance) == second


def test_seeds_and_purposes_are_independent() -> None:
    sources = [Chance(1), Chance(2), Chance(1, "random moves"), Chance(None), Chance(None)]
    assert len({tuple(numbers(chance)) for chance in sources}) == len(sources)
    unseeded = sources[-1]
    assert numbers(unseeded) != numbers(unseeded)
