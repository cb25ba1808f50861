"""Store reviews: for every move of a game, how many discs it lost; with sums for statistics."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable

from outflank.engine.review import MoveReview, Review
from outflank.library.keys import position_key

STAGES: dict[str, range] = {
    "opening": range(1, 21),
    "midgame": range(21, 41),
    "endgame": range(41, 65),
}
"""The stages of a game, as ranges of move numbers (from 1)."""


def store_review(
    connection: sqlite3.Connection, game_id: int, review: Review, searched: str
) -> None:
    """Store the review of a game in place of an earlier one, within the caller's transaction.

    `searched` names the search limit, such as ``"standard"``. The scores of its positions are
    stored too, for the explorer, unless a score of a deeper search is already there.
    """
    connection.execute(
        "insert into reviews values (?, ?, ?, ?) on conflict (game) do update set "
        "searched = excluded.searched, review = excluded.review, made = excluded.made",
        (game_id, searched, json.dumps(review.as_dict()), time.time()),
    )
    connection.execute("delete from losses where game = ?", (game_id,))
    connection.executemany("insert into losses values (?, ?, ?, ?, ?)", _losses(game_id, review))
    connection.executemany(
        "insert into position_scores values (?, ?, ?, ?) on conflict (key) do update set "
        "score = excluded.score, depth = excluded.depth, confidence = excluded.confidence "
        "where (excluded.depth, excluded.confidence) >= (depth, confidence)",
        (
            (
                position_key(move.position),
                move.best_score,
                move.analysis.depth,
                move.analysis.confidence,
            )
            for move in review.moves
        ),
    )


def _losses(game_id: int, review: Review) -> Iterable[tuple[int, str, str, int, float]]:
    """Yield rows of the table `losses`: sums of lost discs by colour and stage of the game.

    Only moves with a legal alternative count.
    """
    sums: dict[tuple[str, str], list[MoveReview]] = {}
    for move in review.moves:
        if not move.is_forced:
            sums.setdefault((move.colour.value, stage_of(move.number)), []).append(move)
    for (colour, stage), moves in sums.items():
        yield game_id, colour, stage, len(moves), sum(move.loss_discs for move in moves)


def stage_of(number: int) -> str:
    """The name of the stage to which move `number` (from 1) belongs."""
    return next(stage for stage, numbers in STAGES.items() if number in numbers)
