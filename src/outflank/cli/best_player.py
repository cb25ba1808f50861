"""`outflank best --player`: search with any player and print every deepening iteration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from outflank.cli.best_report import line_text
from outflank.cli.interrupts import at_interrupt
from outflank.cli.output import console, print_json
from outflank.cli.row_table import Column, RowTable
from outflank.cli.solve_report import short_count
from outflank.engine.book.choosing import analysis_from
from outflank.errors import OutflankError
from outflank.formats.boards import node_as_dict
from outflank.players.around import innermost
from outflank.players.book import book_of
from outflank.players.making import make_player
from outflank.players.player import Player
from outflank.players.searching import SearchPlayer
from outflank.rules.game import Node
from outflank.search.limit import Limit
from outflank.search.result import SearchResult
from outflank.search.statistics import statistics_as_dict

COLUMNS = (
    Column("#", 3),
    Column("depth", 5),
    Column("best", 4, is_number=False),
    Column("score", 9),
    Column("nodes", 7),
    Column("nodes/s", 7),
    Column("leaves", 6),
    Column("hits", 7),
    Column("branching", 9),
    Column("seconds", 8),
)


def search_with_player(
    nodes: Sequence[Node],
    spec: str,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    as_json: bool = False,
) -> bool:
    """Search every position with the player `spec`; return True if the user pressed Ctrl-C.

    `depth` (plies) and `seconds` replace the player's own limits.
    """
    whole = make_player(spec)
    player, book = _search_player(spec, whole), book_of(whole)
    limit = _limit(player, depth, seconds)
    table = None if as_json else RowTable(console(), COLUMNS)
    if table is not None:
        table.print_headings()
    with at_interrupt(player.stop) as interrupted:
        for number, node in enumerate(nodes, 1):
            if interrupted.is_set():
                break
            if node.position.is_over():
                raise OutflankError(f"position {number}: the game is over; there is no best move")
            iterations: list[SearchResult] = []
            known = None if book is None else analysis_from(book, node.position)
            result: SearchResult = known or player.search.search(
                node.position, limit, progress=iterations.append
            )
            if table is None:
                print_json(node_as_dict(node) | _as_dict(spec, result, iterations))
            else:
                _print_rows(table, number, result, iterations)
    return interrupted.is_set()


def _search_player(spec: str, player: Player) -> SearchPlayer:
    inner = innermost(player)
    if not isinstance(inner, SearchPlayer):
        raise OutflankError(f"{spec} does not search; name a searching player, such as mtdf")
    return inner


def _limit(player: SearchPlayer, depth: int | None, seconds: float | None) -> Limit:
    if depth is not None and seconds is None:
        return replace(player.limit, depth=depth, seconds=None)
    if seconds is not None:
        # The player's own depth limit could end the search before the time is up.
        return replace(player.limit, depth=depth, seconds=seconds)
    return player.limit


def _as_dict(spec: str, result: SearchResult, iterations: list[SearchResult]) -> dict[str, Any]:
    return (
        {"player": spec}
        | result.as_dict()
        | statistics_as_dict(result)
        | {"iterations": [statistics_as_dict(iteration) for iteration in iterations]}
    )


def _print_rows(
    table: RowTable, number: int, result: SearchResult, iterations: list[SearchResult]
) -> None:
    # The result differs from the last iteration if time ran out or nothing was searched.
    is_shown = bool(iterations) and iterations[-1].nodes == result.nodes
    rows = iterations if is_shown else [*iterations, result]
    for row in rows:
        table.print_row(
            [
                str(number) if row is rows[0] else "",
                str(row.depth),
                str(row.move),
                f"{row.score:+.2f}" if row.score != int(row.score) else f"{row.score:+.0f}",
                short_count(row.nodes),
                short_count(row.nodes_per_second),
                f"{row.leaf_ratio:.0%}",
                short_count(row.table_hits),
                f"{row.effective_branching_factor:.2f}",
                f"{row.seconds:.3f}",
            ],
            line_text(row.principal_variation),
        )
