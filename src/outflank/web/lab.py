"""The lab: comparison of searches with the same limit on the same position."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.classics.evaluations import EVALUATIONS
from outflank.errors import OutflankError
from outflank.players.spec import PlayerSpec
from outflank.players.thinking import Thought
from outflank.rules.squares import Square
from outflank.web.allowed import web_player

TREE_SEARCHES = ("minimax", "alphabeta", "mtdf", "pvs")
"""Searches with a choice of evaluation."""

ALGORITHMS = (*TREE_SEARCHES, "mcts", "engine")

LIMITS = ("depth", "time")

MOST_DEPTH = 20
MOST_SECONDS = 10.0
"""For one search, also for a search to a fixed depth."""

MCTS_SECONDS = 1.0
"""MCTS has no depth limit: it gets this time where others search to a depth."""

DEFAULT_EVALUATION = "phased"


def spec_of(algorithm: str, limit: str, amount: float, evaluation: str) -> PlayerSpec:
    """The player for `algorithm`; `amount` is in plies (``depth``) or seconds (``time``)."""
    if algorithm not in ALGORITHMS or limit not in LIMITS or evaluation not in EVALUATIONS:
        raise OutflankError(
            f"{algorithm} with {limit} and {evaluation} is not available in the lab"
        )
    most = MOST_DEPTH if limit == "depth" else MOST_SECONDS
    least = 1 if limit == "depth" else 0.01
    if not least <= amount <= most:
        raise OutflankError(f"{limit} {amount:g} is out of range; give {least:g} to {most:g}")
    options = []
    if algorithm in TREE_SEARCHES:
        # Without a depth, minimax and alpha-beta would use their defaults.
        depth = int(amount) if limit == "depth" else 64
        options = [f"depth={depth}", f"eval={evaluation}"]
        if algorithm == "alphabeta":
            # Same search and evaluation as the others, so that all find the same score.
            options += ["corners=off", "stability=anchored"]
    elif algorithm == "engine" and limit == "depth":
        options = [f"depth={int(amount)}"]
    if limit == "time":
        options.append(f"time={amount:g}")
    elif algorithm == "mcts":
        options.append(f"time={MCTS_SECONDS:g}")
    return web_player(f"{algorithm}:{','.join(options)}")


@dataclass(slots=True, eq=False)
class Run:
    """One search of the lab and its steps so far, one for each depth."""

    algorithm: str
    spec: PlayerSpec
    steps: tuple[Thought, ...] = ()
    is_done: bool = False
    problem: str = ""

    @property
    def latest(self) -> Thought | None:
        """The last finished step."""
        return self.steps[-1] if self.steps else None

    @property
    def move(self) -> Square | None:
        """The best move so far."""
        return self.latest.line[0] if self.latest and self.latest.line else None


def branching_factor(thought: Thought) -> float:
    """Effective branching factor, nodes^(1/depth); the engine does not count leaves."""
    return float(thought.nodes) ** (1 / thought.depth) if thought.depth and thought.nodes else 0.0
