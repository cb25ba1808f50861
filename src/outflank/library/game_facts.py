"""Data of all games for the explorer: their fields, player ratings, and totals of results."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outflank.library.game_columns import NO_SCORE, Columns, read_columns
from outflank.library.ratings import read_ratings

Array = np.ndarray[Any, np.dtype[Any]]

NO_RESULT, WHITE_WON, DRAWN, BLACK_WON = range(4)
OUTCOMES = 4


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The fields of all games (`game_columns`) and the ratings of players by id.

    `folders` is one more than the greatest folder id.
    """

    columns: Columns
    rating: Array
    folders: int

    @classmethod
    def read(cls, connection: sqlite3.Connection) -> GameFacts:
        """Read the columns of all games and the ratings of all players."""
        players, folders = connection.execute(
            "select (select max(id) from players), (select max(id) from folders)"
        ).fetchone()
        rating = read_ratings(connection, 1 + (players or 0))
        return cls(read_columns(connection), rating, 1 + (folders or 0))

    @property
    def players(self) -> int:
        """One more than the greatest player id."""
        return len(self.rating)


@dataclass(frozen=True, slots=True)
class Totals:
    """Results of a group of games: counts, mean score in discs for Black, first and last year.

    Games without a result count only in `games`; `mean_score` is None if no game has a result.
    Years that are unknown are ignored; 0 means that none is known.
    """

    games: int
    black_wins: int
    draws: int
    white_wins: int
    mean_score: float | None
    first_year: int
    last_year: int


def totals_by_group(group: Array, groups: int, games: Columns) -> list[Totals]:
    """The totals of each of `groups` groups of games; ``group[i]`` is the group of ``games[i]``."""
    score = games["score"]
    outcome = np.sign(score) + DRAWN
    outcome[score == NO_SCORE] = NO_RESULT
    counts = np.bincount(group * OUTCOMES + outcome, minlength=groups * OUTCOMES)
    scores = np.where(outcome == NO_RESULT, 0, score)
    sums = np.bincount(group, scores, groups)
    first, last = _first_and_last(group, groups, games["year"])
    return [
        Totals(
            games=sum(outcomes),
            black_wins=outcomes[BLACK_WON],
            draws=outcomes[DRAWN],
            white_wins=outcomes[WHITE_WON],
            mean_score=_mean(score_sum, sum(outcomes) - outcomes[NO_RESULT]),
            first_year=first_year,
            last_year=last_year,
        )
        for outcomes, score_sum, first_year, last_year in zip(
            counts.reshape(groups, OUTCOMES).tolist(), sums.tolist(), first, last, strict=True
        )
    ]


def all_together(totals: Sequence[Totals]) -> Totals:
    """Combine the totals of several groups of games into one."""
    results = [part.black_wins + part.draws + part.white_wins for part in totals]
    score_sum = sum((part.mean_score or 0.0) * n for part, n in zip(totals, results, strict=True))
    return Totals(
        games=sum(part.games for part in totals),
        black_wins=sum(part.black_wins for part in totals),
        draws=sum(part.draws for part in totals),
        white_wins=sum(part.white_wins for part in totals),
        mean_score=_mean(score_sum, sum(results)),
        first_year=min((part.first_year for part in totals if part.first_year), default=0),
        last_year=max((part.last_year for part in totals), default=0),
    )


def _mean(total: float, count: int) -> float | None:
    return total / count if count else None


def _first_and_last(group: Array, groups: int, years: Array) -> tuple[list[int], list[int]]:
    """The first and the last known year of the games of each group; 0 if none is known."""
    span = int(years.max(initial=0)) + 1
    base = int(years.min(initial=span, where=years > 0))
    if base == span:
        return [0] * groups, [0] * groups
    # Year 0, the unknown one, has the first column of the table.
    width = span - base + 1
    column = np.maximum(years - (base - 1), 0)
    table = np.bincount(group * width + column, minlength=groups * width)
    occurs = table.reshape(groups, width)[:, 1:] > 0
    is_known = occurs.any(axis=1)
    first = np.where(is_known, base + occurs.argmax(axis=1), 0)
    last = np.where(is_known, span - 1 - occurs[:, ::-1].argmax(axis=1), 0)
    return first.tolist(), last.tolist()
