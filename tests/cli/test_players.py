from __future__ import annotations

import json

import pytest

from outflank.cli.main import run
from outflank.players import all_players, parse_spec


def test_every_player_and_option_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["players"]) == 0
    shown = capsys.readouterr().out
    for kind in all_players():
        assert kind.name in shown
        for option in kind.all_options:
            assert option.name in shown


def test_as_json_every_option_has_its_type(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["players", "--json"]) == 0
    players = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [player["name"] for player in players] == [kind.name for kind in all_players()]
    evaporation = next(player for player in players if player["name"] == "evaporation")
    assert evaporation["options"][0] == {
        "name": "until",
        "type": "int",
        "default": 16,
        "help": "discs on the board from which it takes many instead of few",
        "choices": [],
        "minimum": 0,
        "maximum": 64,
    }
    # What is listed can be written.
    for player in players:
        given = [
            f"{option['name']}={option['default']}"
            for option in player["options"]
            if option["type"] in ("int", "float") and option["default"] is not None
        ]
        if not player["takes_argument"]:
            parse_spec(f"{player['name']}:{','.join(given)}")
