"""How much of the time left on the clock to spend on one move.

Once few enough squares are empty, one long search solves the game, and all later moves take no
time, as they are in the transposition table. So the time is divided among the moves up to that
solve, and the solve itself gets a larger share.
"""

from __future__ import annotations

from dataclasses import dataclass

from outflank.engine.forecast import solvable_empties

SOLUTION_MOVES = 3.0
"""The solve is planned to take as long as this many other moves."""

SOLUTION_SHARE = 0.5
"""The share of the time left that the solve is planned to take when it begins;
it may take up to `MOST_SHARE`.
"""

MOST_MOVES = 3.0
"""A difficult move may take up to this many times its planned time."""

MOST_SHARE = 0.8
"""No move may take more than this share of the time left."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds for one move: `aim` is the planned time, `most` the maximum."""

    aim: float
    most: float


def budget_of_game(seconds_left: float, increment: float, empties: int) -> Budget:
    """The time for the next move, with `seconds_left` on the clock.

    The clock gains `increment` seconds after each move; `empties` is the number of empty squares.
    """
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
