"""Levels of play: each sets a search depth, a selectivity, and when to solve the game.

Levels are like those of other Othello programs. Up to 10, the level is the depth of a full-width
search, and the game is solved once twice as many squares are empty. From 11 on, searches are
selective, and a selective solve comes before the exact one. Level 60 solves every position.
"""

from __future__ import annotations

from dataclasses import dataclass

from outflank.search.limit import CONFIDENCES, LEVELS

DEFAULT_LEVEL = 16
"""The level of a search without a limit."""

FULL_WIDTH_LEVEL = 10
SURE = CONFIDENCES.index(100)
MOST_EMPTIES = 60
"""The number of empty squares at the start of a game."""


@dataclass(frozen=True, slots=True)
class Step:
    """One search: to a depth of `depth` plies or, if `solves`, to the end of the game.

    `selectivity` is the index of a confidence level, from 0 (73 %) to `SURE` (100 %).
    """

    depth: int
    selectivity: int
    solves: bool

    @property
    def percent(self) -> int:
        """The confidence level in per cent."""
        return CONFIDENCES[self.selectivity]

    @property
    def is_exact(self) -> bool:
        """Whether the result of this search is the proved final score."""
        return self.solves and self.selectivity == SURE


def solve_step(empties: int, selectivity: int = SURE) -> Step:
    """A search to the end of the game from a position with `empties` empty squares."""
    return Step(empties, selectivity, solves=True)


def solving_empties(level: int) -> tuple[tuple[int, int], ...]:
    """When a level solves the game: pairs (empty squares, selectivity), the exact solve first.

    A position with at most that many empty squares is solved at that selectivity, which is the
    index of a confidence level. The first pair that applies counts.
    """
    if level <= FULL_WIDTH_LEVEL:
        return ((2 * level, SURE),)
    if level <= 20:
        exact = 21 + (level - 11) // 3
        return ((exact, SURE), (max(exact, 24), 3), (27, 1))
    # From here on each level solves about one empty earlier, up to the whole game.
    exact = 24 + (level - 21) * 36 // 39
    return ((exact, SURE), (exact + 3, 3), (exact + 6, 1))


def goal_of_level(level: int, empties: int) -> Step:
    """The deepest search that a level makes in a position with `empties` empty squares."""
    for least_empties, selectivity in solving_empties(level):
        if empties <= least_empties:
            return solve_step(empties, selectivity)
    if level >= empties:
        return solve_step(empties, 0)
    return Step(level, SURE if level <= FULL_WIDTH_LEVEL else 0, solves=False)


def describe_level(level: int) -> str:
    """One line about a level: its depth, its selectivity, and when it solves the game."""
    if level == LEVELS[-1]:
        return "solves every position"
    (exact, _), *selective = solving_empties(level)
    plies = "1 ply" if level == 1 else f"{level} plies"
    sureness = "" if level <= FULL_WIDTH_LEVEL else f" at {CONFIDENCES[0]} %"
    parts = [f"{plies}{sureness}", f"exact from {exact} empties"]
    told = exact
    for empties, selectivity in selective:
        least = min(empties, MOST_EMPTIES)
        if least > told:
            parts.append(f"{CONFIDENCES[selectivity]} % from {least}")
            told = least
    return ", ".join(parts)
