"""Explain why a move is a mistake, by facts that the rules or a search prove.

Each reason compares what follows the played move with what follows a better one: either the two
positions after the moves, or the two lines of best play that the review has searched. Facts about
positions follow from the rules. If a fact may be true without being important, a search must
confirm that it matters. A reason contains its figures, so that a front end can word it in any
language and a test can check it. Some mistakes have no reason.

In this module, "the player" is the side that made the mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from outflank.engine.comparison import Comparison, Mistake, Replies
from outflank.engine.facts import (
    CORNERS,
    EDGES,
    MOBILITY_EMPTIES,
    MOST_REASONS,
    PARITY_EMPTIES,
    X_SQUARES,
    PlayedLine,
    Reason,
    forces_corner,
    name_of_region,
    region_of,
    safe_moves,
)
from outflank.engine.merits import MERITS, merits_of
from outflank.rules.position import Position
from outflank.rules.squares import PASS, square_name, squares_of

KINDS = (
    "missed_corner",
    "gives_corner",
    "forces_corner",
    "x_square",
    "line_corner",
    "missed_line_corner",
    "missed_pass",
    "line_pass",
    "missed_line_pass",
    "early_x_square",
    "parity",
    "takes_square",
    "opens_reply",
    "leaves_reply",
    "safe_moves",
    "gives_stable",
    "missed_stable",
    "replies",
    "own_moves",
    "line_moves",
    "line_edge",
    "frontier",
    "loses_move",
    "refuted",
    "answered",
)
"""All kinds of reasons against a move, the most important first. A kind of `MERITS` may follow,
about what the opponent's reply or the better move achieves.
"""

FORCED_MOVES = 2
"""Look for corners that the opponent can force within this many of its moves."""

LEAST_FEWER_MOVES = 3
LEAST_RATIO_OF_MOVES = 1.5
FEW_SAFE_MOVES = 2
LEAST_FEWER_SAFE = 2
LEAST_FEWER_STABLE = 4
LEAST_MORE_FRONTIER = 3.0
LEAST_EDGE_DISCS = 3
MOST_REGION = 11
"""Parity is explained for regions of at most this many empty squares;
larger ones are most of the remaining board.
"""

X_EMPTIES = 24
"""With fewer empty squares than this, a move diagonally beside a corner is no reason in itself;
only what follows in the line of best play counts.
"""

ABOUT_ANSWERS = {"opens_reply", "leaves_reply", "loses_move"}
"""Kinds of reasons that name the opponent's reply.
They may be followed by what that reply achieves.
"""


def reasons_against(mistake: Mistake, replies: Replies) -> tuple[Reason, ...]:
    """The most important reasons why a move was a mistake, at most `MOST_REASONS`.

    `replies` is called to search the opponent's replies.
    """
    comparison = _Rules(mistake, replies)
    found = [reason for reason, _ in zip(comparison.reasons(), range(MOST_REASONS), strict=False)]
    if len(found) < MOST_REASONS:
        found += comparison.about_moves(found)
    return tuple(found[:MOST_REASONS])


class _Rules(Comparison):
    """The rules that find reasons. Each rule is a generator of the reasons that apply."""

    def reasons(self) -> Iterator[Reason]:
        """The reasons that apply, the most important theme first, at most one for each theme.

        Themes are corners, passes, parity, mobility and so on.
        """
        themes: tuple[tuple[Callable[[], Iterator[Reason]], ...], ...] = (
            (self._missed_corner, self._given_corner, self._forced_corner, self._corners_of_lines),
            (self._missed_pass, self._passes_of_lines),
            (self._early_x_square,),
            (self._parity,),
            (self._taken_square, self._opened_reply),
            (self._safe_moves,),
            (self._stable,),
            (self._replies, self._own_moves, self._mean_moves),
            (self._edge,),
            (self._frontier, self._lost_move),
        )
        for theme in themes:
            for rule in theme:
                reason = next(rule(), None)
                if reason is not None:
                    yield reason
                    break

    def about_moves(self, said: Sequence[Reason]) -> Iterator[Reason]:
        """Reasons that say what the opponent's reply, or the better move, achieves.

        `said` are the reasons found so far: there must be none, or one that names the reply or the
        better move.
        """
        kinds = {reason.kind for reason in said}
        if "takes_square" in kinds:
            yield from self._merits(self.better_line, by="own")
        elif self.answer is not None and (not said or kinds & ABOUT_ANSWERS):
            line = PlayedLine(self.after, self.line.moves[1:])
            merits = list(self._merits(line, by="opponent"))
            if not said:
                yield from self._refuted(has_merit=bool(merits))
            yield from merits

    def _merits(self, line: PlayedLine, by: str) -> Iterator[Reason]:
        """The most important merit of the first move of `line`, with a value ``by`` added to it.

        `by` is "own" if the side that made the mistake makes this move, else "opponent".
        """
        for merit in merits_of(line.start, line.moves)[:1]:
            if merit.kind not in MERITS[-2:]:
                yield Reason(merit.kind, (*merit.values, ("by", by)))

    # Corners

    def _missed_corner(self) -> Iterator[Reason]:
        """Reason: the better move takes a corner, and the played move does not."""
        if CORNERS >> self.better & 1 and not CORNERS >> self.move & 1:
            yield self.reason("missed_corner")

    def _given_corner(self) -> Iterator[Reason]:
        """Reason: the opponent can take a corner,
        which is a good reply and not legal after the better move.
        """
        given = self.after.legal_mask & CORNERS & ~self.after_better.legal_mask
        for corner in squares_of(given):
            if self.is_good_answer(corner):
                yield self.reason("gives_corner", corner=square_name(corner))

    def _forced_corner(self) -> Iterator[Reason]:
        """Reason: the opponent can now force a corner, but could not after the better move."""
        if forces_corner(self.after, FORCED_MOVES) and not forces_corner(
            self.after_better, FORCED_MOVES
        ):
            yield self.reason("forces_corner", count=FORCED_MOVES)

    def _corners_of_lines(self) -> Iterator[Reason]:
        """Reason: best play after the mistake gives the opponent a corner, or takes one from the
        player.

        The corner must be one that best play after the better move does not give the opponent, or
        gives the player.
        """
        if self.line.corner_balance(self.horizon) >= self.better_balance:
            return
        kept = {ply.move for _, ply in self.better_line.corners(self.horizon, by_own=False)}
        open_after_better = self.after_better.legal_mask
        for place, ply in self.line.corners(self.horizon, by_own=False):
            if ply.move not in kept and not open_after_better >> ply.move & 1:
                is_beside = X_SQUARES.get(self.move) == ply.move
                yield self.reason(
                    "x_square" if is_beside else "line_corner",
                    corner=square_name(ply.move),
                    line=self.line.text(place),
                )
        taken = {ply.move for _, ply in self.line.corners(self.horizon, by_own=True)}
        for place, ply in self.better_line.corners(self.horizon, by_own=True):
            if ply.move not in taken:
                yield self.reason(
                    "missed_line_corner",
                    corner=square_name(ply.move),
                    line=self.better_line.text(place),
                )

    def _early_x_square(self) -> Iterator[Reason]:
        """Reason:
        the move is diagonally beside an empty corner while much of the board is still empty.
        """
        if self.position.empty_count < X_EMPTIES:
            return
        corner, other = (self.open_corner_beside(square) for square in (self.move, self.better))
        taken = [ply.move for _, ply in self.line.corners(self.horizon, by_own=False)]
        if corner is not None and other is None and corner not in taken:
            yield self.reason("early_x_square", corner=square_name(corner))

    # Passes and parity

    def _missed_pass(self) -> Iterator[Reason]:
        """Reason: after the better move the opponent would have to pass, and does not now."""
        if self.after_better.must_pass() and not self.after.must_pass():
            yield self.reason("missed_pass")

    def _passes_of_lines(self) -> Iterator[Reason]:
        """Reason: best play after the mistake makes the player pass, or spares the opponent a pass.

        Best play after the better move would not make the player pass, or would make the opponent
        pass.
        """
        place = self.line.first_pass(self.horizon, by_own=True)
        if place and not self.better_line.first_pass(self.horizon, by_own=True):
            yield self.reason("line_pass", line=self.line.text(place))
        place = self.better_line.first_pass(self.horizon, by_own=False)
        if place and not self.line.first_pass(self.horizon, by_own=False):
            yield self.reason("missed_line_pass", line=self.better_line.text(place))

    def _parity(self) -> Iterator[Reason]:
        """Reason, late in the game: the opponent makes the last move in a region of empty squares.

        After the better move the player would have made it. Requires that both lines of best play
        reach the end of the game.
        """
        if self.position.empty_count > PARITY_EMPTIES or not self.is_whole:
            return
        empty = self.position.empty
        for square in (self.better, self.move):
            region = region_of(square, empty)
            last = self.line.fills_last(region), self.better_line.fills_last(region)
            if last == (False, True) and 1 < region.bit_count() <= MOST_REGION:
                yield self.reason("parity", count=region.bit_count(), region=name_of_region(region))

    # The opponent's answer

    def _taken_square(self) -> Iterator[Reason]:
        """Reason: the opponent's best reply is to play on the square of the better move."""
        if self.answer == self.better:
            yield self.reason("takes_square")

    def _opened_reply(self) -> Iterator[Reason]:
        """Reason: the one reply that punishes the move would not be legal after the better move."""
        answer = self.answer
        if answer is None or CORNERS >> answer & 1 or self.after_better.legal_mask >> answer & 1:
            return
        if self.margin_discs is not None:
            was_possible = self.position.swapped().legal_mask >> answer & 1
            kind = "leaves_reply" if was_possible else "opens_reply"
            yield self.reason(kind, reply=square_name(answer))

    def _lost_move(self) -> Iterator[Reason]:
        """Reason: after the opponent's reply, the better move is not legal any more."""
        if self.answer is None or self.answer == self.better:
            return
        if not self.line.plies[1].own_moves >> self.better & 1:
            yield self.reason("loses_move", reply=square_name(self.answer))

    def _refuted(self, *, has_merit: bool) -> Iterator[Reason]:
        """Reason: names the opponent's reply, if it is the only one that punishes the move.

        If it is not, it is named only if `has_merit`, which means that a merit of this reply is
        told next.
        """
        if self.answer is None:
            return
        is_new = self.better_line.moves[1:2] != (self.answer,)
        if is_new and self.margin_discs is not None:
            yield self.reason("refuted", reply=square_name(self.answer))
        elif has_merit:
            yield self.reason("answered", reply=square_name(self.answer))

    # Moves and discs

    def _safe_moves(self) -> Iterator[Reason]:
        """Reason: after the opponent's reply the player has few moves that give no corner away.

        After the better move, and the best reply to it, the player would have more of them.
        """
        if len(self.line.plies) < 2 or len(self.better_line.plies) < 2:
            return
        if PASS in (*self.line.moves[:2], *self.better_line.moves[:2]):
            return
        plies = self.line.plies[1], self.better_line.plies[1]
        count, other = (safe_moves(Position(ply.own, ply.other)) for ply in plies)
        if count <= FEW_SAFE_MOVES and other >= 2 * count + LEAST_FEWER_SAFE:
            yield self.reason(
                "safe_moves",
                count=count,
                other=other,
                reply=square_name(self.line.moves[1]),
                better_reply=square_name(self.better_line.moves[1]),
            )

    def _stable(self) -> Iterator[Reason]:
        """Reason: in best play the opponent gets more stable discs than after the better move,
        or the player fewer.
        """
        own, opponents = self.line.stable(self.horizon)
        better_own, better_opponents = self.better_line.stable(self.horizon)
        given, missed = opponents - better_opponents, better_own - own
        if given + missed < LEAST_FEWER_STABLE:
            return
        lines = {
            "line": self.line.text(self.horizon),
            "better_line": self.better_line.text(self.horizon),
        }
        if given >= max(LEAST_FEWER_STABLE, missed):
            yield self.reason("gives_stable", count=opponents, other=better_opponents, **lines)
        elif missed >= LEAST_FEWER_STABLE:
            yield self.reason("missed_stable", count=own, other=better_own, **lines)

    def _replies(self) -> Iterator[Reason]:
        """Reason: the opponent has clearly more legal moves than after the better move, and keeps
        this advantage in best play.
        """
        count, other = (after.legal_mask.bit_count() for after in self.afters)
        if _is_clearly_more(count, other) and self.matters_mobility:
            yield self.reason("replies", count=count, other=other)

    def _own_moves(self) -> Iterator[Reason]:
        """Reason: the player would have clearly fewer legal moves than after the better move,
        and this lasts in best play.
        """
        count, other = (after.swapped().legal_mask.bit_count() for after in self.afters)
        if _is_clearly_more(other, count) and self.matters_mobility:
            yield self.reason("own_moves", count=count, other=other)

    def _frontier(self) -> Iterator[Reason]:
        """Reason: in best play the player has, relative to the opponent, more discs that touch
        empty squares than after the better move.
        """
        if self.position.empty_count < MOBILITY_EMPTIES:
            return
        (own, other), (better_own, better_other) = self.means_of_frontier
        if (own - other) - (better_own - better_other) >= LEAST_MORE_FRONTIER:
            yield self._means("frontier", self.means_of_frontier)

    def _mean_moves(self) -> Iterator[Reason]:
        """Reason: in best play the player has, relative to the opponent,
        fewer legal moves than after the better move.
        """
        if self.matters_mobility:
            yield self._means("line_moves", self.means_of_moves)

    def _means(self, kind: str, means: tuple[tuple[float, float], tuple[float, float]]) -> Reason:
        """Make a reason of this kind from means of both sides,
        as in `Comparison.means_of_moves`.
        """
        (own, other), (better_own, better_other) = means
        return self.reason(
            kind,
            count=f"{own:.1f}",
            opponents=f"{other:.1f}",
            other=f"{better_own:.1f}",
            better_opponents=f"{better_other:.1f}",
        )

    def _edge(self) -> Iterator[Reason]:
        """Reason: at the end of the game the player has clearly fewer discs on one edge than after
        the better move, enough to explain much of the loss.
        """
        if not self.is_whole:
            return
        ends = self.line.plies[-1].own, self.better_line.plies[-1].own
        counts = [
            (name, (ends[0] & mask).bit_count(), (ends[1] & mask).bit_count())
            for name, mask in EDGES
        ]
        name, count, other = max(counts, key=lambda edge: edge[2] - edge[1])
        # A disc that is lost counts twice in a score.
        if other - count >= LEAST_EDGE_DISCS and 4 * (other - count) >= self.loss_discs:
            yield self.reason("line_edge", edge=name, count=count, other=other)


def _is_clearly_more(count: int, other: int) -> bool:
    return count - other >= LEAST_FEWER_MOVES and count >= LEAST_RATIO_OF_MOVES * other
