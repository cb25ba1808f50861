"""One Chromium for all tests of the pages; without one they are skipped.

Playwright keeps an event loop running while it is open, so nothing else in this folder may use
asyncio, and it is closed when the folder is done.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.web.browser.board_page import BoardPage
from tests.web.serving import Serving

WAIT_MILLISECONDS = 90_000
"""How long a page may take on a machine with other work; what never comes fails after it."""

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def visitor(chromium: Browser, server: Serving) -> Iterator[BrowserContext]:
    """A visitor of the common server whose browser has its files already."""
    context = new_visitor(chromium, server.address)
    page = BoardPage(context.new_page())
    page.open("/")
    page.turn_discs_at_once()
    page.page.close()
    yield context
    context.close()


def new_visitor(chromium: Browser, address: str, locale: str = "en-US") -> BrowserContext:
    context = chromium.new_context(
        base_url=address,
        locale=locale,
        viewport={"width": 1280, "height": 800},
        reduced_motion="reduce",
        permissions=["clipboard-read", "clipboard-write"],
    )
    context.set_default_timeout(WAIT_MILLISECONDS)
    return context


@pytest.fixture
def board(visitor: BrowserContext) -> Iterator[BoardPage]:
    """The start page, with discs that turn at once; it must not have complained at the end."""
    page = BoardPage(visitor.new_page())
    page.open("/")
    yield page
    assert page.complaints == []
    page.page.close()


@pytest.fixture
def fresh_board(chromium: Browser, server: Serving) -> Iterator[BoardPage]:
    """The start page of a visitor who has never been here."""
    context = new_visitor(chromium, server.address)
    page = BoardPage(context.new_page())
    page.open("/")
    yield page
    assert page.complaints == []
    context.close()
