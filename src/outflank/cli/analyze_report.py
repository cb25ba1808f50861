"""What `outflank analyze` says about a game: a table of its moves and one of its sides, or JSON."""

from __future__ import annotations

from typing import Any, Protocol

from rich.table import Table
from rich.text import Text

from outflank.cli.output import console, print_json
from outflank.cli.searching import score_text, searched_text
from outflank.engine.review import (
    BLUNDER_DISCS,
    MISTAKE_DISCS,
    MoveReview,
    Review,
    SideReview,
    Verdict,
)
from outflank.rules.game import BLACK, WHITE, Colour, Game
from outflank.rules.squares import square_name

STYLES = {Verdict.MISTAKE: "yellow", Verdict.BLUNDER: "red"}


class Report(Protocol):
    """Where reviews go, one by one."""

    def add(self, move: MoveReview) -> None:
        """Say what a move has cost."""

    def end(self, game: Game, review: Review, is_interrupted: bool) -> None:
        """Say how well each side played."""


class JsonReport:
    """One object for all."""

    def add(self, move: MoveReview) -> None:
        """Nothing yet."""

    def end(self, game: Game, review: Review, is_interrupted: bool) -> None:
        """Print the object."""
        facts: dict[str, Any] = {
            colour.value: _side_facts(game, review.side(colour)) for colour in (BLACK, WHITE)
        }
        facts["mistake_discs"] = MISTAKE_DISCS
        facts["blunder_discs"] = BLUNDER_DISCS
        facts["moves"] = [_move_facts(move) for move in review.moves]
        facts["nodes"] = sum(move.nodes for move in review.moves)
        facts["seconds"] = round(sum(move.seconds for move in review.moves), 6)
        facts["interrupted"] = is_interrupted
        print_json(facts)


def _side_facts(game: Game, side: SideReview) -> dict[str, Any]:
    return {
        "name": game.tags.get(side.colour.value),
        "moves": len(side.moves),
        "accuracy": round(side.accuracy_percent, 2),
        "mean_loss": round(side.mean_loss_discs, 4),
        "total_loss": round(side.total_loss_discs, 4),
        "best": side.count(Verdict.BEST),
        "mistakes": side.count(Verdict.MISTAKE),
        "blunders": side.count(Verdict.BLUNDER),
    }


def _move_facts(move: MoveReview) -> dict[str, Any]:
    return {
        "number": move.number,
        "colour": move.colour.value,
        "move": square_name(move.move),
        "before": round(move.best_score, 4),
        "best": square_name(move.best),
        "after": round(move.played_score, 4),
        "loss": round(move.loss_discs, 4),
        "verdict": move.verdict.value,
        "forced": move.is_forced,
        "depth": move.analysis.depth,
        "confidence": move.analysis.confidence,
        "exact": move.analysis.is_exact,
        "pv": [square_name(square) for square in move.analysis.principal_variation],
    }


class TableReport:
    """Rows that are printed as they come, then a table of the sides."""

    def __init__(self) -> None:
        self._out = console()
        self._print_row(None, "")

    def add(self, move: MoveReview) -> None:
        """Print the row of a move."""
        verdict = "forced" if move.is_forced else move.verdict.value
        row = [
            str(move.number),
            str(move.colour),
            square_name(move.move),
            score_text(move.best_score),
            square_name(move.best),
            score_text(move.played_score),
            f"{move.loss_discs:.2f}" if move.loss_discs else "",
            searched_text(move.analysis, move.position),
            "" if move.verdict is Verdict.GOOD else verdict,
        ]
        self._print_row(row, STYLES.get(move.verdict, ""))

    def end(self, game: Game, review: Review, is_interrupted: bool) -> None:
        """Print the table of the sides, and what its words mean."""
        if is_interrupted:
            self._out.print("Interrupted; these moves were analysed.", style="yellow")
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        table.add_column("player")
        for heading in ("moves", "accuracy", "mean loss", "best", "mistakes", "blunders"):
            table.add_column(heading, justify="right", no_wrap=True)
        for colour in (BLACK, WHITE):
            side = review.side(colour)
            table.add_row(
                Text(_name(game, colour)),
                str(len(side.moves)),
                f"{side.accuracy_percent:.0f} %",
                f"{side.mean_loss_discs:.2f}",
                str(side.count(Verdict.BEST)),
                str(side.count(Verdict.MISTAKE)),
                str(side.count(Verdict.BLUNDER)),
            )
        self._out.print()
        self._out.print(table)
        self._out.print(
            "Scores are in discs for the side that moves. "
            f"A mistake loses {MISTAKE_DISCS:g} discs or more, "
            f"a blunder {BLUNDER_DISCS:g} or more. Accuracy is the mean of what moves count: "
            f"a best one 100 %, one that loses {MISTAKE_DISCS:g} discs 50 %. "
            "Forced moves are not counted. "
            "Where the search takes a move for better than the best, it has lost nothing.",
            style="dim",
        )

    def _print_row(self, row: list[str] | None, style: str) -> None:
        """Print one row, or the headings; every time a table with the same widths."""
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", show_header=row is None)
        table.add_column("#", width=3, justify="right")
        table.add_column("side", width=5)
        table.add_column("move", width=4)
        table.add_column("before", width=6, justify="right")
        table.add_column("best", width=4)
        table.add_column("after", width=6, justify="right")
        table.add_column("loss", width=5, justify="right")
        table.add_column("searched", width=18)
        table.add_column("", width=8)
        if row is not None:
            table.add_row(*row, style=style)
        self._out.print(table)


def _name(game: Game, colour: Colour) -> str:
    name = game.tags.get(colour.value)
    return f"{colour}, {name}" if name else str(colour)
