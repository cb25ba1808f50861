"""How much of a game's time to spend on one move.

Othello is decided in the middle of the game. Once few enough squares are empty, one long search
solves the game, and later moves cost nothing: they are in the table. So the time is divided among
the moves until then, with a larger share for the solve.
"""

from __future__ import annotations

from dataclasses import dataclass

from outflank.engine.forecast import solvable_empties

SOLUTION_MOVES = 3.0
"""The solve gets the time of this many moves."""

SOLUTION_SHARE = 0.5
"""Share of the time left for the solve once it is due; it may take up to `MOST_SHARE`."""

MOST_MOVES = 3.0
"""A hard move may take its share times this."""

MOST_SHARE = 0.8
"""The greatest share of the time left for one move."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds for one move: the target and the maximum."""

    aim: float
    most: float


def budget_of_game(seconds_left: float, increment: float, empties: int) -> Budget:
    """The budget of one move; the clock gains `increment` seconds after each move."""
    solved_from = solvable_empties(seconds_left * SOLUTION_SHARE)
    if empties <= solved_from:
        return Budget(
            min(SOLUTION_SHARE * seconds_left + increment, MOST_SHARE * seconds_left),
            MOST_SHARE * seconds_left,
        )
    # Each side makes every other move.
    moves = (empties - solved_from + 1) // 2
    share = seconds_left / (moves + SOLUTION_MOVES) + increment
    most = MOST_SHARE * seconds_left
    return Budget(min(share, most), min(MOST_MOVES * share, most))
