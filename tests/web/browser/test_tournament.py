"""The live table of a tournament that another process plays, in a real browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.web.browser.board_page import BoardPage
from tests.web.serving import Serving

GAMES = 6000
"""Far more than are played before the process is ended."""
PLAN = f"""
name = "Cup & <b>"
pairs = {GAMES // 6}
[players]
chance = "random"
eager = "greedy"
table = "roxanne"
"""
SIZES = [(390, 844), (1280, 800)]

COUNTS = r"""least => {
    const table = document.querySelector(".of-tournament tbody");
    const state = document.querySelector(".of-tournament .of-match__status");
    const found = state && state.innerText.match(/^([\d,]+) of 6,000 games/);
    if (!table || !found) return null;
    const games = Number(found[1].replace(",", ""));
    let halves = 0;
    for (const row of table.querySelectorAll("tr")) {
        const cells = [...row.querySelectorAll("td")].map((cell) => Number(cell.innerText));
        halves += cells[5] + cells[6] + cells[7];
    }
    return games >= least ? [games, halves] : null;
}"""
"""The games that are counted above the table, and those of its rows, where each is in two."""


@contextmanager
def playing(folder: Path, data: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`outflank tournament` in a process that is killed in the end."""
    folder.mkdir()
    (folder / "plan.toml").write_text(PLAN)
    command = [sys.executable, "-m", "outflank", "tournament", str(folder / "plan.toml")]
    process = subprocess.Popen(
        [*command, "--out", str(folder / "cup"), "--workers", "1"],
        env=os.environ | {"OUTFLANK_DATA_DIR": str(data)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for_games(board: BoardPage, least: int) -> int:
    """Wait until the table has `least` games; return how many it has."""
    handle = board.page.wait_for_function(COUNTS, arg=least)
    games, halves = handle.json_value()
    assert halves == 2 * games
    return int(games)


def test_the_table_grows_while_another_process_plays(
    board: BoardPage, server: Serving, tmp_path: Path
) -> None:
    page = board.page
    page.goto("/lab/match")
    board.menu("Tournaments")
    page.wait_for_url("**/tournaments")
    with playing(tmp_path / "played here", server.data):
        page.get_by_role("link", name="Open: Cup & <b>").click()
        page.wait_for_url(re.compile("/tournaments/[0-9a-f]+$"))
        page.evaluate("window.isTheSame = true")
        games = wait_for_games(board, 1)
        wait_for_games(board, games + 1)
    journal = tmp_path / "played here" / "cup" / "journal.jsonl"
    assert wait_for_games(board, journal.read_bytes().count(b"\n") - 1) < GAMES
    assert page.get_by_role("heading", name="Cup & <b>").is_visible()
    assert page.locator(".of-chart canvas").is_visible()
    assert page.locator(".of-tournament tbody").last.locator("tr").count() == 3
    for width, height in SIZES:
        board.fit_into(width, height)
    assert "played here" not in page.content()
    # What is no longer a journal is said in one line, where the table was.
    with journal.open("a") as file:
        file.write("nonsense\n")
    page.get_by_text("gone or damaged").wait_for()
    page.locator(".of-tournament table").first.wait_for(state="hidden")
    assert page.evaluate("window.isTheSame")


def test_an_address_that_nothing_is_at_says_so(board: BoardPage) -> None:
    board.page.goto("/tournaments/nonsense")
    board.page.get_by_text("There is no tournament at this address.").wait_for()
