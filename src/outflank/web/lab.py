"""What students compare in the lab: searches with the same limit on the same position."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.classics.evaluations import EVALUATIONS
from outflank.errors import OutflankError
from outflank.players.spec import PlayerSpec
from outflank.players.thinking import Thought
from outflank.rules.squares import Square
from outflank.web.allowed import web_player

TREE_SEARCHES = ("minimax", "alphabeta", "mtdf", "pvs")
"""Those that one evaluation can be given to."""

ALGORITHMS = (*TREE_SEARCHES, "mcts", "engine")

LIMITS = ("depth", "time")

MOST_DEPTH = 20
MOST_SECONDS = 10.0
"""What one search may take, also one to a depth."""

MCTS_SECONDS = 1.0
"""Playouts have no depth: where others search to one, they have this time."""

DEFAULT_EVALUATION = "phased"


def spec_of(algorithm: str, limit: str, amount: float, evaluation: str) -> PlayerSpec:
    """The player that searches so many plies (``depth``) or seconds (``time``)."""
    if algorithm not in ALGORITHMS or limit not in LIMITS or evaluation not in EVALUATIONS:
        raise OutflankError(f"{algorithm} with {limit} and {evaluation} is not for the lab")
    most = MOST_DEPTH if limit == "depth" else MOST_SECONDS
    least = 1 if limit == "depth" else 0.01
    if not least <= amount <= most:
        raise OutflankError(f"{limit} {amount:g} is out of range; give {least:g} to {most:g}")
    options = []
    if algorithm in TREE_SEARCHES:
        # Minimax and alpha-beta have a depth of their own where none is given.
        depth = int(amount) if limit == "depth" else 64
        options = [f"depth={depth}", f"eval={evaluation}"]
        if algorithm == "alphabeta":
            # Searched and valued as by the others, so that all of them find the same score.
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
    """One search of the lab: who, its steps so far by depth, and whether it is done."""

    algorithm: str
    spec: PlayerSpec
    steps: tuple[Thought, ...] = ()
    is_done: bool = False
    problem: str = ""

    @property
    def latest(self) -> Thought | None:
        """The last step."""
        return self.steps[-1] if self.steps else None

    @property
    def move(self) -> Square | None:
        """The move that it prefers at the moment."""
        return self.latest.line[0] if self.latest and self.latest.line else None


def branching_factor(thought: Thought) -> float:
    """The width of an even tree with as many nodes and this depth: nodes^(1/depth).

    By nodes and not by leaves, which the engine does not count.
    """
    return float(thought.nodes) ** (1 / thought.depth) if thought.depth and thought.nodes else 0.0
