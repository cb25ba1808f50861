"""Levels: the depth and selectivity of the search, and the empties from which to solve.

Levels are those that players know from other programs. Up to 10 a level is the depth of a
full-width search, and games are solved from twice as many empties. From 11 on searches are
selective, and a selective solve comes before the exact one. Level 60 solves everything.
"""

from __future__ import annotations

from dataclasses import dataclass

from outflank.search.limit import CONFIDENCES, LEVELS

DEFAULT_LEVEL = 16
"""The level of a search without a limit."""

FULL_WIDTH_LEVEL = 10
SURE = CONFIDENCES.index(100)
MOST_EMPTIES = 60
"""At the start of a game."""


@dataclass(frozen=True, slots=True)
class Step:
    """One search: to `depth` plies, or to the end of the game.

    `selectivity` is an index, from 0 (73 %) to `SURE`.
    """

    depth: int
    selectivity: int
    solves: bool

    @property
    def percent(self) -> int:
        """The confidence in per cent."""
        return CONFIDENCES[self.selectivity]

    @property
    def is_exact(self) -> bool:
        """Whether its result is the proved final score."""
        return self.solves and self.selectivity == SURE


def solve_step(empties: int, selectivity: int = SURE) -> Step:
    """A search to the end of the game."""
    return Step(empties, selectivity, solves=True)


def solving_empties(level: int) -> tuple[tuple[int, int], ...]:
    """Pairs of empties and selectivity (an index) from which a level solves, exact first."""
    if level <= FULL_WIDTH_LEVEL:
        return ((2 * level, SURE),)
    if level <= 20:
        exact = 21 + (level - 11) // 3
        return ((exact, SURE), (max(exact, 24), 3), (27, 1))
    # From here on each level solves about one empty earlier, up to the whole game.
    exact = 24 + (level - 21) * 36 // 39
    return ((exact, SURE), (exact + 3, 3), (exact + 6, 1))


def goal_of_level(level: int, empties: int) -> Step:
    """The final step of a level in a position with `empties` empty squares."""
    for least_empties, selectivity in solving_empties(level):
        if empties <= least_empties:
            return solve_step(empties, selectivity)
    if level >= empties:
        return solve_step(empties, 0)
    return Step(level, SURE if level <= FULL_WIDTH_LEVEL else 0, solves=False)


def describe_level(level: int) -> str:
    """A level in one line, with depth, selectivity and exactness."""
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
