"""Output of `outflank solve`: a table or lines of JSON, then totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from outflank.cli.output import console, print_json
from outflank.cli.row_table import Column, RowTable
from outflank.engine.solution import Solution, outcome
from outflank.formats.boards import node_as_dict
from outflank.rules.game import Node
from outflank.rules.squares import Square

# Number formats


def bounds_text(lower: int, upper: int) -> str:
    """A score known to lie between `lower` and `upper` discs, as text.

    If both bounds are equal, this is the exact score; bounds of -64 and +64 are omitted where
    possible.
    """
    if lower == upper:
        return f"{lower:+d}"
    if upper == 64 and lower > -64:
        return f"≥ {lower:+d}"
    if lower == -64 and upper < 64:
        return f"≤ {upper:+d}"
    return f"{lower:+d}…{upper:+d}"


def short_count(count: float) -> str:
    """A count in at most seven characters: in full below 100,000, else with an SI prefix."""
    if count < 100_000:
        return f"{count:,.0f}"
    power = 0
    while count >= 999.5:
        count /= 1000
        power += 1
    return f"{count:.3g} {' kMGTPE'[power]}"


# Answers


@dataclass(frozen=True, slots=True)
class Answer:
    """The solver's solution of a position; the file may have scores to compare with.

    `number` counts positions from 1.
    """

    number: int
    node: Node
    solution: Solution

    @property
    def moves(self) -> tuple[tuple[Square, int], ...]:
        """Moves with their scores, if all moves were to be scored and the solve is complete."""
        return self.solution.moves if self.solution.complete else ()

    @property
    def scores_in_file(self) -> dict[Square, int]:
        """The scores in discs that the file has for moves in this position."""
        return scores_in_file(self.node)

    @property
    def expected(self) -> int | None:
        """The score of the best move according to the file; None if the file has no scores."""
        return max(self.scores_in_file.values(), default=None)

    @property
    def agrees(self) -> bool | None:
        """Whether the solution agrees with the scores in the file.

        None if the file has no score, or if the solve was incomplete and its bounds allow that
        score.
        """
        solution, scores = self.solution, self.scores_in_file
        if self.expected is None:
            return None
        if not solution.lower <= self.expected <= solution.upper:
            return False
        if not solution.complete:
            return None
        if scores.get(solution.move, solution.lower) < solution.lower:
            return False
        said = outcome if solution.wld else int
        return all(said(scores.get(move, score)) == said(score) for move, score in self.moves)


def scores_in_file(node: Node) -> dict[Square, int]:
    """The scores of the moves in a position as given by an OBF file, in discs."""
    return {
        child.move: round(child.evaluation)
        for child in node.children
        if child.evaluation is not None
    }


class Totals:
    """Sums over all positions of a run; `positions` is how many are to be solved."""

    def __init__(self, positions: int) -> None:
        self.positions = positions
        self.solved = self.agreeing = self.differing = self.nodes = 0
        self.seconds = 0.0
        self.is_interrupted = False

    def add(self, answer: Answer) -> None:
        """Add the result of one position."""
        self.solved += answer.solution.complete
        self.agreeing += answer.agrees is True
        self.differing += answer.agrees is False
        self.nodes += answer.solution.nodes
        self.seconds += answer.solution.seconds

    @property
    def nodes_per_second(self) -> float:
        """Searched nodes per second of solving time, over all positions."""
        return self.nodes / self.seconds if self.seconds else 0.0


class Report(Protocol):
    """How solutions are printed; receives them one by one."""

    def add(self, answer: Answer) -> None:
        """Print the solution of one position."""

    def end(self, totals: Totals) -> None:
        """Print the totals after the last position."""


class JsonReport:
    """Prints one JSON object per position, then one with totals."""

    def add(self, answer: Answer) -> None:
        """Print one position with its solution as a JSON object."""
        found = node_as_dict(answer.node) | answer.solution.as_dict()
        if answer.expected is not None:
            found["expected"] = answer.expected
            found["agrees"] = answer.agrees
        print_json(found)

    def end(self, totals: Totals) -> None:
        """Print the totals as a JSON object."""
        print_json(
            {
                "positions": totals.positions,
                "solved": totals.solved,
                "agree": totals.agreeing,
                "differ": totals.differing,
                "nodes": totals.nodes,
                "seconds": round(totals.seconds, 6),
                "nodes_per_second": round(totals.nodes_per_second),
                "interrupted": totals.is_interrupted,
            }
        )


COLUMNS = (
    Column("#", 3),
    Column("empty", 5),
    Column("score", 7),
    Column("best", 4, is_number=False),
    Column("seconds", 9),
    Column("nodes", 7),
    Column("nodes/s", 7),
)


class TableReport:
    """Prints a row as each position is solved, then a sentence with totals.

    `nodes` are all positions to solve; if the file has scores for some, a column for the comparison
    is added.
    """

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._compares = any(scores_in_file(node) for node in nodes)
        self._out = console()
        file = (Column("file", 5, is_number=False),) if self._compares else ()
        self._table = RowTable(self._out, (*COLUMNS, *file))
        self._table.print_headings()

    def add(self, answer: Answer) -> None:
        """Print the row of a position, and below it the scores of its moves, if requested."""
        solution = answer.solution
        settled = solution.outcome if solution.wld and solution.complete else None
        row = [
            str(answer.number),
            str(answer.node.position.empty_count),
            settled or bounds_text(solution.lower, solution.upper),
            str(solution.move) if solution.principal_variation else "",
            f"{solution.seconds:.3f}",
            short_count(solution.nodes),
            short_count(solution.nodes_per_second),
        ]
        if self._compares:
            row.append(_comparison(answer))
        line = "".join(map(str, solution.principal_variation))
        self._table.print_row(row, line)
        if answer.moves:
            words = outcome if solution.wld else "{:+d}".format
            scores = (f"{move} {words(score)}" for move, score in answer.moves)
            self._table.print_below("   ".join(scores))

    def end(self, totals: Totals) -> None:
        """Print a sentence with the totals."""
        if totals.is_interrupted:
            self._out.print("Interrupted.", style="yellow")
        noun = "position" if totals.positions == 1 else "positions"
        solved = f"{totals.solved} of {totals.positions} {noun} solved"
        agreement = ""
        if totals.agreeing or totals.differing:
            agreement = f" {totals.agreeing} agree with the file, {totals.differing} differ."
        self._out.print(
            f"{solved} in {totals.seconds:.3f} s: {totals.nodes:,} nodes, "
            f"{totals.nodes_per_second:,.0f} per second.{agreement}",
            markup=False,
            style="dim",
        )


def _comparison(answer: Answer) -> str:
    if answer.agrees is None:
        return ""
    return "ok" if answer.agrees else f"[red]≠ {answer.expected:+d}[/]"
