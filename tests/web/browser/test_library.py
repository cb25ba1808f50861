"""The library in a real browser: import, search, open, explore, delete and undo."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from outflank.formats import read_file
from outflank.library import find_openings
from outflank.rules.game import Game
from outflank.rules.symmetry import SYMMETRIES
from outflank.web.languages import LANGUAGES, LOCALES
from tests.library.games import write_bases
from tests.web.browser.board_page import BoardPage
from tests.web.browser.conftest import new_visitor
from tests.web.serving import Serving

SIZES = {"desk": (1280, 800), "phone": (390, 844)}
GAMES = 40


class LibraryView:
    """The library's page as a person uses it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = BoardPage(page)

    def open(self) -> None:
        self.page.goto("/library")
        self.page.wait_for_function("window.did_handshake === true")

    @property
    def rows(self) -> list[str]:
        return self.page.locator(".of-item").all_inner_texts()

    def wait_for_count(self, count: int) -> None:
        expect(self.page.locator(".of-found__count")).to_have_text(
            re.compile(rf"^Games: {count}( ·.*)?$")
        )

    def search(self, words: str) -> None:
        self.page.get_by_role("searchbox").fill(words)

    def load(self, files: list[Path]) -> None:
        self.page.get_by_role("button", name="Import", exact=True).click()
        self.page.locator(".of-dialog:visible input[type=file]").set_input_files(files)


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bases")
    write_bases(folder, 5, files=1, games=GAMES)
    return folder


@pytest.fixture(scope="module")
def reader(chromium: Browser, server: Serving, bases: Path) -> Iterator[BrowserContext]:
    """A visitor who has imported a WTHOR base with its name files."""
    context = new_visitor(chromium, server.address)
    view = LibraryView(context.new_page())
    view.open()
    view.page.get_by_text("No games yet.").wait_for()
    view.load(sorted(bases.iterdir()))
    # A niced process imports; beside other work it may take a while.
    view.page.get_by_text(f"{GAMES} games imported").wait_for(timeout=90_000)
    view.page.keyboard.press("Escape")
    view.wait_for_count(GAMES)
    assert view.board.complaints == []
    view.page.close()
    yield context
    context.close()


@pytest.fixture
def view(reader: BrowserContext) -> Iterator[LibraryView]:
    view = LibraryView(reader.new_page())
    view.open()
    yield view
    assert view.board.complaints == []
    view.page.close()


def test_a_player_is_found_and_a_game_opened(view: LibraryView, bases: Path) -> None:
    games = read_file(bases / "WTH_1990.wtb").games
    wanted = [game for game in games if "Logistello" in game.tags.values()]
    view.wait_for_count(GAMES)
    view.search("logis")
    view.wait_for_count(len(wanted))
    assert all("Logistello" in row for row in view.rows)
    assert view.page.locator(".of-item .of-small").count() == len(view.rows)
    view.page.locator(".of-item__open").first.click()
    view.board.ready()
    sides = view.page.locator(".of-side__name").all_inner_texts()
    assert "Logistello" in sides
    view.page.keyboard.press("End")
    last = view.page.locator(".of-moves__list > .of-move").last
    expect(last).to_have_class(re.compile("of-move--current"))
    view.board.check()
    # Moves tried in it are variations: the game stays as it was.
    moves = view.board.moves()
    view.page.keyboard.press("Home")
    view.board.play("f5" if moves[0] != "f5" else "d3")
    view.page.get_by_role("button", name="Back to the game").click()
    assert view.board.moves() == moves


def test_filters_and_pages(view: LibraryView, bases: Path) -> None:
    games = read_file(bases / "WTH_1990.wtb").games
    view.wait_for_count(GAMES)
    assert len(view.rows) == 30
    view.page.get_by_role("button", name="Next page").click()
    view.page.get_by_text(f"31–{GAMES} of {GAMES}").wait_for()
    assert len(view.rows) == GAMES - 30
    view.page.get_by_role("button", name="Filters").click()
    view.page.get_by_label("Result", exact=True).select_option("black")
    won = [game for game in games if game.result and game.result.score > 0]
    view.wait_for_count(len(won))
    view.page.get_by_label("Player", exact=True).fill("feldborg")
    view.wait_for_count(sum("Feldborg Karsten" in game.tags.values() for game in won))
    view.page.get_by_role("button", name="Clear", exact=True).click()
    view.wait_for_count(GAMES)


def test_games_are_found_by_a_position(view: LibraryView, bases: Path) -> None:
    games = read_file(bases / "WTH_1990.wtb").games
    moves = games[0].moves()[:3]
    position = Game.from_moves(moves).position
    reached = [game.main_line()[2].position for game in games]
    images = {position.transformed(symmetry) for symmetry in SYMMETRIES}
    view.wait_for_count(GAMES)
    view.page.get_by_role("button", name="Filters").click()
    view.page.get_by_label("Position or moves").fill("".join(map(str, moves)))
    view.wait_for_count(sum(one in images for one in reached))
    view.page.get_by_label("Orientation", exact=True).select_option("same")
    view.wait_for_count(reached.count(position))
    view.page.get_by_label("Position or moves").fill("a1")
    view.page.get_by_text("a1 is not legal here").wait_for()
    view.page.get_by_role("button", name="Clear", exact=True).click()
    view.wait_for_count(GAMES)


@pytest.mark.parametrize("size", SIZES)
def test_a_deletion_can_be_undone(view: LibraryView, size: str) -> None:
    width, height = SIZES[size]
    view.page.set_viewport_size({"width": width, "height": height})
    view.wait_for_count(GAMES)
    view.page.locator(".of-item").nth(1).get_by_role("button", name="Delete").click()
    view.wait_for_count(GAMES - 1)
    toast = view.page.locator(".of-toast")
    expect(toast).to_contain_text("Games moved to the trash: 1")
    box = toast.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    toast.get_by_role("button", name="Undo").click()
    view.wait_for_count(GAMES)
    assert view.page.evaluate("document.documentElement.scrollWidth") <= width


def test_notes_tags_and_folders(view: LibraryView) -> None:
    view.wait_for_count(GAMES)
    view.page.locator(".of-item").first.get_by_role("button", name="Notes").click()
    dialog = view.board.dialog()
    dialog.get_by_label("Tags").fill("study, endgame")
    dialog.get_by_label("Folder, such as").fill("Club/Spring")
    dialog.get_by_label("Notes", exact=True).fill("a quiet move at 30")
    dialog.get_by_role("button", name="Save", exact=True).click()
    view.page.locator(".of-shelf", has_text="Club/Spring").click()
    view.wait_for_count(1)
    assert "study" in view.rows[0]
    assert "a quiet move" in view.rows[0]


def test_a_selection_is_exported(view: LibraryView, tmp_path: Path) -> None:
    view.wait_for_count(GAMES)
    for number in (0, 2):
        view.page.locator(".of-item input").nth(number).click()
    expect(view.page.locator(".of-found__count")).to_contain_text("selected: 2")
    view.page.get_by_role("button", name="Export", exact=True).click()
    view.board.choose("Format", "ggf")
    with view.page.expect_download() as waiting:
        view.board.dialog().get_by_role("button", name="Download").click()
    file = tmp_path / "games.ggf"
    waiting.value.save_as(file)
    assert len(read_file(file).games) == 2


def test_the_explorer_follows_the_game(view: LibraryView, bases: Path) -> None:
    games = read_file(bases / "WTH_1990.wtb").games
    board = view.board
    board.open("/?game=f5")
    board.press("Explore")
    explorer = view.page.get_by_role("region", name="Explorer")
    row = explorer.locator("[data-move]").first
    row.wait_for()
    assert explorer.inner_text().startswith(f"Explorer · Games: {len(games)}")
    titles = explorer.locator(".of-explored--head [title]").evaluate_all(
        "heads => heads.map(head => [head.innerText, head.title])"
    )
    assert titles == [["Mean", "Score for Black"], ["Engine", "Score for Black"]]
    name = row.get_attribute("data-move") or ""
    row.click()
    board.wait_for_moves(2)
    assert board.moves() == ["f5", name]
    expect(explorer.locator(".of-explorer__title")).not_to_have_text(
        f"Explorer · Games: {len(games)}"
    )
    board.press("Explore")
    expect(explorer).to_be_hidden()


@pytest.mark.parametrize("code", LANGUAGES)
def test_openings_have_names_in_every_language(
    chromium: Browser, server: Serving, code: str
) -> None:
    (tiger,) = [opening for opening in find_openings("Tiger") if opening.name() == "Tiger"]
    context = new_visitor(chromium, server.address, LOCALES[code])
    board = BoardPage(context.new_page())
    board.open(f"/?game={tiger.moves}")
    expect(board.page.locator(".of-opening")).to_have_text(tiger.name(code))
    board.page.keyboard.press("Home")
    expect(board.page.locator(".of-opening")).to_be_empty()
    context.close()
