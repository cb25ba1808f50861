"""Experiments that reproduce the tables and figures of five student reports, and new ones.

docs/reports.md describes the reports, numbered 000 to 004. Each module has a function `run`, which
takes a `Laboratory`: it plays games, stores intermediate results so that a long run can be resumed,
and collects the output. `outflank experiment` runs them by name.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from outflank.errors import check_known

if TYPE_CHECKING:
    from outflank.experiments.laboratory import Laboratory

EXPERIMENTS: dict[str, str] = {
    "switch-times": "report 000: time of a game against depth, for five sets of switches",
    "move-times": "report 000: time of each move through a game",
    "final-boards": "report 000: games against others, with their final boards",
    "pruning": "report 001: savings of alpha-beta and memory against plain minimax",
    "statistics": "report 001: nodes a second, branching, leaves and table hits by algorithm",
    "win-rates": "report 002: win rates against random by depth, and NEAT against minimax",
    "mcts-opponents": "report 003: Monte-Carlo tree search against the other players",
    "playouts": "report 003: Roxanne against random playouts",
    "budget": "report 003: playouts a move against strength",
    "depth-in-a-second": "report 004: how deep a search comes in one second",
    "evaluation-errors": "report 004: errors of evaluations, by phase",
    "neat-fitness": "report 002: why its evolution did not progress, and recipes that do",
    "strength": "Elo against time for every algorithm",
    "techniques": "the gain of each technique, switched on and off",
}
"""The subject of each experiment, by name; its module has the same name with underscores."""


def check_name(name: str) -> str:
    """Return `name` if it is an experiment; otherwise raise an error that lists all names."""
    return check_known("experiment", name, EXPERIMENTS)


def module_of(name: str) -> Any:
    """The module of the experiment called `name`."""
    check_name(name)
    return import_module(f"outflank.experiments.{name.replace('-', '_')}")


def run_experiment(name: str, laboratory: Laboratory) -> None:
    """Run the experiment `name`, and write its report into the folder of the laboratory."""
    module_of(name).run(laboratory)
    laboratory.write_report()
