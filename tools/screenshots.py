"""Take the screenshots of the pages under Start: real pages in headless Chromium, small PNG files.

python tools/screenshots.py

Starts a server with an empty data folder, so the pictures show a first visit. Needs Chromium, and
Playwright from the extra ``test``; files above 150 KB are an error.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from os import environ
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

IMAGES = Path(__file__).parents[1] / "docs" / "images"
GAME = Path(__file__).parents[1] / "docs" / "samples" / "games.txt"
MOST_BYTES = 150_000
WAIT_MILLISECONDS = 120_000

MISTAKE = 4
"""The mistake of the reviewed game to show."""


def main() -> None:
    """Take all pictures."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(
            base_url=address,
            locale="en-US",
            reduced_motion="reduce",
            viewport={"width": 1280, "height": 800},
        )
        page.set_default_timeout(WAIT_MILLISECONDS)
        take_board(page)
        take_new_game(page)
        take_analysis(page)
        take_review(page)
        browser.close()


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with an empty data folder, which ends with the block."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "outflank", "serve", "--no-browser", "--port", "0"],
            env=environ | {"OUTFLANK_DATA_DIR": folder},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            server.terminate()
            server.wait()


def take_board(page: Page) -> None:
    """The first page, ready to play."""
    open_page(page, "/")
    keep(page, "start-board")


def take_new_game(page: Page) -> None:
    """The dialog of a new game."""
    page.locator("header nav").get_by_text("New game", exact=True).click()
    page.wait_for_timeout(1500)
    keep(page, "start-new-game")


def take_analysis(page: Page) -> None:
    """Scores on every legal square."""
    open_page(page, "/?game=f5d6c3d3c4f4f6")
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.wait_for_timeout(6000)
    keep(page, "start-analysis")


def take_review(page: Page) -> None:
    """A reviewed game at one of its mistakes."""
    moves = GAME.read_text().splitlines()[0].strip()
    open_page(page, f"/?game={moves}")
    page.get_by_role("button", name="Review", exact=True).click()
    page.locator(".of-dialog:visible").get_by_role("button", name="Quick").click()
    page.wait_for_selector(".of-progress")
    page.wait_for_selector(".of-progress", state="detached")
    page.keyboard.press("Home")
    for _ in range(MISTAKE):
        page.wait_for_timeout(700)
        page.keyboard.press("n")
    page.wait_for_timeout(2000)
    keep(page, "start-review")


def open_page(page: Page, path: str) -> None:
    """Open a page and wait until its board is there."""
    page.goto(path)
    page.wait_for_function("window.did_handshake === true")
    page.wait_for_selector(".of-board")
    page.wait_for_timeout(1000)


def keep(page: Page, name: str) -> None:
    """Write a screenshot as a PNG with few colours."""
    from io import BytesIO

    from PIL import Image

    picture = Image.open(BytesIO(page.screenshot()))
    file = IMAGES / f"{name}.png"
    small = picture.convert("RGB").resize((960, 600), Image.Resampling.LANCZOS)
    small.quantize(96).save(file, optimize=True)
    size = file.stat().st_size
    print(f"{file.name}: {size:,} bytes")
    if size > MOST_BYTES:
        sys.exit(f"{file.name} has more than {MOST_BYTES:,} bytes")


if __name__ == "__main__":
    main()
