"""The JSON interface and ``--json`` on the command line give the same dictionaries."""

from __future__ import annotations

import json
from typing import Any

import pytest

from outflank.cli.main import run
from outflank.engine.engine import Engine
from outflank.engine.merits import with_merits
from outflank.engine.reviewing import review
from outflank.engine.solver import Solver
from outflank.formats.given import position_of
from outflank.search.limit import Limit
from tests.web.serving import Serving
from tests.web.test_api import GAME, OVER, PASSING

LATE_PASS = "--X-OOO-X-XXXXXXXOOXOXXOXOXOOOXOXOOOOXOOXOOOOOOOOOOOOOOXOOOOOOO- X"
ENDGAME = "-OXXX-X--XOXXXXXO-OXXOXXOOOOOXXXOOOOXOXX-OXXXXXX--XXX-X--XXXXX-- O"


def without_effort(value: Any) -> Any:
    """The same without nodes and seconds, which depend on threads, tables and the machine."""
    if isinstance(value, dict):
        return {
            name: without_effort(part)
            for name, part in value.items()
            if name not in ("nodes", "seconds")
        }
    return [without_effort(part) for part in value] if isinstance(value, list) else value


def without_lines(value: dict[str, Any]) -> dict[str, Any]:
    """The same without moves after the best one: how far they are known depends on the tables."""
    lines = [(line["move"], line["score"]) for line in value["lines"]]
    return {**without_effort(value), "pv": None, "lines": lines}


def without_moves(value: dict[str, Any]) -> dict[str, Any]:
    """The same without moves, which are any of several equal ones in a position won by all."""
    return without_lines(value) | {
        "best": None,
        "lines": [line["score"] for line in value["lines"]],
    }


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run([*arguments, "--json", "--threads", "1"]) == 0
    return json.loads(capsys.readouterr().out.splitlines()[0])


def fields_of(value: Any) -> Any:
    """The names in a dictionary, at every depth and in their order."""
    if isinstance(value, dict):
        return [(name, fields_of(part)) for name, part in value.items()]
    return [fields_of(part) for part in value[:1]] if isinstance(value, list) else None


@pytest.mark.parametrize("position", [GAME, ENDGAME, OVER, PASSING, "start"])
@pytest.mark.parametrize("lines", [1, 3])
def test_best(
    position: str, lines: int, server: Serving, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = {"position": position, "depth": 4, "lines": lines}
    status, answer = server.post("/api/best", wanted)
    assert status == 200
    said = printed(capsys, "best", position, "--depth", "4", "--lines", str(lines))
    # The four moves of the start are images of each other, so a table may favour any of them.
    compared = without_moves if position in (PASSING, "start") else without_lines
    assert compared(said) == compared(answer)
    assert list(said) == list(answer)


@pytest.mark.parametrize("position", [ENDGAME, OVER, LATE_PASS])
@pytest.mark.parametrize("options", [[], ["wld"], ["all_moves"], ["wld", "all_moves"]])
def test_solve(
    position: str, options: list[str], server: Serving, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = {"position": position, "seconds": 30} | dict.fromkeys(options, True)
    status, answer = server.post("/api/solve", wanted)
    assert status == 200
    switches = (f"--{name.replace('_', '-')}" for name in options)
    said = printed(capsys, "solve", position, "--time", "30", *switches)
    ours, theirs = without_effort(said), without_effort(answer)
    for answer_dict in (ours, theirs):
        # Several best lines may be equally good, and bounds that settle who wins may differ.
        for name in ("pv", "best", "lower", "upper", "score", "exact"):
            if name in ("pv", "best") or "wld" in options:
                del answer_dict[name]
    assert ours == theirs
    assert fields_of(said) == fields_of(answer)


def test_analyze(server: Serving, capsys: pytest.CaptureFixture[str]) -> None:
    status, answer = server.post("/api/analyze", {"game": GAME, "review": "quick"})
    assert status == 200
    said = printed(capsys, "analyze", GAME, "--review", "quick")
    assert said == answer


def test_the_library_gives_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    engine = Engine()
    said = printed(capsys, "best", GAME, "--depth", "4")
    found = with_merits(engine.search(GAME, Limit(depth=4)), position_of(GAME)).as_dict()
    assert without_effort(found).items() <= without_effort(said).items()
    said = printed(capsys, "solve", ENDGAME)
    solution = Solver().solve(ENDGAME).as_dict()
    assert without_effort(solution).items() <= without_effort(said).items()
    said = printed(capsys, "analyze", GAME, "--review", "quick")
    assert review(GAME, "quick").as_dict() == said
