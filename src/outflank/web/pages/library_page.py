"""The library page: search, open, edit, import and export games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Request
from nicegui import context, ui
from nicegui.events import GenericEventArguments

from outflank.errors import OutflankError
from outflank.library.selection import Selection
from outflank.web.limits import limits
from outflank.web.pages.frame import Entry, Visit, header, set_up
from outflank.web.pages.library_edit import EditDialog
from outflank.web.pages.library_export import ExportDialog, Exported
from outflank.web.pages.library_filters import Filters, order_titles
from outflank.web.pages.library_import import ImportDialog
from outflank.web.pages.library_rows import rows_html
from outflank.web.pages.library_shelves import Place, Shelves
from outflank.web.pages.library_statistics import StatisticsDialog
from outflank.web.pages.parts import (
    Choice,
    Field,
    button,
    set_enabled,
    set_pressed,
    set_shown,
    set_text,
    span,
)
from outflank.web.pages.toast import Toast
from outflank.web.shelf import shelf
from outflank.web.visitor_library import FoundGames, VisitorLibrary

PAGE_ROWS = 30
LONGEST_SEARCH = 200

MOST_SELECTED = 1000
"""How many games the visitor can select at a time."""

TYPING_SECONDS = 0.25
"""How long the page waits after the last typed letter before it searches, in seconds."""

_ACTED = """(event) => {
  const act = event.target.closest("[data-act]");
  if (act) emit({act: act.dataset.act, id: Number(act.closest("[data-id]").dataset.id)});
}"""


def register() -> None:
    """Declare the page to NiceGUI."""

    @ui.page("/library")
    async def library_page(request: Request) -> None:
        LibraryPage(Visit.of(request))


class LibraryPage:
    """The page with the list of games, its search field and filters, and dialogs."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.text = visit.text
        self.library = VisitorLibrary(shelf(), visit.visitor)
        self._client = context.client
        self._place = Place()
        self._offset = 0
        self._found = FoundGames()
        self._own: set[int] = set()
        self._selected: set[int] = set()
        self._asked = 0
        self._typing: ui.timer | None = None
        self._build()
        # The list is loaded when the browser connects, so that the page appears at once.
        self._client.on_connect(self._refresh_all)

    # Building

    def _build(self) -> None:
        text = self.text
        set_up(self.visit, text("library"))
        header(
            self.visit,
            [
                Entry("new_game", "add_circle_outline", "/"),
                Entry("editor", "grid_on", "/editor"),
                Entry("lab", "science", "/lab"),
            ],
        )
        with ui.element("main").classes("of-library"):
            self._shelves = Shelves(text, self._go_to)
            with ui.element("section").classes("of-found"):
                self._build_head()
                self._build_search()
                self._filters = Filters(text, self._changed)
                self._build_bar()
                self._problem = span("", "of-problem").props("role=alert")
                self._list = ui.html("", sanitize=False).classes("of-list")
                self._list.on("click", self._acted, js_handler=_ACTED)
                self._build_pager()
        self._toast = Toast(text)
        self._edit = EditDialog(text, self.library, self.refresh)
        self._import = ImportDialog(self.visit, self._refresh_all)
        self._export = ExportDialog(text, self.visit.visitor, self._exported)
        self._statistics = StatisticsDialog(text)

    def _build_head(self) -> None:
        text = self.text
        with ui.element("div").classes("of-found__head"):
            ui.html(text("library"), sanitize=False, tag="h1")
            button(text("import_games"), lambda: self._import.open(), icon="upload_file")
            button(text("export"), self._open_export, icon="download")
            button(text("statistics"), self._open_statistics, icon="bar_chart")

    def _build_search(self) -> None:
        text = self.text
        with ui.element("div").classes("of-search").props("role=search"):
            self._words = Field(
                text("library_search"),
                longest=LONGEST_SEARCH,
                props=f'type="search" placeholder="{text("library_search")}"',
                on_change=lambda _: self._changed(),
            )
            self._filter_button = button(text("filters"), self._toggle_filters, icon="tune")
            self._order = Choice(
                text("order"), order_titles(text), "changed", lambda _: self._changed()
            )

    def _build_bar(self) -> None:
        text = self.text
        with ui.element("div").classes("of-found__bar"):
            self._count = span("", "of-found__count").props("role=status")
            with ui.element("div").classes("of-found__acts of-gone") as self._acts:
                self._delete = button(text("delete"), self._delete_selected, icon="delete_outline")
                button(text("clear_selection"), self._clear_selection, icon="close")
            self._empty_trash = button(
                text("empty_trash"), self._purge, icon="delete_forever", classes="of-gone"
            )

    def _build_pager(self) -> None:
        text = self.text
        with ui.element("div").classes("of-pager") as self._pager:
            self._first = button(
                "", lambda: self._turn(0), icon="first_page", label=text("page_first")
            )
            self._back = button(
                "",
                lambda: self._turn(self._offset - PAGE_ROWS),
                icon="chevron_left",
                label=text("page_previous"),
            )
            self._where = span("")
            self._on = button(
                "",
                lambda: self._turn(self._offset + PAGE_ROWS),
                icon="chevron_right",
                label=text("page_next"),
            )
            self._last = button(
                "",
                lambda: self._turn(self._last_offset()),
                icon="last_page",
                label=text("page_last"),
            )

    # Searching

    def _selection(self) -> Selection:
        place = self._place
        return self._filters.selection(self._words.value, place.folder, deleted=place.is_trash)

    async def refresh(self, *, with_places: bool = True) -> None:
        """Query the library again and show the games found.

        With `with_places`, the folders in the sidebar are updated too.
        """
        self._asked += 1
        asked = self._asked
        try:
            found = await self.library.search(
                self._selection(),
                self._place.source,
                order=self._order.value,
                limit=PAGE_ROWS,
                offset=self._offset,
                with_boards=True,
            )
            folders = await self.library.folders() if with_places else None
            own = {row.id for row in found.rows}
            if self._place.source != "mine":
                own = await self.library.owned(own)
        except OutflankError as error:
            set_text(self._problem, str(error))
            return
        if asked != self._asked:
            return  # a newer query has replaced this one
        self._found, self._own = found, own
        with self._client:
            set_text(self._problem, "")
            if folders is not None:
                self._shelves.show(folders, self._place)
            self._show()

    async def _refresh_all(self) -> None:
        await self.refresh()

    def _show(self) -> None:
        text, found = self.text, self._found
        rows = rows_html(found, text, own=self._own, selected=self._selected)
        empty = "no_games_found" if self._is_narrow() else "no_games"
        self._list.content = (
            rows if found.rows else f'<p class="of-soft of-list__empty">{text(empty)}</p>'
        )
        count = text("games_found", count=f"{found.count:,}")
        if self._selected:
            count = f"{count} · {text('selected', count=len(self._selected))}"
        set_text(self._count, count)
        set_shown(self._acts, bool(self._selected))
        set_shown(self._delete, not self._place.is_trash)
        set_shown(self._empty_trash, self._place.is_trash and bool(found.count))
        set_pressed(self._filter_button, self._filters.is_used)
        set_shown(self._pager, found.count > PAGE_ROWS)
        last = min(self._offset + PAGE_ROWS, found.count)
        shown = text(
            "rows_shown", first=f"{self._offset + 1:,}", last=f"{last:,}", count=f"{found.count:,}"
        )
        set_text(self._where, shown)
        for control, is_possible in (
            (self._first, self._offset > 0),
            (self._back, self._offset > 0),
            (self._on, last < found.count),
            (self._last, last < found.count),
        ):
            set_enabled(control, is_possible)

    def _is_narrow(self) -> bool:
        return bool(self._words.value) or self._filters.is_used or self._place != Place()

    def _changed(self) -> None:
        """Called when search text or filters change: search after the visitor stops typing."""
        self._offset = 0
        if self._typing is not None:
            self._typing.cancel()
        self._typing = ui.timer(TYPING_SECONDS, self._search, once=True)

    async def _search(self) -> None:
        await self.refresh(with_places=False)

    async def _go_to(self, place: Place) -> None:
        self._place = place
        self._offset = 0
        self._selected.clear()
        await self.refresh()

    def _last_offset(self) -> int:
        return max(self._found.count - 1, 0) // PAGE_ROWS * PAGE_ROWS

    async def _turn(self, offset: int) -> None:
        self._offset = min(max(offset, 0), self._last_offset())
        await self.refresh(with_places=False)
        ui.run_javascript("window.scrollTo({top: 0})")

    def _toggle_filters(self) -> None:
        set_shown(self._filters.element, "of-gone" in self._filters.element.classes)

    # Rows

    async def _acted(self, event: GenericEventArguments) -> None:
        act, game_id = _act_of(event.args)
        row = next((row for row in self._found.rows if row.id == game_id), None)
        if row is None:
            return
        if act == "select":
            self._select(row.id)
        elif row.id not in self._own:
            return
        elif act == "edit":
            self._edit.open(row)
        elif act == "delete":
            await self._put_into_trash([row.id])
        elif act == "restore":
            await self._do(lambda: self.library.restore([row.id]))

    def _select(self, game_id: int) -> None:
        if game_id in self._selected:
            self._selected.discard(game_id)
        elif len(self._selected) < MOST_SELECTED:
            self._selected.add(game_id)
        self._show()

    def _clear_selection(self) -> None:
        self._selected.clear()
        self._show()

    async def _delete_selected(self) -> None:
        await self._put_into_trash(sorted(self._selected))

    async def _put_into_trash(self, ids: list[int]) -> None:
        try:
            deleted = await self.library.delete(ids)
        except OutflankError as error:
            set_text(self._problem, str(error))
            return
        self._selected.difference_update(deleted)
        await self.refresh()
        if not deleted:
            self._toast.show(self.text("not_yours"))
            return

        async def undo() -> None:
            await self._do(lambda: self.library.restore(deleted))

        self._toast.show(self.text("deleted", count=len(deleted)), undo)

    async def _purge(self) -> None:
        await self._do(self.library.purge)

    async def _do(self, change: Callable[[], Awaitable[Any]]) -> None:
        """Await `change` and reload the list; if `change` raises, show the error instead."""
        try:
            await change()
        except OutflankError as error:
            set_text(self._problem, str(error))
            return
        await self.refresh()

    # Import, export, statistics

    def _open_export(self) -> None:
        self._export.open(len(self._selected) or self._found.count, limits().exported_games)

    async def _exported(self) -> Exported:
        owners = self.library.owners("all")
        if self._selected:
            return Exported(sorted(self._selected), owners)
        most = limits().exported_games
        ids = await self.library.ids(self._selection(), self._place.source, most)
        return Exported(ids, owners)

    async def _open_statistics(self) -> None:
        try:
            found = await self.library.statistics(
                self._selection(), self._place.source, self.text.code
            )
        except OutflankError as error:
            set_text(self._problem, str(error))
            return
        self._statistics.open(found)


def _act_of(value: object) -> tuple[str, int]:
    """Action and game id of a click in a row; ``("", 0)`` for an invalid value.

    `value` comes from the browser and may be anything.
    """
    if isinstance(value, dict) and isinstance(value.get("id"), int):
        return str(value.get("act"))[:20], value["id"]
    return "", 0
