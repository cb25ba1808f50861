"""Simulated visitors who play at random on pages of a server, and their measurements."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from outflank.bench.visiting import Page
from outflank.errors import OutflankError
from outflank.rules.position import Position
from outflank.rules.squares import mask_of
from outflank.web.rooms import ANSWER_SECONDS

THINKING_SECONDS = 1.0
OVER_SECONDS = 5.0
"""If it is not the visitor's turn after this many seconds, the game counts as over."""


@dataclass(slots=True)
class Sightings:
    """The measurements of all visitors together.

    Seconds until a page is open, until the visitor's disc is shown, and until the opponent's answer
    is; the numbers of moves that were never shown and of visits that ended with an error.
    """

    open_seconds: list[float] = field(default_factory=list)
    shown_seconds: list[float] = field(default_factory=list)
    answer_seconds: list[float] = field(default_factory=list)
    lost: int = 0
    errors: int = 0


def share_of(values: list[float], share: float) -> float:
    """The quantile `share` (such as 0.95) of `values`; NaN if there are none."""
    return sorted(values)[int(share * (len(values) - 1))] if values else float("nan")


async def opened(address: str, seen: Sightings, seen_from: str = "", cookie: str = "") -> Page:
    """Open a new page and wait until the visitor can move; note the time in `seen`.

    `seen_from` and `cookie` are passed to `Page`.
    """
    page = Page(address, seen_from, cookie)
    began = time.perf_counter()
    await page.open()
    if not await page.shows(page.is_visitors_turn):
        raise OutflankError("the board of a new page did not open")
    seen.open_seconds.append(time.perf_counter() - began)
    return page


async def play(
    page: Page,
    chance: random.Random,
    seen: Sightings,
    *,
    is_over: Callable[[], bool],
    thinking_seconds: float = THINKING_SECONDS,
) -> None:
    """Play one game at random until it is over or ``is_over()`` is true; add times to `seen`.

    The visitor thinks for `thinking_seconds` before each move, on average.
    """
    while not is_over() and await page.shows(page.is_visitors_turn, OVER_SECONDS):
        await asyncio.sleep(thinking_seconds * 2 * chance.random())
        move = chance.choice(page.legal)
        after = _after(page.cells, move)
        expected = _cells_of(after)
        asked = time.perf_counter()
        await page.choose(move)
        if not await page.shows(partial(page.has_shown, expected)):
            seen.lost += 1
            return
        seen.shown_seconds.append(time.perf_counter() - asked)
        if after.legal_mask:
            if not await page.shows(partial(page.has_changed, expected)):
                seen.lost += 1
                return
            seen.answer_seconds.append(time.perf_counter() - asked - ANSWER_SECONDS)


def _after(cells: str, move: int) -> Position:
    """The position after `move` of Black, who is the visitor; `cells` is the board as text."""
    masks = [mask_of(square for square in range(64) if cells[square] == mark) for mark in "XO"]
    return Position(masks[0], masks[1]).play(move)


def _cells_of(after: Position) -> str:
    """The board as text, in a position with White to move."""
    return "".join(
        "X" if after.opponent >> square & 1 else "O" if after.player >> square & 1 else "."
        for square in range(64)
    )
