"""Who plays whom in a tournament. Players are numbered from 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

Encounter: TypeAlias = tuple[int, int]


def round_robin(players: int) -> list[Encounter]:
    """All encounters of a round robin: each of `players` players meets every other."""
    return list(combinations(range(players), 2))


def gauntlet(players: int, challengers: Sequence[int]) -> list[Encounter]:
    """All encounters of a gauntlet: each challenger meets every player that is not a challenger."""
    others = [player for player in range(players) if player not in challengers]
    return [(challenger, other) for challenger in challengers for other in others]


def swiss_round(
    points: Sequence[float], met: Mapping[Encounter, int], byes: Sequence[int]
) -> tuple[list[Encounter], int | None]:
    """Return the encounters of the next Swiss round, and the player who has a bye, if any.

    Players meet others with similar points, and avoid repeated encounters as far as possible.
    `points` are those of each player so far. `met` counts earlier encounters, with the lower player
    number first in the key. `byes` lists the players of earlier byes. In the first round the upper
    half of the list meets the lower half.
    """
    order = sorted(range(len(points)), key=lambda player: (-points[player], player))
    bye = None
    if len(order) % 2:
        # The lowest-ranked player with the fewest byes.
        fewest = min(byes.count(player) for player in order)
        bye = next(player for player in reversed(order) if byes.count(player) == fewest)
        order.remove(bye)
    if not met:
        half = len(order) // 2
        return list(zip(order[:half], order[half:], strict=True)), bye
    most = 0
    while (matching := _matching(order, met, most)) is None:
        most += 1
    return matching, bye


def _matching(
    order: Sequence[int], met: Mapping[Encounter, int], most: int
) -> list[Encounter] | None:
    """Pair the players of `order` from the top; None if impossible.

    No two players are paired that have already met more than `most` times.
    """
    if not order:
        return []
    first = order[0]
    for other in order[1:]:
        if met.get((min(first, other), max(first, other)), 0) > most:
            continue
        rest = [player for player in order if player not in (first, other)]
        matching = _matching(rest, met, most)
        if matching is not None:
            return [(first, other), *matching]
    return None
