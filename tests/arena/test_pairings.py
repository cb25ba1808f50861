from __future__ import annotations

import random
from collections import Counter

import pytest

from outflank.arena.pairings import Encounter, gauntlet, round_robin, swiss_round


def test_everybody_meets_everybody_once() -> None:
    encounters = round_robin(6)
    assert len(encounters) == 15
    assert {frozenset(encounter) for encounter in encounters} == {
        frozenset((one, other)) for one in range(6) for other in range(one)
    }


def test_challengers_do_not_meet_each_other() -> None:
    assert gauntlet(5, [1, 3]) == [(1, 0), (1, 2), (1, 4), (3, 0), (3, 2), (3, 4)]


@pytest.mark.parametrize("players", [2, 5, 8, 13, 20])
def test_swiss_rounds_pair_equals_and_no_pair_twice(players: int) -> None:
    chance = random.Random(players)
    points = [0.0] * players
    met: dict[Encounter, int] = {}
    byes: list[int] = []
    # The stronger one wins, so that everybody with many points has met the others who have.
    for _ in range(max(1, players // 2)):
        encounters, bye = swiss_round(points, met, byes)
        there = [player for encounter in encounters for player in encounter]
        assert sorted([*there, *([] if bye is None else [bye])]) == list(range(players))
        assert (bye is None) == (players % 2 == 0)
        if bye is not None:
            assert bye not in byes
            byes.append(bye)
            points[bye] += 1
        for one, other in encounters:
            meeting = min(one, other), max(one, other)
            assert meeting not in met
            met[meeting] = 1
            points[min(one, other) if chance.random() < 0.8 else max(one, other)] += 1


def test_the_first_round_is_upper_half_against_lower_half() -> None:
    assert swiss_round([0] * 6, {}, []) == ([(0, 3), (1, 4), (2, 5)], None)


def test_later_rounds_go_by_points() -> None:
    met = {(0, 2): 1, (1, 3): 1}
    assert swiss_round([1, 1, 0, 0], met, []) == ([(0, 1), (2, 3)], None)
    # The leaders have met already: they get the next ones.
    met |= {(0, 1): 1, (2, 3): 1}
    assert swiss_round([2, 1, 1, 0], met, []) == ([(0, 3), (1, 2)], None)


def test_when_all_have_met_they_meet_again() -> None:
    met = dict.fromkeys(round_robin(4), 1)
    met[0, 1] = 2
    encounters, _ = swiss_round([3, 2, 1, 0], met, [])
    assert (0, 1) not in encounters
    assert Counter(player for encounter in encounters for player in encounter) == Counter(range(4))


def test_byes_go_round() -> None:
    byes: list[int] = []
    for _ in range(6):
        _, bye = swiss_round([3, 2, 1], {(0, 1): 1}, byes)
        assert bye is not None
        byes.append(bye)
    assert byes == [2, 1, 0, 2, 1, 0]
