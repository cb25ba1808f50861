"""Registry entries of the final programs of the five student reports (docs/reports.md)."""

from __future__ import annotations

from dataclasses import replace

from outflank.players.kind import PlayerKind
from outflank.players.options import RANDOM_FIRST, Option, limit_options

_REPORTS = "outflank.players.reports"


def _first_moves_random(count: int) -> Option:
    return replace(RANDOM_FIRST, default=count)


REPORT_PLAYERS: tuple[PlayerKind, ...] = (
    PlayerKind(
        name="report000",
        help="the final program of report 000: alpha-beta with a history table, corners at once",
        factory=f"{_REPORTS}:make_report000",
        options=(
            *limit_options(depth=6),
            Option(
                "threads",
                int,
                1,
                "threads; more than 1: the report's parallel version",
                minimum=1,
                maximum=64,
            ),
        ),
        is_compiled=True,
    ),
    PlayerKind(
        name="report001",
        help="the final program of report 001: MTD(f)",
        factory=f"{_REPORTS}:make_report001",
        options=limit_options(time=1.0),
        is_compiled=True,
    ),
    PlayerKind(
        name="report002",
        help="the minimax agent of report 002, with its random first moves",
        factory=f"{_REPORTS}:make_report002",
        options=(*limit_options(depth=6), _first_moves_random(4)),
        is_compiled=True,
    ),
    PlayerKind(
        name="report002neat",
        help="the NEAT agent that report 002 handed in, with its random first moves",
        factory=f"{_REPORTS}:make_report002neat",
        options=(*limit_options(depth=6), _first_moves_random(2)),
        is_compiled=True,
    ),
    PlayerKind(
        name="report003",
        help="the final program of report 003: Monte-Carlo tree search, c = 2, 59 s per move",
        factory=f"{_REPORTS}:make_report003",
        options=tuple(option for option in limit_options(time=59.0) if option.name != "depth"),
        is_compiled=True,
    ),
    PlayerKind(
        name="report004",
        help="the final program of report 004: PVS with six evaluation terms, 1 s per move",
        factory=f"{_REPORTS}:make_report004",
        options=limit_options(time=1.0),
        is_compiled=True,
    ),
)
"""The registry entries, in the order of the reports."""
