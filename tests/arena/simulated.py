"""Players of known strength: the chances of each result of a pair of games between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from outflank.arena.pairs import PAIR_SCORES, PairCounts
from outflank.statistics.bradley_terry import score_of_elo


@dataclass(frozen=True)
class Field:
    """What games are like: how many are drawn, and by how many Elo an opening helps one colour."""

    draw_rate: float = 0.05
    opening_elo: float = 0.0

    def pair_chances(self, elo: float) -> Any:
        """The chances of 0, ½, 1, 1½ and 2 points for a player `elo` stronger on a level board."""
        chances = np.zeros(5)
        for helped in (self.opening_elo, -self.opening_elo):
            with_black, with_white = self._game(elo + helped), self._game(elo - helped)
            chances += np.convolve(with_black, with_white) / 2
        return chances

    def chances_with_score(self, score: float) -> Any:
        """The chances where the mean score of a game is `score`."""
        low, high = -2_000.0, 2_000.0
        for _ in range(60):
            middle = (low + high) / 2
            if self.pair_chances(middle) @ PAIR_SCORES < score:
                low = middle
            else:
                high = middle
        return self.pair_chances(middle)

    def _game(self, elo: float) -> Any:
        score = score_of_elo(elo)
        drawn = self.draw_rate * 4 * score * (1 - score)
        return np.array([1 - score - drawn / 2, drawn, score - drawn / 2])


FIELDS = (Field(), Field(draw_rate=0.4), Field(draw_rate=0.1, opening_elo=200.0))
"""Few draws; many; and openings so lopsided that most pairs are shared."""


def draw_counts(chances: Any, pairs: int, matches: int, seed: int) -> list[PairCounts]:
    """The pairs of `matches` simulated matches."""
    rows = np.random.default_rng(seed).multinomial(pairs, chances, size=matches)
    return [PairCounts(tuple(row)) for row in rows.tolist()]
