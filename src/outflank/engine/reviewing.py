"""Review games: search every position and the position after the played move.

Both searches of a move reach the same depth, so a loss is not the difference between two depths.
Each move has its own engine, with one thread and an empty table: its figures do not depend on
earlier searches, threads or time. Threads share the moves among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from outflank.engine.analysis import Analysis, Line
from outflank.engine.comparison import Mistake
from outflank.engine.engine import Engine
from outflank.engine.explanations import reasons_against
from outflank.engine.facts import Reason
from outflank.engine.own_evaluation import Evaluation
from outflank.engine.review import MoveReview, NumberedNode, Review, numbered_moves
from outflank.engine.review_settings import STANDARD, ReviewSettings, review_settings
from outflank.engine.weights import Weights
from outflank.formats.given import GameGiven, game_of
from outflank.rules.game import Node
from outflank.rules.position import Position
from outflank.search.limit import Limit

TABLE_MEGABYTES = 16
"""The same for every review: which entries a full table loses depends on its size."""

CHECK = Limit(depth=9, confidence=98)
CHECKED_EMPTIES = 14
"""The search of every answer to a mistake, to check reasons; exact with these empties or fewer."""


class Reviewer:
    """Reviews moves with the same settings; several threads may use it, and one may stop it."""

    def __init__(
        self,
        settings: ReviewSettings,
        *,
        weights: Weights | None = None,
        evaluation: Evaluation | str | None = None,
    ) -> None:
        self.settings = settings
        self._weights = weights
        self._evaluation = evaluation
        self._engines: set[Engine] = set()
        self._is_stopped = False

    def stop(self) -> None:
        """Stop all running reviews of moves, and begin no other."""
        self._is_stopped = True
        for engine in list(self._engines):
            engine.stop()

    def review(self, moves: Iterable[NumberedNode], threads: int = 1) -> Iterator[MoveReview]:
        """The moves one after the other, `threads` of them searched at a time; ends if stopped."""
        with ThreadPoolExecutor(threads) as pool:
            waiting = [pool.submit(self.review_move, *move) for move in moves]
            try:
                for one in waiting:
                    found = one.result()
                    if found is None:
                        return
                    yield found
            finally:
                for one in waiting:
                    one.cancel()

    def review_move(self, number: int, node: Node) -> MoveReview | None:
        """The loss of the move of `node`; `number` counts moves from 1. None if stopped."""
        engine = Engine(
            table_megabytes=TABLE_MEGABYTES, weights=self._weights, evaluation=self._evaluation
        )
        self._engines.add(engine)
        try:
            return self._review_move(engine, number, node)
        finally:
            self._engines.discard(engine)

    def _review_move(self, engine: Engine, number: int, node: Node) -> MoveReview | None:
        assert node.parent is not None, "the root of a game is no move"
        position = node.parent.position
        found = self._search(engine, position, self.settings.limit(position))
        if found is None:
            return None
        played_score, nodes = found.score, found.nodes
        answer = found.principal_variation[1:]
        if node.move != found.move:
            answer = ()
            if node.position.is_over():
                played_score = -node.position.score()
            else:
                after = self._search(engine, node.position, _one_ply_on(found, position))
                if after is None:
                    return None
                played_score, nodes = -after.score, nodes + after.nodes
                answer = after.principal_variation
        reviewed = MoveReview(
            number=number,
            colour=node.mover,
            position=position,
            move=node.move,
            played_score=played_score,
            answer=answer,
            analysis=found,
            nodes=nodes,
        )
        if reviewed.is_mistake:
            reviewed = replace(reviewed, reasons=_reasons(engine, reviewed))
        return None if self._is_stopped else reviewed

    def _search(self, engine: Engine, position: Position, limit: Limit) -> Analysis | None:
        """The result of a search; None if it was stopped."""
        if self._is_stopped:
            return None
        found = engine.search(position, limit)
        return found if found.complete and not self._is_stopped else None


def _one_ply_on(found: Analysis, position: Position) -> Limit:
    """The limit for a child of `position` that makes its value comparable with what was found."""
    reaches_end = found.depth >= position.empty_count
    return Limit(
        depth=None if reaches_end else max(found.depth - 1, 1), confidence=found.confidence
    )


def _reasons(engine: Engine, mistake: MoveReview) -> tuple[Reason, ...]:
    """Why a move was a mistake; searches with the engine of the move check the reasons."""

    def replies(position: Position) -> tuple[Line, ...]:
        is_short = position.empty_count <= CHECKED_EMPTIES
        limit = Limit(exact=True) if is_short else CHECK
        return engine.search(position, limit, lines=len(position.legal_moves())).lines

    evidence = Mistake(
        position=mistake.position,
        played=(mistake.move, *mistake.answer),
        better=mistake.analysis.principal_variation,
        loss_discs=mistake.loss_discs,
    )
    return reasons_against(evidence, replies)


def review(
    game: GameGiven,
    settings: ReviewSettings | str = STANDARD,
    *,
    threads: int = 1,
    weights: Weights | None = None,
    evaluation: Evaluation | str | None = None,
    progress: Callable[[MoveReview], None] | None = None,
) -> Review:
    """The loss of every move of the main line.

    `game` is a game or anything that `read` reads. `settings` are ``"quick"``, ``"standard"``,
    ``"deep"`` or your own. The result does not depend on `threads`.
    """
    reviewer = Reviewer(review_settings(settings), weights=weights, evaluation=evaluation)
    moves = []
    for move in reviewer.review(numbered_moves(game_of(game)), threads):
        moves.append(move)
        if progress is not None:
            progress(move)
    return Review(tuple(moves), reviewer.settings)
