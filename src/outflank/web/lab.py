"""Searches of the lab page, which compares algorithms on one position with the same limit."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.classics.evaluations import EVALUATIONS
from outflank.errors import OutflankError
from outflank.players.spec import PlayerSpec
from outflank.players.thinking import Thought
from outflank.rules.squares import Square
from outflank.web.allowed import web_player

TREE_SEARCHES = ("minimax", "alphabeta", "mtdf", "pvs")
"""Algorithms whose evaluation function the visitor can choose."""

ALGORITHMS = (*TREE_SEARCHES, "mcts", "engine")

LIMITS = ("depth", "time")

MOST_DEPTH = 20
MOST_SECONDS = 10.0
"""Time limit in seconds of one search, also of a search to a fixed depth."""

MCTS_SECONDS = 1.0
"""Seconds for MCTS, which has no depth limit, when the other algorithms search to a depth."""

DEFAULT_EVALUATION = "phased"


def spec_of(algorithm: str, limit: str, amount: float, evaluation: str) -> PlayerSpec:
    """The player spec for one search of the lab.

    `limit` is ``depth`` or ``time``; `amount` is in plies or seconds accordingly. `evaluation` is
    used only by `TREE_SEARCHES`.
    """
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
    """One search of the lab, with an intermediate result (`steps`) for each finished depth.

    `problem` is an error message; empty without an error.
    """

    algorithm: str
    spec: PlayerSpec
    steps: tuple[Thought, ...] = ()
    is_done: bool = False
    problem: str = ""

    @property
    def latest(self) -> Thought | None:
        """The intermediate result of the last finished depth; None before the first."""
        return self.steps[-1] if self.steps else None

    @property
    def move(self) -> Square | None:
        """The best move found so far; None before the first depth is finished."""
        return self.latest.line[0] if self.latest and self.latest.line else None


def branching_factor(thought: Thought) -> float:
    """The effective branching factor of a search, nodes^(1/depth); 0 if not known.

    Figures of the engine are lower than those of other algorithms, since it does not count leaves
    as nodes.
    """
    return float(thought.nodes) ** (1 / thought.depth) if thought.depth and thought.nodes else 0.0
