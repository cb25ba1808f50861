"""How soon a click is answered while the engine analyses on all threads.

The time is printed and not judged: machines that run tests are busy. To see it:
pytest -n 0 -m slow -s tests/web/browser/test_answering.py
"""

from __future__ import annotations

import statistics

import pytest

from tests.web.browser.board_page import BoardPage

CLICKS = 12

# From the click to the first frame in which the square has its disc.
MEASURE = """name => new Promise((resolve) => {
  const square = document.querySelector(`[data-square=${name}]`);
  const started = performance.now();
  const look = () => square.getAttribute("aria-label").includes("empty")
    ? requestAnimationFrame(look) : resolve(performance.now() - started);
  square.click();
  requestAnimationFrame(look);
})"""


@pytest.mark.slow
def test_a_click_is_answered_while_the_engine_analyses(board: BoardPage) -> None:
    board.open("/?game=f5d6c3d3c4")
    board.press("Analyse")
    times = []
    for number in range(CLICKS):
        board.page.wait_for_selector(".of-analysis .of-line")
        board.page.wait_for_timeout(500)
        times.append(float(board.page.evaluate(MEASURE, board.legal()[0])))
        board.wait_for_moves(6 + number)
    times.sort()
    print(f"\nclick to disc: median {statistics.median(times):.0f} ms, most {times[-1]:.0f} ms")
    board.check()
