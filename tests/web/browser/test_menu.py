"""Every entry of the menu, as a row of buttons and behind the one button of a phone."""

from __future__ import annotations

import pytest

from tests.web.browser.board_page import BoardPage

DIALOGS = ("New game", "Load", "Save and share", "Settings", "Quit")
PAGES = {"Library": "**/library", "Editor": "**/editor*"}
SIZES = {"desk": (1280, 800), "phone": (390, 844)}


def choose(board: BoardPage, size: str, caption: str) -> None:
    if size == "desk":
        board.menu(caption)
        return
    board.page.get_by_role("button", name="Menu").click()
    board.page.get_by_role("menuitem", name=caption).click()
    board.page.locator(".q-menu").wait_for(state="hidden")


@pytest.mark.parametrize("size", SIZES)
def test_every_entry_opens_what_it_says(board: BoardPage, size: str) -> None:
    width, height = SIZES[size]
    board.page.set_viewport_size({"width": width, "height": height})
    for caption in DIALOGS:
        choose(board, size, caption)
        heading = board.dialog().get_by_role("heading", name=caption)
        heading.wait_for()
        box = board.dialog().bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["height"] <= height
        board.page.keyboard.press("Escape")
        heading.wait_for(state="hidden")
    for caption, address in PAGES.items():
        choose(board, size, caption)
        board.page.wait_for_url(address)
        board.page.get_by_role("heading", name=caption).wait_for(state="attached")
        board.open("/")
