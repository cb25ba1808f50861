"""Pairings of players, given as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

Encounter: TypeAlias = tuple[int, int]


def round_robin(players: int) -> list[Encounter]:
    """Each player meets every other player."""
    return list(combinations(range(players), 2))


def gauntlet(players: int, challengers: Sequence[int]) -> list[Encounter]:
    """Each challenger meets every player that is not a challenger."""
    others = [player for player in range(players) if player not in challengers]
    return [(challenger, other) for challenger in challengers for other in others]


def swiss_round(
    points: Sequence[float], met: Mapping[Encounter, int], byes: Sequence[int]
) -> tuple[list[Encounter], int | None]:
    """The next round of a Swiss tournament, and the player with a bye if their number is odd.

    Players meet others with similar points, and avoid repeated encounters as far as possible.
    `met` counts encounters, with the lower number first; `byes` are the players with earlier byes.
    In the first round the upper half of the list meets the lower half.
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
    """Pair players from the top, each pair having met at most `most` times; None if impossible."""
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
