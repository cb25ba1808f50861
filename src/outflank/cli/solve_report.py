"""Output of `outflank solve`: a table or JSON lines, with totals."""

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
    """A score as text: the exact value, one bound, or both bounds."""
    if lower == upper:
        return f"{lower:+d}"
    if upper == 64 and lower > -64:
        return f"≥ {lower:+d}"
    if lower == -64 and upper < 64:
        return f"≤ {upper:+d}"
    return f"{lower:+d}…{upper:+d}"


def short_count(count: float) -> str:
    """A count in at most seven characters: in full below 100,000, then with an SI prefix."""
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
    """A position's solution, to compare with the scores in its file."""

    number: int
    node: Node
    solution: Solution

    @property
    def moves(self) -> tuple[tuple[Square, int], ...]:
        """The scores of all moves, if requested and complete."""
        return self.solution.moves if self.solution.complete else ()

    @property
    def scores_in_file(self) -> dict[Square, int]:
        """The scores that the file has for moves from here."""
        return scores_in_file(self.node)

    @property
    def expected(self) -> int | None:
        """The best score in the file."""
        return max(self.scores_in_file.values(), default=None)

    @property
    def agrees(self) -> bool | None:
        """Whether solution and file agree; None without a score in the file or a complete solve."""
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
    """Scores of the moves from `node` in an OBF file."""
    return {
        child.move: round(child.evaluation)
        for child in node.children
        if child.evaluation is not None
    }


class Totals:
    """Totals of all answers of a run."""

    def __init__(self, positions: int) -> None:
        self.positions = positions
        self.solved = self.agreeing = self.differing = self.nodes = 0
        self.seconds = 0.0
        self.is_interrupted = False

    def add(self, answer: Answer) -> None:
        """Add one answer."""
        self.solved += answer.solution.complete
        self.agreeing += answer.agrees is True
        self.differing += answer.agrees is False
        self.nodes += answer.solution.nodes
        self.seconds += answer.solution.seconds

    @property
    def nodes_per_second(self) -> float:
        """Nodes per second of solving."""
        return self.nodes / self.seconds if self.seconds else 0.0


class Report(Protocol):
    """Receives answers one by one."""

    def add(self, answer: Answer) -> None:
        """Print the answer for a position."""

    def end(self, totals: Totals) -> None:
        """Print the totals."""


class JsonReport:
    """Prints one JSON object per position, then one with totals."""

    def add(self, answer: Answer) -> None:
        """Print the object of a position."""
        found = node_as_dict(answer.node) | answer.solution.as_dict()
        if answer.expected is not None:
            found["expected"] = answer.expected
            found["agrees"] = answer.agrees
        print_json(found)

    def end(self, totals: Totals) -> None:
        """Print the object with totals."""
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
    """A table whose rows are printed as answers arrive, then a sentence with totals."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._compares = any(scores_in_file(node) for node in nodes)
        self._out = console()
        file = (Column("file", 5, is_number=False),) if self._compares else ()
        self._table = RowTable(self._out, (*COLUMNS, *file))
        self._table.print_headings()

    def add(self, answer: Answer) -> None:
        """Print the row of a position, and below it the scores of its moves."""
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
