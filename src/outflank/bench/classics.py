"""The classic search algorithms: nodes and playouts a second, and the gain of refinements."""

from __future__ import annotations

import random
from collections.abc import Callable

from outflank.bench.timing import Measurement, best_seconds
from outflank.classics.alphabeta import AlphaBeta
from outflank.classics.driver import TreeSearch
from outflank.classics.mcts import MonteCarloTreeSearch
from outflank.classics.minimax import Minimax
from outflank.classics.mtdf import MtdF
from outflank.classics.playouts import POLICIES
from outflank.classics.pvs import PrincipalVariationSearch
from outflank.rules.position import Position
from outflank.search.limit import Limit

SEARCHES: dict[str, Callable[[str], TreeSearch]] = {
    "alpha-beta": AlphaBeta,
    "PVS": PrincipalVariationSearch,
    "MTD(f)": MtdF,
    "minimax": Minimax,
}
EVALUATIONS = ("table", "full", "corners", "phased")

NODES = 3_000_000
"""Nodes per search, which takes some tenths of a second."""

PLAYOUTS = 100_000


def measure() -> list[Measurement]:
    """Run all measurements on one thread, except for the comparison of two threads with one."""
    return [
        *(_speed(name, evaluation) for name in SEARCHES for evaluation in EVALUATIONS),
        _whole_game(),
        _pruning(),
        _history(),
        _threads(),
        *(_playouts(policy) for policy in POLICIES),
    ]


def _speed(name: str, evaluation: str) -> Measurement:
    position = _after_random_moves(20)
    (seconds,) = best_seconds(
        # A new search every time, without a filled table.
        lambda: SEARCHES[name](evaluation).search(position, Limit(nodes=NODES)),
        rounds=3,
    )
    return Measurement(f"{name} with {evaluation}", NODES / seconds / 1e6, "M nodes/s")


def _whole_game() -> Measurement:
    def play() -> None:
        position = Position.start()
        players = [AlphaBeta("full"), AlphaBeta("full")]
        while not position.is_over():
            position = position.play(players[0].search(position, Limit(depth=6)).move)
            players.reverse()

    (seconds,) = best_seconds(play, rounds=2)
    what = "alpha-beta with full at depth 6, a game against itself"
    return Measurement(what, seconds * 1e3, "ms")


def _pruning() -> Measurement:
    position = _after_random_moves(6)
    with_pruning, without = best_seconds(
        lambda: AlphaBeta("full").search(position, Limit(depth=8)),
        lambda: Minimax("full", memory=False).search(position, Limit(depth=8)),
        rounds=2,
    )
    what = "alpha-beta at depth 8, against minimax"
    return Measurement(what, with_pruning * 1e3, "ms", ratio=without / with_pruning)


def _history() -> Measurement:
    positions = [_after_random_moves(count) for count in (8, 16, 24, 32, 40)]

    def nodes(history: bool) -> int:
        search = AlphaBeta("full", history=history)
        return sum(search.search(position, Limit(depth=8)).nodes for position in positions)

    what = "nodes of alpha-beta with history, against without"
    return Measurement(what, nodes(True) / 1e6, "M nodes", ratio=nodes(False) / nodes(True))


def _threads() -> Measurement:
    position = _after_random_moves(20)
    two, one = best_seconds(
        lambda: AlphaBeta("full", threads=2).search(position, Limit(depth=9)),
        lambda: AlphaBeta("full").search(position, Limit(depth=9)),
    )
    what = "alpha-beta at depth 9 with two threads, against one"
    return Measurement(what, two * 1e3, "ms", ratio=one / two)


def _playouts(policy: str) -> Measurement:
    search = MonteCarloTreeSearch(playouts=policy, keep_tree=False, seed=1)
    (seconds,) = best_seconds(lambda: search.search(Position.start(), Limit(nodes=PLAYOUTS)))
    what = f"{policy} playouts of Monte-Carlo tree search from the start"
    return Measurement(what, PLAYOUTS / seconds / 1e3, "thousand/s")


def _after_random_moves(count: int) -> Position:
    """A position after `count` random moves, the same in every run."""
    choice = random.Random(3)
    position = Position.start()
    for _ in range(count):
        position = position.play(choice.choice(position.legal_moves()))
    return position
