"""Review games: search the position before every move and the position after the played move.

Both searches of a move look equally far ahead, so that a loss is not caused by different depths.
Each move gets its own engine, with one thread and an empty table: its figures do not depend on
earlier searches, threads or time. With several threads, different moves are searched at the same
time. If the settings name an opening book that has the position and the played move, both scores
come from the book without a search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import NamedTuple

from outflank.engine.analysis import Analysis, Line
from outflank.engine.book.choosing import analysis_from, chosen_book
from outflank.engine.book.statistics import best_line
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
from outflank.rules.squares import Square
from outflank.search.limit import Limit

TABLE_MEGABYTES = 16
"""Table size of every review. It must not vary, because the entries that a full table loses, and so
the scores, depend on its size."""

CHECK = Limit(depth=9, confidence=98)
CHECKED_EMPTIES = 14
"""To check the reasons of a mistake, all replies to it are searched: exactly if there are at most
`CHECKED_EMPTIES` empty squares, else within the limit `CHECK`."""


class _Scores(NamedTuple):
    """The scores of one reviewed move, in discs for the side that moved.

    `found` is the analysis before the move, `played_score` the score of the played move, `answer`
    the line of best play after it, and `nodes` the total of nodes searched.
    """

    found: Analysis
    played_score: float
    answer: tuple[Square, ...]
    nodes: int


class Reviewer:
    """Reviews moves with the same settings. Its methods may be called from several threads."""

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
        self._book = chosen_book(settings.book)
        self._engines: set[Engine] = set()
        self._is_stopped = False

    def stop(self) -> None:
        """Stop all running reviews of moves, and start no others."""
        self._is_stopped = True
        for engine in list(self._engines):
            engine.stop()

    def review(self, moves: Iterable[NumberedNode], threads: int = 1) -> Iterator[MoveReview]:
        """Review `moves`, up to `threads` of them at the same time, and yield the results in order.

        Ends early if `stop` is called.
        """
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
        """Review the move that leads to `node`; `number` counts moves from 1. None if stopped."""
        engine = Engine(
            table_megabytes=TABLE_MEGABYTES, weights=self._weights, evaluation=self._evaluation
        )
        self._engines.add(engine)
        try:
            return self._review_move(engine, number, node)
        finally:
            self._engines.discard(engine)

    def _review_move(self, engine: Engine, number: int, node: Node) -> MoveReview | None:
        scores = self._scores_in_book(node) or self._searched_scores(engine, node)
        if scores is None:
            return None
        reviewed = MoveReview(
            number=number,
            colour=node.mover,
            position=_before(node),
            move=node.move,
            played_score=scores.played_score,
            answer=scores.answer,
            analysis=scores.found,
            nodes=scores.nodes,
        )
        if reviewed.is_mistake:
            reviewed = replace(reviewed, reasons=_reasons(engine, reviewed))
        return None if self._is_stopped else reviewed

    def _scores_in_book(self, node: Node) -> _Scores | None:
        """Scores of the best and the played move in the book; None if it lacks one of them."""
        if self._book is None:
            return None
        position = _before(node)
        found = analysis_from(self._book, position)
        entry = self._book.find(position)
        if found is None or entry is None:
            return None
        for move in entry.moves:
            if node.move in move.same_moves:
                return _Scores(found, move.score, best_line(self._book, node.position), 0)
        return None

    def _searched_scores(self, engine: Engine, node: Node) -> _Scores | None:
        """Search the positions before and after the played move; None if stopped."""
        position = _before(node)
        found = self._search(engine, position, self.settings.limit(position))
        if found is None:
            return None
        if node.move == found.move:
            return _Scores(found, found.score, found.principal_variation[1:], found.nodes)
        if node.position.is_over():
            return _Scores(found, -node.position.score(), (), found.nodes)
        after = self._search(engine, node.position, _one_ply_on(found, position))
        if after is None:
            return None
        return _Scores(found, -after.score, after.principal_variation, found.nodes + after.nodes)

    def _search(self, engine: Engine, position: Position, limit: Limit) -> Analysis | None:
        """Search a position within `limit`; None if the search was stopped."""
        if self._is_stopped:
            return None
        found = engine.search(position, limit)
        return found if found.complete and not self._is_stopped else None


def _before(node: Node) -> Position:
    """The position before the move that leads to `node`."""
    assert node.parent is not None, "the root of a game is no move"
    return node.parent.position


def _one_ply_on(found: Analysis, position: Position) -> Limit:
    """The limit for the position after a move, so that its score is comparable with `found`.

    `found` is the analysis of `position`, the one before the move. The limit has the same
    confidence and one ply less, or reaches the end of the game if `found` does.
    """
    reaches_end = found.depth >= position.empty_count
    return Limit(
        depth=None if reaches_end else max(found.depth - 1, 1), confidence=found.confidence
    )


def _reasons(engine: Engine, mistake: MoveReview) -> tuple[Reason, ...]:
    """Find out why a move was a mistake; `engine` searches the replies to check each reason."""

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
    book: str | None = None,
    weights: Weights | None = None,
    evaluation: Evaluation | str | None = None,
    progress: Callable[[MoveReview], None] | None = None,
) -> Review:
    """Review every move of the main line: how many discs it lost.

    `game` is a game or anything that `read` reads. `settings` are ``"quick"``, ``"standard"``,
    ``"deep"`` or your own. `book` (``"on"``, ``"off"`` or the path of a file) replaces the opening
    book of the settings; the predefined settings use none. `weights` and `evaluation` are those of
    `Engine`. `progress` is called with each reviewed move. The result does not depend on `threads`.
    """
    reviewer = Reviewer(
        review_settings(settings, book=book), weights=weights, evaluation=evaluation
    )
    moves = []
    for move in reviewer.review(numbered_moves(game_of(game)), threads):
        moves.append(move)
        if progress is not None:
            progress(move)
    return Review(tuple(moves), reviewer.settings)
