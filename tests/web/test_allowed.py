"""Which players a visitor may have."""

from __future__ import annotations

import pytest

from outflank.errors import OutflankError
from outflank.players.registry import all_players
from outflank.players.spec import parse_spec
from outflank.web.allowed import LONGEST_SPEC, web_kinds, web_player


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "engine:level=12",
        "engine:time=0.5,threads=1",
        "engine:human=beginner,seed=1",
        "engine:eval=corners,depth=6",
        "mcts:time=1,rollout=random",
        "alphabeta:depth=6,weights=off",  # a switch, and no file
        "plain:time=2",
        "engine:level=4,book=on,book_variety=2.0",
        "greedy:book=off",
        "minimax:depth=3,random=0.1,random_first=4,seed=3",
    ],
)
def test_players_that_think_here_are_allowed(text: str) -> None:
    assert web_player(text) == parse_spec(text)
    assert web_player(web_player(text)) == web_player(text)


@pytest.mark.parametrize(
    "text",
    [
        "python:/etc/passwd:x",
        "python:player.py:Player",
        "gtp:touch /tmp/outflank-was-here",
        "nboard:sh -c true",
        "human",
        "engine:weights=/etc/passwd",
        "engine:book=/etc/passwd",
        "random:book=book.bin",
        "engine:eval_file=/etc/passwd.py:x",
        "network:weights=../../secret",
        "engine:table_mb=60000",
        "engine:ponder=on",
        "engine:threads=64",
        "mcts:time=3600",
        "plain:time=20",
        "pvs:nodes=999999999999",
        "unheard-of",
        "engine:level=99",
        "random:" + "x" * LONGEST_SPEC,
        "",
    ],
)
def test_others_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(OutflankError) as refusal:
        web_player(text)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 400


def test_every_kind_is_either_offered_or_runs_what_it_is_told() -> None:
    refused = set(all_players()) - set(web_kinds())
    assert {kind.name for kind in refused} == {"human", "python", "gtp", "nboard"}
