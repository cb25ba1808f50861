"""The statistics dialog: results, openings and mean losses of selected library games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from nicegui import ui

from outflank.library.statistics import CountRow, LossRow, Statistics
from outflank.web.languages import Language
from outflank.web.levels import player_name
from outflank.web.pages.parts import Dialog

MOST_ROWS = 10


class StatisticsDialog:
    """A dialog that shows statistics of library games."""

    def __init__(self, text: Language) -> None:
        self._text = text
        self._dialog = Dialog(text("statistics"), text("close"))
        with self._dialog.body:
            self._content = ui.html("", sanitize=False).classes("of-statistics")

    def open(self, found: Statistics) -> None:
        """Show the dialog with the statistics `found`."""
        text = self._text
        totals = found.totals
        parts = [
            f"<p><b>{escape(text('games_found', count=f'{totals.games:,}'))}</b></p>",
            results_bar(totals.black_wins, totals.draws, totals.white_wins),
        ]
        for key, rows, name in (
            ("loss_by_player", found.loss_by_player, self._player),
            ("loss_by_folder", found.loss_by_folder, self._folder),
            ("loss_by_colour", found.loss_by_colour, self._text),
            ("loss_by_stage", found.loss_by_stage, self._stage),
        ):
            parts.append(self._losses(text(key), rows, name))
        if not found.loss_by_colour:
            parts.append(f'<p class="of-soft">{escape(text("no_reviews"))}</p>')
        parts.append(self._counts(text("opening"), found.openings, self._folder))
        parts.append(self._counts(text("player"), found.players, self._player))
        self._content.content = "".join(parts)
        self._dialog.open()

    def _player(self, name: str) -> str:
        return player_name(name, self._text) if name else "?"

    def _folder(self, name: str) -> str:
        return name or "–"

    def _stage(self, name: str) -> str:
        return self._text(f"stage_{name}")

    def _losses(self, title: str, rows: Iterable[LossRow], name: Callable[[str], str]) -> str:
        body = "".join(
            f"<tr><td>{escape(name(row.name))}</td><td>{row.games:,}</td><td>{row.moves:,}</td>"
            f"<td><b>{row.mean_loss:.2f}</b></td></tr>"
            for row in list(rows)[:MOST_ROWS]
        )
        if not body:
            return ""
        text = self._text
        heads = (title, text("match_games"), text("moves"), text("mean_loss"))
        return _table(heads, body)

    def _counts(self, title: str, rows: Iterable[CountRow], name: Callable[[str], str]) -> str:
        body = "".join(
            f"<tr><td>{escape(name(row.name))}</td><td>{row.games:,}</td>"
            f"<td>{results_bar(row.black_wins, row.draws, row.white_wins)}</td></tr>"
            for row in list(rows)[:MOST_ROWS]
        )
        if not body:
            return ""
        return _table((title, self._text("match_games"), self._text("results")), body)


def _table(heads: Iterable[str], body: str) -> str:
    head = "".join(f"<th>{escape(caption)}</th>" for caption in heads)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def results_bar(black: int, draws: int, white: int) -> str:
    """An HTML bar divided by the shares of Black's wins, draws and White's wins."""
    total = black + draws + white
    if not total:
        return '<span class="of-results"></span>'
    shares = [100 * count / total for count in (black, draws, white)]
    names = ("black", "draw", "white")
    parts = "".join(
        f'<i class="of-results__{name}" style="width:{share:.1f}%">'
        f"{f'{share:.0f}%' if share >= 16 else ''}</i>"
        for name, share in zip(names, shares, strict=True)
    )
    return f'<span class="of-results">{parts}</span>'
