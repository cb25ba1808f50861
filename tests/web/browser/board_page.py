"""A game's page as a person uses it: what is seen, and what is pressed."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

from outflank import BLACK, WHITE, Colour, Game
from outflank.rules.squares import mask_of

_LABEL_MARKS = {"Black": "X", "White": "O", "empty": "."}


class BoardPage:
    """One tab; `complaints` has what its console said in red."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)

    def _heard(self, message: object) -> None:
        if getattr(message, "type", "") == "error":
            self.complaints.append(str(getattr(message, "text", "")))

    def open(self, path: str) -> None:
        self.page.goto(path)
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_function("window.did_handshake === true")
        self.page.wait_for_selector(".of-board")

    # What is seen

    def label(self, name: str) -> str:
        return self.page.locator(f"[data-square={name}]").get_attribute("aria-label") or ""

    def masks(self) -> tuple[int, int]:
        """Black's and White's discs, by what a screen reader hears."""
        labels: list[str] = self.page.locator(".of-cell").evaluate_all(
            """cells => cells.map(cell => cell.getAttribute('aria-label')).sort(
                (one, other) => one[1].localeCompare(other[1]) || one[0].localeCompare(other[0]))"""
        )
        marks = [_LABEL_MARKS[label.split(", ")[1]] for label in labels]
        black = mask_of(square for square in range(64) if marks[square] == "X")
        return black, mask_of(square for square in range(64) if marks[square] == "O")

    def drawn(self) -> tuple[int, int]:
        """How many black and white discs the picture has."""
        black = self.page.locator(".of-board__picture .of-disc--X").count()
        return black, self.page.locator(".of-board__picture .of-disc--O").count()

    def counts(self) -> tuple[int, int]:
        """What the two sides' counters say."""
        texts = self.page.locator(".of-side__discs").all_inner_texts()
        return int(texts[0]), int(texts[1])

    def moves(self) -> list[str]:
        """The main line in the list of moves."""
        return self.page.locator(".of-moves__list > .of-move b").all_inner_texts()

    def current(self) -> str:
        here = self.page.locator(".of-move--current")
        return here.inner_text() if here.count() else ""

    def legal(self) -> list[str]:
        squares: list[str] = self.page.locator(".of-cell--legal").evaluate_all(
            "cells => cells.map(cell => cell.dataset.square)"
        )
        return squares

    @property
    def status(self) -> str:
        return self.page.locator(".of-status:not(.of-gone) .of-status__text").last.inner_text()

    def is_over(self) -> bool:
        return self.button("Play again").is_visible()

    def check(self) -> Game:
        """The game in the list, which must be what the board, the picture and the counts show."""
        game = Game.from_moves(self.moves())
        masks = game.current.black, game.current.white
        assert self.masks() == masks
        assert self.counts() == (masks[0].bit_count(), masks[1].bit_count())
        assert self.drawn() == self.counts()
        return game

    # What is pressed

    def button(self, caption: str) -> Locator:
        return self.page.get_by_role("button", name=caption, exact=True)

    def press(self, caption: str) -> None:
        self.button(caption).click()

    def menu(self, caption: str) -> None:
        self.page.locator("header nav").get_by_text(caption, exact=True).click()

    def dialog(self) -> Locator:
        return self.page.locator(".of-dialog:visible")

    def choose(self, caption: str, value: str) -> None:
        """Choose from the list with this caption in the open dialog."""
        self.dialog().get_by_label(caption, exact=True).select_option(value)

    def play(self, name: str) -> None:
        self.page.locator(f"[data-square={name}]").click()

    def fit_into(self, width: int, height: int) -> None:
        """Give the window this size, and wait until nothing sticks out to the right of it.

        Charts follow a new size a moment later than the page.
        """
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function(
            "width => innerWidth === width && document.documentElement.scrollWidth <= width",
            arg=width,
        )

    def wait_for_moves(self, count: int) -> None:
        """Wait until the main line has `count` moves."""
        self.page.wait_for_function(
            "count => document.querySelectorAll('.of-moves__list > .of-move').length === count",
            arg=count,
        )

    def wait_for_turn(self, after: int) -> None:
        """Until more than `after` moves are made and it is a person's turn again, or all over."""
        self.page.wait_for_function(
            """after => document.querySelectorAll(".of-moves__list > .of-move").length > after &&
            (document.querySelector(".of-cell--legal") ||
             [...document.querySelectorAll("button")].some(
                (button) => button.innerText.includes("Play again") && button.offsetParent))""",
            arg=after,
        )

    def wait_for_status(self, pattern: str) -> None:
        self.page.wait_for_function(
            """pattern => [...document.querySelectorAll(".of-status__text")].some(
                (text) => text.offsetParent && new RegExp(pattern).test(text.innerText))""",
            arg=pattern,
        )

    def turn_discs_at_once(self) -> None:
        self.menu("Settings")
        self.choose("Disc animation", "off")
        self.dialog().get_by_text("Done").click()
        self.dialog().wait_for(state="hidden")

    def start(self, black: str, white: str) -> None:
        """A new game between players of these specs, which must be levels or human."""
        self.menu("New game")
        self.choose("Black", black)
        self.choose("White", white)
        self.dialog().get_by_text("Start", exact=True).click()
        self.dialog().wait_for(state="hidden")
        self.wait_for_moves(0)


def discs_of(status: str) -> dict[Colour, int]:
    """The counts in a sentence such as ``Black wins, 40 to 24``."""
    found = re.search(r"(\d+) to (\d+)", status)
    assert found is not None
    return {BLACK: int(found[1]), WHITE: int(found[2])}


def squares_on_the_way(start: str, end: str) -> list[str]:
    """The arrow keys that lead from one square to another."""
    columns = ord(end[0]) - ord(start[0])
    rows = int(end[1]) - int(start[1])
    return ["ArrowRight" if columns > 0 else "ArrowLeft"] * abs(columns) + [
        "ArrowDown" if rows > 0 else "ArrowUp"
    ] * abs(rows)
