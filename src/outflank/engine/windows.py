"""Aspiration windows: find a value by searches with narrow windows around a guess."""

from __future__ import annotations

from collections.abc import Callable

Ask = Callable[[int, int], int | None]
"""A function that searches with a window (alpha, beta). It returns the value if this lies inside,
else a bound outside the window, or None if the search was stopped.
"""


def narrow(
    ask: Ask,
    guess: int,
    half_window: int,
    most: int,
    is_enough: Callable[[int, int], bool] = lambda lower, upper: False,
    report: Callable[[int, int], None] | None = None,
) -> tuple[int, int]:
    """Find a value between −`most` and `most` by calling `ask`; return a lower and an upper bound.

    The bounds are equal, unless `is_enough(lower, upper)` was true earlier or a search was stopped.
    The first window is `guess` ± `half_window`. If the value lies outside, the next window begins
    at the bound that was returned, and is wider. `report` is called with the bounds after each
    search. All values are in the unit of `ask`.
    """
    lower, upper = -most, most
    alpha, beta = guess - half_window, guess + half_window
    while lower < upper and not is_enough(lower, upper):
        alpha, beta = max(alpha, lower - 1), min(beta, upper + 1)
        value = ask(alpha, beta)
        if value is None:
            break
        if value > alpha:
            lower = max(lower, value)
        if value < beta:
            upper = min(upper, value)
        if report is not None:
            report(lower, upper)
        if value >= beta:
            alpha, beta = value - 1, value + 4 * half_window
        else:
            alpha, beta = value - 4 * half_window, value + 1
    return lower, upper
