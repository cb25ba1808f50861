"""Games that determine the fitness of genomes, run on any executor.

A genome plays as an agent that looks one ply ahead. Games against random moves, an evaluation or
another genome run in a compiled kernel, thousands a second; any other player is called for each
move, which is slow.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from outflank.classics import evaluations
from outflank.classics.genomes import Genome
from outflank.errors import OutflankError
from outflank.jobs.tasks import run_tasks
from outflank.players.making import make_player
from outflank.players.player import UNTIMED
from outflank.players.spec import parse_spec
from outflank.rules.game import BLACK, Game
from outflank.rules.position import Position
from outflank.statistics.tally import Tally

RANDOM_TARGET = "random"

GENOMES_PER_TASK = 10

Opponent: TypeAlias = str | Genome
"""Another genome, or text: ``random``, an evaluation, or a spec such as ``engine:level=1``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """Settings of a match between an agent and an opponent.

    Each of `pairs` openings of `plies` random moves is played twice with colours exchanged. The
    same `seed` gives the same openings and the same random numbers within the games.
    """

    pairs: int
    plies: int
    seed: tuple[int, ...]


def check_target(name: str) -> str:
    """Check and return the name of the opponent that genomes play against.

    It must be ``random``, the name of an evaluation, or a player's spec such as ``engine:level=1``.
    """
    if _is_agent(name):
        return name
    try:
        spec = parse_spec(name)
    except OutflankError as error:
        raise OutflankError(
            f"target {name!r} is neither one of {', '.join(AGENTS)} nor a player: {error}"
        ) from None
    if spec.kind.is_interactive:
        raise OutflankError(f"target {name!r} is a person; name a player")
    return name


AGENTS = (RANDOM_TARGET, *evaluations.EVALUATIONS)
"""Names of opponents whose games are compiled.

A name that is also a player's, such as ``mobility``, means an agent that looks one ply ahead with
this evaluation; ``mobility:`` means the player.
"""


def _is_agent(opponent: Opponent) -> bool:
    return isinstance(opponent, Genome) or opponent in AGENTS


def play_games(agent: Opponent, opponent: Opponent, games: Games) -> Tally:
    """Play a match of an agent that looks one ply ahead; the tally counts its results."""
    from outflank.classics.one_ply import play_pairs, random_openings

    state = np.random.default_rng(games.seed).integers(1, 1 << 63, size=1, dtype=np.uint64)
    players = np.empty(games.pairs, dtype=np.uint64)
    opponents = np.empty(games.pairs, dtype=np.uint64)
    random_openings(games.plies, state, players, opponents)
    if not _is_agent(opponent):
        openings = [
            Position(*pair) for pair in zip(players.tolist(), opponents.tolist(), strict=True)
        ]
        return _play_player(agent, str(opponent), openings, state)
    scores = np.empty((games.pairs, 2), dtype=np.int16)
    first, keep_first = _agent(agent)
    second, keep_second = _agent(opponent)
    play_pairs(players, opponents, first, second, state, scores)
    del keep_first, keep_second
    return Tally.of_scores(scores.ravel().tolist())


def _play_player(agent: Opponent, spec: str, openings: list[Position], state: Any) -> Tally:
    """Play every opening twice against a player, given by its spec such as ``engine:level=1``.

    The agent moves first in the first game. `state` is the state of the random number generator.
    """
    from outflank.classics.one_ply import agent_move

    one_ply, keep = _agent(agent)
    player = make_player(spec, seed=int(state[0] % 2**31))
    scores = []
    for opening in openings:
        for is_first in (True, False):
            game = Game(opening)
            while not game.is_over():
                position = game.position
                if (game.to_move is BLACK) == is_first:
                    move = int(agent_move(position.player, position.opponent, one_ply, state))
                else:
                    move = player.choose(game, UNTIMED)
                game.play(move)
            assert game.result is not None
            scores.append(game.result.score if is_first else -game.result.score)
    player.close()
    del keep
    return Tally.of_scores(scores)


def _agent(opponent: Opponent) -> tuple[Any, Any]:
    """The agent for the kernel, and an object that must stay alive as long as the agent is used."""
    from outflank.classics.one_ply import EVALUATION, GRAPH, RANDOM, new_agent
    from outflank.kernels.calling import address_of

    if isinstance(opponent, Genome):
        program = opponent.program()
        return new_agent(GRAPH, program.ctypes.data), program
    if opponent == RANDOM_TARGET:
        return new_agent(RANDOM), None
    evaluation = evaluations.get(opponent)
    return new_agent(EVALUATION, address_of(evaluation)), evaluation


def play_several(
    genomes: Sequence[Genome], matches: Sequence[tuple[Opponent, Games]], first_number: int | None
) -> list[Tally]:
    """Play all matches with each genome; return the total result of each genome.

    With `first_number`, the number of the first genome, each genome has its own openings, which
    depend on its number; with None all genomes have the same openings.
    """
    tallies = []
    for index, genome in enumerate(genomes):
        total = Tally()
        for opponent, games in matches:
            if first_number is not None:
                games = replace(games, seed=(*games.seed, first_number + index))
            total += play_games(genome, opponent, games)
        tallies.append(total)
    return tallies


def play_all(
    genomes: Sequence[Genome],
    matches: Sequence[tuple[Opponent, Games]],
    executor: Executor,
    *,
    common_openings: bool = True,
) -> list[Tally]:
    """Play all matches with every genome of a population, on an executor; see `play_several`."""
    starts = range(0, len(genomes), GENOMES_PER_TASK)
    found: dict[int, list[Tally]] = {}
    tasks = [
        (genomes[start : start + GENOMES_PER_TASK], matches, common_openings, start)
        for start in starts
    ]
    run_tasks(executor, _numbered, tasks, lambda part: found.__setitem__(*part))
    return [tally for start in starts for tally in found[start]]


def _numbered(
    genomes: Sequence[Genome],
    matches: Sequence[tuple[Opponent, Games]],
    common_openings: bool,
    start: int,
) -> tuple[int, list[Tally]]:
    return start, play_several(genomes, matches, None if common_openings else start)
