"""Reviews as text for the store, and what the page says of them."""

from __future__ import annotations

import json

from outflank.engine.analysis import Analysis
from outflank.engine.review import MoveReview, Review, moves_to_review
from outflank.rules.game import Game


def pack_review(review: Review) -> str:
    """The review as JSON, without what follows from the game."""
    return json.dumps(
        [
            {
                "move": move.move,
                "best_score": move.best_score,
                "played_score": move.played_score,
                "line": list(move.analysis.principal_variation),
                "depth": move.analysis.depth,
                "confidence": move.analysis.confidence,
                "exact": move.analysis.is_exact,
            }
            for move in review.moves
        ]
    )


def unpack_review(text: str, game: Game) -> Review:
    """The review of `game` that was packed; it ends where the game has other moves since."""
    moves = []
    for number, (node, entry) in enumerate(
        zip(moves_to_review(game), json.loads(text), strict=False), 1
    ):
        if node.move != entry["move"] or node.parent is None:
            break
        line = tuple(entry["line"])
        analysis = Analysis(
            move=line[0],
            score=entry["best_score"],
            principal_variation=line,
            depth=entry["depth"],
            nodes=0,
            leaves=0,
            table_hits=0,
            seconds=0.0,
            complete=True,
            confidence=entry["confidence"],
            is_exact=entry["exact"],
        )
        moves.append(
            MoveReview(
                number=number,
                colour=node.mover,
                position=node.parent.position,
                move=node.move,
                best=line[0],
                best_score=entry["best_score"],
                played_score=entry["played_score"],
                analysis=analysis,
                nodes=0,
                seconds=0.0,
            )
        )
    return Review(tuple(moves))
