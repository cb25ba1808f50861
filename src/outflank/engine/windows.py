"""Aspiration windows: find a value by searches with windows around a guess."""

from __future__ import annotations

from collections.abc import Callable

Ask = Callable[[int, int], int | None]
"""A search with a window: the value if it lies inside, else a bound beyond; None once stopped."""


def narrow(
    ask: Ask,
    guess: int,
    half_window: int,
    most: int,
    is_enough: Callable[[int, int], bool] = lambda lower, upper: False,
    report: Callable[[int, int], None] | None = None,
) -> tuple[int, int]:
    """Bounds on a value between −most and most: equal, unless `is_enough` or a stop came first.

    The first window reaches `half_window` from the guess to either side. If the value lies outside,
    the next window begins at the returned bound and is wider. `report` is called with the new
    bounds after each search.
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
