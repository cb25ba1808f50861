"""Explain what a good move achieves, by facts that the rules or a searched line prove.

Facts about the position after a move follow from the rules; a claim about all replies is checked
for every reply. Other facts are read from the line of best play that a search has found. Every move
has at least one merit: the number of legal moves that it leaves to both sides.

In this module, "the player" is the side that makes the move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from outflank.engine.analysis import Analysis
from outflank.engine.facts import (
    CORNERS,
    HORIZON,
    MOBILITY_EMPTIES,
    MOST_REASONS,
    PARITY_EMPTIES,
    PlayedLine,
    Reason,
    Value,
    cannot_prevent_corner,
    name_of_region,
    region_of,
)
from outflank.rules.bitboard import stable_discs
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square, square_name, squares_of

MERITS = (
    "takes_corner",
    "makes_pass",
    "gets_corner",
    "forces_own_corner",
    "keeps_corner",
    "line_own_corner",
    "makes_line_pass",
    "keeps_parity",
    "few_replies",
    "quiet",
    "makes_stable",
    "avoids_corner",
    "leaves_moves",
)
"""All kinds of merits, the most important first. The last one is used only if no other applies."""

EXPLAINED_LINES = 3
"""The number of lines of an analysis that get merits; no front end shows those of more lines."""

FORCED_MOVES = 2
FEW_REPLIES = 3
MOST_FEWER_REPLIES = 5
LEAST_FEWER_REPLIES = 3
LEAST_MORE_STABLE = 3


def with_merits(analysis: Analysis, position: Position) -> Analysis:
    """A copy of `analysis`, which is about `position`,
    with the merits of its best lines filled in.
    """
    explained = tuple(
        replace(line, merits=merits_of(position, line.principal_variation))
        for line in analysis.lines[:EXPLAINED_LINES]
    )
    return replace(analysis, lines=explained + analysis.lines[EXPLAINED_LINES:])


@lru_cache(maxsize=4096)
def merits_of(position: Position, line: tuple[Square, ...]) -> tuple[Reason, ...]:
    """The merits of the first move of `line`, at most `MOST_REASONS`; none for the only legal move.

    `line` is the best play from `position` on, as found by a search.
    """
    if not line or line[0] == PASS or len(position.legal_moves()) == 1:
        return ()
    found = _Merits(position, line)
    merits = tuple(reason for reason, _ in zip(found.reasons(), range(MOST_REASONS), strict=False))
    return merits or (found.moves_left(),)


class _Merits:
    """The rules that find merits of a move, given the line of best play after it."""

    def __init__(self, position: Position, line: tuple[Square, ...]) -> None:
        self._position = position
        self._move = line[0]
        self._after = position.play(self._move)
        self._line = PlayedLine(position, line)

    def reasons(self) -> Iterator[Reason]:
        """The merits that apply, the most important theme first, at most one for each theme."""
        for theme in (
            (self._takes_corner, self._forced_corner, self._keeps_corner, self._line_corner),
            (self._passes,),
            (self._parity,),
            (self._few_replies, self._quiet),
            (self._stable,),
            (self._avoids_corner,),
        ):
            for rule in theme:
                reason = next(rule(), None)
                if reason is not None:
                    yield reason
                    break

    def moves_left(self) -> Reason:
        """The merit that every move has: how many legal moves both sides have after it."""
        return self._reason(
            "leaves_moves",
            count=self._after.legal_mask.bit_count(),
            other=self._after.swapped().legal_mask.bit_count(),
        )

    def _reason(self, kind: str, **values: Value) -> Reason:
        return Reason(kind, tuple(({"move": square_name(self._move)} | values).items()))

    def _takes_corner(self) -> Iterator[Reason]:
        if CORNERS >> self._move & 1:
            yield self._reason("takes_corner")

    def _forced_corner(self) -> Iterator[Reason]:
        """Merit: the player gets a corner whatever the opponent replies,
        at the next move or a little later.
        """
        if self._after.is_over():
            return
        if cannot_prevent_corner(self._after, 1):
            yield self._reason("gets_corner")
        elif cannot_prevent_corner(self._after, FORCED_MOVES):
            yield self._reason("forces_own_corner", count=FORCED_MOVES)

    def _keeps_corner(self) -> Iterator[Reason]:
        """Merit: the opponent threatened to take a corner, and cannot take one after the move."""
        threatened = self._position.swapped().legal_mask & CORNERS
        if threatened and not self._after.legal_mask & CORNERS:
            corner = next(iter(squares_of(threatened)))
            yield self._reason("keeps_corner", corner=square_name(corner))

    def _line_corner(self) -> Iterator[Reason]:
        """Merit: in the line of best play the player takes a corner and the opponent takes none."""
        taken = self._line.corners(HORIZON, by_own=True)
        if taken and not self._line.corners(HORIZON, by_own=False):
            place, ply = taken[0]
            corner = square_name(ply.move)
            yield self._reason("line_own_corner", corner=corner, line=self._line.text(place))

    def _passes(self) -> Iterator[Reason]:
        """Merit: the opponent has to pass at once,
        or later in best play while the player never has to.
        """
        if self._after.must_pass():
            yield self._reason("makes_pass")
            return
        place = self._line.first_pass(HORIZON, by_own=False)
        if place and not self._line.first_pass(HORIZON, by_own=True):
            yield self._reason("makes_line_pass", line=self._line.text(place))

    def _parity(self) -> Iterator[Reason]:
        """Merit, late in the game:
        the player makes the last move in the region of empty squares where the move is.
        """
        if self._position.empty_count > PARITY_EMPTIES or not self._line.is_whole:
            return
        region = region_of(self._move, self._position.empty)
        if region.bit_count() > 1 and self._line.fills_last(region):
            yield self._reason(
                "keeps_parity", count=region.bit_count(), region=name_of_region(region)
            )

    def _few_replies(self) -> Iterator[Reason]:
        """Merit: the opponent has few legal moves,
        or clearly fewer than after the average legal move.
        """
        count = self._after.legal_mask.bit_count()
        if not count or self._position.empty_count < MOBILITY_EMPTIES:
            return
        others = [
            self._position.play(move).legal_mask.bit_count()
            for move in self._position.legal_moves()
        ]
        mean = sum(others) / len(others)
        fewer = mean - count
        is_few = count <= FEW_REPLIES and fewer >= 1
        if is_few or (count <= MOST_FEWER_REPLIES and fewer >= LEAST_FEWER_REPLIES):
            yield self._reason("few_replies", count=count)

    def _quiet(self) -> Iterator[Reason]:
        """Merit: the move gives the opponent no legal move that it would not have had before."""
        if self._position.empty_count < MOBILITY_EMPTIES:
            return
        if not self._after.legal_mask & ~self._position.swapped().legal_mask:
            yield self._reason("quiet")

    def _stable(self) -> Iterator[Reason]:
        """Merit: the move clearly increases the number of the player's stable discs."""
        position, after = self._position, self._after
        before = stable_discs(position.player, position.opponent).bit_count()
        count = stable_discs(after.opponent, after.player).bit_count()
        if count - before >= LEAST_MORE_STABLE:
            yield self._reason("makes_stable", count=count - before)

    def _avoids_corner(self) -> Iterator[Reason]:
        """Merit: the move gives no corner away at once,
        and at least half of the other legal moves do.
        """
        if self._after.legal_mask & CORNERS:
            return
        others = [move for move in self._position.legal_moves() if move != self._move]
        giving = sum(bool(self._position.play(move).legal_mask & CORNERS) for move in others)
        if 2 * giving >= len(others):
            yield self._reason("avoids_corner", count=giving, other=len(others))
