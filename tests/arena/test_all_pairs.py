"""A thousand games between all pairs of players, without an error."""

from __future__ import annotations

from itertools import combinations

import pytest

from outflank.arena import play_match
from outflank.players import all_players
from outflank.rules.game import Reason

QUICK = {
    "minimax": "depth=2",
    "alphabeta": "depth=3",
    "pvs": "nodes=2000",
    "mtdf": "nodes=2000",
    "engine": "nodes=2000,table_mb=1",
    "network": "nodes=2000",
    "neat": "depth=2",
    "plain": "depth=1",
    "simple": "depth=2",
    "report000": "depth=3",
    "report001": "nodes=2000",
    "report002": "depth=2",
    "report002neat": "depth=2",
    "report003": "nodes=200",
    "report004": "nodes=2000",
}
SPECS = [
    f"{kind.name}:{options}" if (options := QUICK.get(kind.name)) else kind.name
    for kind in all_players()
    if not kind.is_interactive and not kind.takes_argument and kind.name != "mcts"
] + ["mcts:nodes=200"]
GAMES_A_PAIR = 4


@pytest.mark.slow
def test_a_thousand_games_without_a_forfeit() -> None:
    pairs = list(combinations(SPECS, 2))
    assert len(pairs) * GAMES_A_PAIR >= 1000
    played = 0
    for number, (first, second) in enumerate(pairs):
        result = play_match(first, second, games=GAMES_A_PAIR, seed=number)
        for game in result.games:
            assert game.result.reason is Reason.COUNTED, (first, second, game)
        played += len(result.games)
    assert played == len(pairs) * GAMES_A_PAIR
