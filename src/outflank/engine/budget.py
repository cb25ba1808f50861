"""How much of a game's time to spend on one move.

Othello is decided in the middle of the game. Once few enough squares are empty the game is solved,
by one long search, and the moves after it cost nothing: their answers are in the table. So the time
is shared out over the moves until then, with a larger share kept for the solution.
"""

from __future__ import annotations

from dataclasses import dataclass

from outflank.engine.forecast import solvable_empties

SOLUTION_MOVES = 3.0
"""The solution gets as much time as so many moves before it."""

SOLUTION_SHARE = 0.5
"""Of the time left, for the solution once it is due; it may take up to `MOST_SHARE`."""

MOST_MOVES = 3.0
"""A hard move may take so many times its share."""

MOST_SHARE = 0.8
"""Of the time left, the most that one move may ever take."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds for one move: what it should take, and what it must not exceed."""

    aim: float
    most: float


def budget_of_game(seconds_left: float, increment: float, empties: int) -> Budget:
    """The share of one move in the time of a game, `increment` coming back after each."""
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
