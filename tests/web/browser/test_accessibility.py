"""What axe-core says of every page and every dialog: no fault that shuts people out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.board_page import BoardPage
from tests.web.serving import Serving
from tests.web.tournaments import noted_cup

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright",
    reason="no axe-core here: pip install axe-playwright-python",
)

GRAVE = ("serious", "critical")
MOVES = "f5d6c3d3c4"
PATHS = ["/", "/editor", "/library", "/lab", "/lab/match", "/lab/tuning", "/tournaments", "/api"]


def faults(board: BoardPage) -> list[str]:
    """The grave faults of what is shown, each with the elements that have it."""
    response: dict[str, Any] = axe.Axe().run(board.page).response
    return [
        f"{fault['id']}: {fault['help']}: {[node['html'][:160] for node in fault['nodes'][:4]]}"
        for fault in response["violations"]
        if fault["impact"] in GRAVE
    ]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("is_dark", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_pages_have_no_grave_fault(board: BoardPage, path: str, is_dark: bool) -> None:
    board.page.emulate_media(color_scheme="dark" if is_dark else "light")
    board.page.goto(path)
    if path != "/api":
        board.page.wait_for_function("window.did_handshake === true")
    assert faults(board) == []


@pytest.mark.slow
@pytest.mark.parametrize("caption", ["New game", "Load", "Save and share", "Settings", "Quit"])
def test_dialogs_have_no_grave_fault(board: BoardPage, caption: str) -> None:
    board.open(f"/?game={MOVES}")
    board.menu(caption)
    board.dialog().wait_for()
    board.page.wait_for_timeout(400)  # a dialog that still fades in has no contrast
    assert faults(board) == []


def test_a_game_under_analysis_has_no_grave_fault(board: BoardPage) -> None:
    board.open(f"/?game={MOVES}")
    board.press("Analyse")
    board.page.wait_for_selector(".of-analysis .of-line")
    assert faults(board) == []


def test_the_menu_of_a_phone_has_no_grave_fault(board: BoardPage) -> None:
    board.page.set_viewport_size({"width": 390, "height": 844})
    board.press("Menu")
    board.page.get_by_role("menuitem").first.wait_for()
    board.page.wait_for_timeout(400)
    assert faults(board) == []


def test_results_of_the_lab_have_no_grave_fault(board: BoardPage) -> None:
    board.open("/lab")
    board.page.get_by_label("How much").fill("2")
    board.press("Compare")
    board.page.wait_for_selector("text=best move")
    assert faults(board) == []


def test_the_table_of_a_tournament_has_no_grave_fault(
    board: BoardPage, server: Serving, tmp_path: Path
) -> None:
    noted = noted_cup(tmp_path / "cup", server.data)
    board.page.set_viewport_size({"width": 390, "height": 844})
    board.page.goto(f"/tournaments/{noted.id}")
    board.page.locator(".of-tournament canvas").wait_for()
    assert faults(board) == []


def test_a_grave_fault_would_be_found(board: BoardPage) -> None:
    board.page.set_content("<html lang=en><title>x</title><main><button></button></main>")
    assert any(fault.startswith("button-name") for fault in faults(board))
