"""Output of `outflank analyze`: a table of moves and a table of sides, or JSON."""

from __future__ import annotations

from typing import Protocol

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from outflank.cli.output import console, print_json
from outflank.cli.searching import score_text, searched_text
from outflank.engine.review import (
    BLUNDER_DISCS,
    MISTAKE_DISCS,
    MoveReview,
    Review,
    Verdict,
)
from outflank.library.opening_names import opening_of_record
from outflank.rules.game import BLACK, WHITE, Colour, Game
from outflank.web.languages import DEFAULT, language
from outflank.web.reasons import merit_sentences, sentences

INDENT = 6
"""How many columns an explanation below a move is indented: the move number and a space."""

STYLES = {Verdict.MISTAKE: "yellow", Verdict.BLUNDER: "red"}


class Report(Protocol):
    """How the review of a game is printed; receives the moves one by one as they are reviewed."""

    def add(self, move: MoveReview) -> None:
        """Print the review of one move."""

    def end(self, game: Game, review: Review, is_interrupted: bool) -> None:
        """Print the figures of each side, after the last reviewed move.

        `is_interrupted` is True if the user pressed Ctrl-C before all moves were reviewed.
        """


class JsonReport:
    """Prints one JSON object for the whole review at the end."""

    def add(self, move: MoveReview) -> None:
        """Do nothing: `end` prints all moves."""

    def end(self, game: Game, review: Review, is_interrupted: bool) -> None:
        """Print the review as a JSON object."""
        print_json(review.as_dict())


class TableReport:
    """Prints a row as each move is reviewed, then a table with the figures of both sides.

    Mistakes are explained below their rows. With `says_merits`, every row is followed by what its
    best move achieves.
    """

    def __init__(self, *, says_merits: bool = False) -> None:
        self._says_merits = says_merits
        self._out = console()
        self._print_row(None, "")

    def add(self, move: MoveReview) -> None:
        """Print the row of a move, and explanations below it."""
        verdict = "forced" if move.is_forced else move.verdict.value
        row = [
            str(move.number),
            str(move.colour),
            str(move.move),
            score_text(move.best_score),
            str(move.best),
            score_text(move.played_score),
            f"{move.loss_discs:.2f}" if move.loss_discs else "",
            searched_text(move.analysis, move.position),
            "" if move.verdict is Verdict.GOOD else verdict,
        ]
        self._print_row(row, STYLES.get(move.verdict, ""))
        english = language(DEFAULT)
        said = sentences(move, english)
        if self._says_merits or (move.is_mistake and not said):
            said += merit_sentences(move.merits, move.colour, english)
        for sentence in dict.fromkeys(said):
            self._out.print(Padding(Text(sentence, style="dim"), (0, 0, 0, INDENT)))

    def end(self, game: Game, review: Review, is_interrupted: bool) -> None:
        """Print a table with the figures of both sides, and a legend."""
        if is_interrupted:
            self._out.print("Interrupted; these moves are reviewed.", style="yellow")
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
        if opening := opening_of_record(game):
            self._out.print(f"Opening: {opening.name()}", markup=False)
        self._out.print(
            "Scores are in discs for the side that moves. "
            f"A mistake loses {MISTAKE_DISCS:g} discs or more, "
            f"a blunder {BLUNDER_DISCS:g} or more. Accuracy is the mean over moves: 100 % for a "
            f"best move, 50 % for a loss of {MISTAKE_DISCS:g} discs. Forced moves do not count. "
            "A played move that scores above the best one has no loss.",
            style="dim",
        )

    def _print_row(self, row: list[str] | None, style: str) -> None:
        """Print one row of fixed column widths; None prints the headings instead."""
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
