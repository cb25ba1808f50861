from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from outflank.arena.plan import System, plan_of, read_plan
from outflank.arena.schedule import Schedule
from outflank.errors import OutflankError
from outflank.play.time_control import TimeControl
from outflank.players.registry import all_players

EXAMPLES = Path(__file__).parents[2] / "examples"
PLAYERS = {"one": "random", "two": "greedy", "three": "engine"}


def test_what_a_file_says_and_what_it_leaves_out(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(
        """
        pairs = 4
        seed = 9
        anchor = "two"
        move_seconds = 2
        [players]
        one = "random"
        two = "greedy:random=0.1"
        "no. 3" = "minimax:depth=2"
        """
    )
    plan = read_plan(file)
    assert plan.name == "cup"
    assert plan.system is System.ROUND_ROBIN
    assert [entrant.name for entrant in plan.entrants] == ["one", "two", "no. 3"]
    assert str(plan.entrants[1].spec) == "greedy:random=0.1"
    assert (plan.pairs, plan.seed, plan.anchor, plan.openings) == (4, 9, 1, "xot")
    assert plan.time_control == TimeControl(move_seconds=2.0)


def test_a_plan_survives_the_way_through_json() -> None:
    plan = plan_of(
        {
            "name": "x",
            "system": "gauntlet",
            "challengers": ["two"],
            "game_seconds": 3,
            "increment_seconds": 0.1,
            "players": PLAYERS,
        }
    )
    content = {key: value for key, value in plan.as_dict().items() if value is not None}
    assert plan_of(content) == plan


def test_players_without_a_limit_get_the_same_time() -> None:
    players = {
        "a": "engine",
        "b": "mtdf:eval=full",
        "c": "mtdf:depth=3",
        "d": "engine:level=3",
        "e": "random",
        "f": "mcts:time=0.5",
        "g": "engine:random=0.1",
        "h": "alphabeta",
    }
    plan = plan_of({"think_seconds": 0.02, "players": players})
    assert [str(entrant.spec) for entrant in plan.entrants] == [
        "engine:time=0.02",
        "mtdf:time=0.02,eval=full",
        "mtdf:depth=3",
        "engine:level=3",
        "random",
        "mcts:time=0.5",
        "engine:time=0.02,random=0.1",
        "alphabeta:depth=64,time=0.02",
    ]


def test_a_swiss_tournament_has_as_many_rounds_as_it_needs() -> None:
    players = {f"p{number}": "random" for number in range(9)}
    assert plan_of({"system": "swiss", "players": players}).rounds == 4
    assert plan_of({"system": "swiss", "rounds": 2, "players": players}).rounds == 2


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.toml")), ids=lambda file: file.name)
def test_the_examples_are_tournaments(file: Path) -> None:
    plan = read_plan(file)
    assert Schedule(plan).games >= 2
    assert plan.anchor is not None


def test_the_big_example_has_every_classic_at_equal_time_and_engine_levels() -> None:
    plan = read_plan(EXAMPLES / "classics.toml")
    specs = [entrant.spec for entrant in plan.entrants]
    external = {"human", "python", "gtp", "nboard", "network"}
    of_reports = {kind.name for kind in all_players() if kind.name.startswith("report")}
    others = external | of_reports | {"simple"}  # the reports' programs have examples/reports.toml
    assert {spec.name for spec in specs} >= {kind.name for kind in all_players()} - others
    assert sum(spec.values.get("level") is not None for spec in specs) == 3
    for spec in specs:
        if spec.kind.is_compiled and spec.values.get("level") is None:
            assert spec.values["time"] == 0.02
    assert Schedule(plan).games >= 2_000


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ({}, "[players] has 0 players"),
        ({"players": {"one": "random"}}, "[players] has 1 players"),
        ({"players": ["random", "greedy"]}, "is not a table"),
        ({"players": {"one": "random", "two": 2}}, "players.two = 2"),
        ({"players": {"one": "random", "two": "gredy"}}, "did you mean greedy?"),
        ({"players": {"one": "random", "two": "human"}}, "players.two = 'human'"),
        ({"players": PLAYERS, "pair": 2}, "no key 'pair'; did you mean pairs?"),
        ({"players": PLAYERS, "pairs": 0}, "pairs = 0"),
        ({"players": PLAYERS, "pairs": True}, "pairs = True"),
        ({"players": PLAYERS, "pairs": "many"}, "pairs = 'many'"),
        ({"players": PLAYERS, "seed": -1}, "seed = -1"),
        ({"players": PLAYERS, "name": 3}, "name = 3"),
        ({"players": PLAYERS, "system": "ladder"}, "system = 'ladder' is not one of round-robin"),
        ({"players": PLAYERS, "anchor": "nobody"}, "anchor: 'nobody'"),
        ({"players": PLAYERS, "move_seconds": 0}, "move_seconds = 0"),
        ({"players": PLAYERS, "think_seconds": "long"}, "think_seconds = 'long'"),
        ({"players": PLAYERS, "game_seconds": float("inf")}, "game_seconds = inf"),
        ({"players": PLAYERS, "system": "gauntlet"}, "a gauntlet needs challengers"),
        ({"players": PLAYERS, "challengers": ["one"]}, "a gauntlet needs challengers"),
        ({"players": PLAYERS, "system": "gauntlet", "challengers": "one"}, "is not a list"),
        ({"players": PLAYERS, "system": "gauntlet", "challengers": ["on"]}, "did you mean one?"),
        (
            {"players": PLAYERS, "system": "gauntlet", "challengers": ["one", "one"]},
            "different players",
        ),
        (
            {"players": PLAYERS, "system": "gauntlet", "challengers": list(PLAYERS)},
            "not all players",
        ),
        ({"players": PLAYERS, "rounds": 3}, "rounds = 3 is for system = 'swiss'"),
    ],
)
def test_what_is_no_tournament_is_refused(content: dict[str, Any], part: str) -> None:
    with pytest.raises(OutflankError) as caught:
        plan_of(content)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "part"), [(b"pairs = ", "is not TOML"), (b"\xff", "is not TOML"), (None, "read")]
)
def test_files_that_cannot_be_read(text: bytes | None, part: str, tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    if text is not None:
        file.write_bytes(text)
    with pytest.raises(OutflankError) as caught:
        read_plan(file)
    assert str(file) in str(caught.value)
    assert part in str(caught.value)
