"""The opening explorer beside the board.

It shows which moves library games continued with in the current position, and their results.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from nicegui import background_tasks, context, ui
from nicegui.events import GenericEventArguments

from outflank.errors import OutflankError
from outflank.library.explorer import Exploration, ExploredMove, ExplorerFilter
from outflank.library.game_facts import Totals
from outflank.library.opening_names import NamedOpening
from outflank.library.rows import GameRow
from outflank.library.summaries import StrongPlayer
from outflank.rules.game import BLACK, Colour, Node
from outflank.rules.position import Position
from outflank.rules.squares import Square, parse_square, square_name
from outflank.web.languages import Language
from outflank.web.levels import player_name
from outflank.web.pages.analysis import explained
from outflank.web.pages.frame import Visit
from outflank.web.pages.library_rows import result_short
from outflank.web.pages.library_statistics import results_bar
from outflank.web.pages.parts import Choice, Field, button, set_pressed, set_shown, set_text, span
from outflank.web.pages.scores import score_text, seen_score, view_text
from outflank.web.shelf import shelf
from outflank.web.visitor_library import SOURCES, Source, VisitorLibrary

LONGEST = 100

_CHOSEN = """(event) => {
  const move = event.target.closest("[data-move]");
  if (move) emit(move.dataset.move);
}"""


@dataclass(frozen=True, slots=True)
class _Question:
    """What the explorer asks the library; the panel does not repeat an equal query."""

    position: Position
    to_move: Colour
    source: Source
    only: ExplorerFilter
    view: str


class ExplorerPanel:
    """The explorer on a game's page; calls `on_move` with the move that the visitor clicked."""

    def __init__(self, visit: Visit, on_move: Callable[[Square], Any]) -> None:
        self._visit = visit
        self._text = text = visit.text
        self._on_move = on_move
        self._library = VisitorLibrary(shelf(), visit.visitor)
        self._client = context.client
        self._node: Node | None = None
        self._asked: _Question | None = None
        with ui.element("section").classes("of-card of-explorer of-gone") as self._element:
            self._element.props(f'aria-label="{text("explorer")}"')
            with ui.element("div").classes("of-explorer__head"):
                self._title = span("", "of-explorer__title")
                self._filter = button("", self._toggle, icon="tune", label=text("filters"))
                self._filter.classes("of-button--plain")
            self._build_filters()
            self._problem = span("", "of-problem").props("role=alert")
            self._content = ui.html("", sanitize=False).classes("of-explorer__moves")
            self._content.on("click", self._chosen, js_handler=_CHOSEN)

    def _build_filters(self) -> None:
        text = self._text
        sources = {str(source): text(f"source_{source}") for source in SOURCES}
        with ui.element("div").classes("of-explorer__filters of-gone") as self._filters:
            self._source = Choice(text("source"), sources, "all", self._changed)
            self._player = self._field(text("player"))
            self._mover = self._field(text("mover"))
            self._folder = self._field(text("folder"))
            self._first_year = self._field(text("year_from"), 'inputmode="numeric"')
            self._last_year = self._field(text("year_to"), 'inputmode="numeric"')
            self._rating = self._field(text("least_rating"))

    def _field(self, caption: str, props: str = "") -> Field:
        return Field(caption, longest=LONGEST, props=props, on_change=self._changed)

    def _toggle(self) -> None:
        set_shown(self._filters, "of-gone" in self._filters.classes)

    def _changed(self, value: str) -> None:
        if self._node is not None:
            self.show(self._node)

    # Queries

    def show(self, node: Node) -> None:
        """Query and show the moves played in the position of `node`.

        Hides the panel if the visitor has switched the explorer off.
        """
        set_shown(self._element, self._visit.settings.explorer)
        self._node = node
        if not self._visit.settings.explorer:
            self._asked = None
            return
        try:
            only = self._only()
        except OutflankError as error:
            set_text(self._problem, str(error))
            return
        source: Source = next(name for name in SOURCES if name == self._source.value)
        question = _Question(node.position, node.to_move, source, only, self._visit.settings.view)
        if question != self._asked:
            self._asked = question
            background_tasks.create(self._ask(question))

    def _only(self) -> ExplorerFilter:
        rating = self._rating.value.strip()
        return ExplorerFilter(
            player=self._player.value.strip(),
            mover=self._mover.value.strip(),
            folder=self._folder.value.strip() or None,
            first_year=_number(self._first_year.value),
            last_year=_number(self._last_year.value),
            least_rating=None if not rating else float(_number(rating) or 0),
        )

    async def _ask(self, question: _Question) -> None:
        try:
            found = await self._library.explore(question.position, question.only, question.source)
            problem = ""
        except OutflankError as error:
            found, problem = None, str(error)
        if question != self._asked:
            return  # a newer query has replaced this one
        with self._client:
            set_text(self._problem, problem)
            set_pressed(self._filter, question.only != ExplorerFilter())
            if found is not None:
                self._show(found, question)

    def _chosen(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, str):
            try:
                self._on_move(parse_square(event.args[:2]))
            except OutflankError:
                return

    # Showing

    def _show(self, found: Exploration, question: _Question) -> None:
        count = self._text("games_found", count=f"{found.totals.games:,}")
        set_text(self._title, f"{self._text('explorer')} · {count}")
        self._content.content = _Writer(self._text, question, found).html()


class _Writer:
    def __init__(self, text: Language, question: _Question, found: Exploration) -> None:
        self._text = text
        self._question = question
        self._found = found

    def html(self) -> str:
        text, found = self._text, self._found
        if not found.totals.games:
            return f'<p class="of-soft">{escape(text("explorer_none"))}</p>'
        heads = "".join(
            f"<span>{escape(text(key))}</span>" for key in ("move", "match_games", "results")
        )
        whose = view_text(self._question.to_move, self._question.view, text)
        heads += "".join(
            f"<span>{explained(text(key), whose)}</span>" for key in ("mean_score", "engine")
        )
        rows = "".join(self._move(move) for move in found.moves)
        games = "".join(self._game(row) for row in found.games)
        title = escape(text("model_games"))
        return (
            f'<div class="of-explored of-explored--head" aria-hidden="true">{heads}</div>{rows}'
            f'<details class="of-model"><summary>{title}</summary><ul>{games}</ul></details>'
        )

    def _move(self, move: ExploredMove) -> str:
        totals = move.totals
        share = 100 * totals.games / self._found.totals.games
        name = square_name(move.move)
        spoken = escape(self._text("explored_move", move=name, games=f"{totals.games:,}"))
        return (
            f'<button type="button" class="of-explored" data-move="{name}" aria-label="{spoken}">'
            f"<b>{name}</b><span>{totals.games:,} <small>{escape(_share(share))}</small></span>"
            f"{results_bar(totals.black_wins, totals.draws, totals.white_wins)}"
            f"<span>{self._mean(totals)}</span><span>{self._engine(move.score)}</span>"
            f'<span class="of-explored__more">{self._more(move)}</span></button>'
        )

    def _mean(self, totals: Totals) -> str:
        if totals.mean_score is None:
            return ""
        to_move = self._question.to_move
        for_mover = totals.mean_score if to_move is BLACK else -totals.mean_score
        return score_text(seen_score(for_mover, to_move, self._question.view), False)

    def _engine(self, score: float | None) -> str:
        if score is None:
            return "–"
        seen = seen_score(score, self._question.to_move, self._question.view)
        return score_text(seen, False)

    def _more(self, move: ExploredMove) -> str:
        return " · ".join(
            part
            for part in (
                self._opening(move.opening),
                _years(move.totals),
                ", ".join(self._player(player) for player in move.strongest),
            )
            if part
        )

    def _opening(self, opening: NamedOpening | None) -> str:
        return f"<b>{escape(opening.name(self._text.code))}</b>" if opening else ""

    def _player(self, player: StrongPlayer) -> str:
        return escape(player_name(player.name, self._text))

    def _game(self, row: GameRow) -> str:
        names = [escape(player_name(name, self._text)) or "?" for name in (row.black, row.white)]
        result = escape(result_short(row.result, self._text))
        facts = escape(" ".join(part for part in (row.event, row.date) if part))
        return (
            f'<li><a href="/library/{row.id}">{names[0]} {result} {names[1]}</a>'
            f" <small>{facts}</small></li>"
        )


def _share(share: float) -> str:
    return f"{share:.0f}%" if share >= 1 else "<1%"


def _years(totals: Totals) -> str:
    if not totals.last_year:
        return ""
    first, last = totals.first_year, totals.last_year
    return str(last) if first == last else f"{first}–{last}"


def _number(text: str) -> int | None:
    """Parse the text of a number field; None if it is no number or out of range."""
    try:
        number = int(text)
    except ValueError:
        return None
    return number if abs(number) < 10_000 else None
