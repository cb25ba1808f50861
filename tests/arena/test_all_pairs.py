"""A thousand games between all pairs of players, without an error."""

from __future__ import annotations

from functools import cache

import pytest

from outflank.arena import play_game
from outflank.arena.openings import load_openings
from outflank.players import Player, all_players, make_player
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


@cache
def player_of(spec: str) -> Player:
    """One player for all its games: a process for every pair would load all kernels anew."""
    return make_player(spec, seed=1)


def test_all_pairs_make_a_thousand_games() -> None:
    assert len(SPECS) * (len(SPECS) - 1) // 2 * GAMES_A_PAIR >= 1000


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SPECS) - 1), ids=SPECS[:-1])
def test_nobody_forfeits_against_those_behind_it(number: int) -> None:
    first = SPECS[number]
    for second in SPECS[number + 1 :]:
        for opening in load_openings("random:8", GAMES_A_PAIR // 2, seed=number):
            for pair in ((first, second), (second, first)):
                record = play_game(*map(player_of, pair), start=opening.game())
                assert record.result.reason is Reason.COUNTED, (pair, str(opening), record.detail)
