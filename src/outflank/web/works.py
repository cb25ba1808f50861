"""The kinds of work that visitors ask for."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from outflank.engine.analysis import Analysis
from outflank.errors import OutflankError
from outflank.players.making import make_player
from outflank.players.player import Clock, Player
from outflank.players.searching import SearchPlayer
from outflank.players.spec import PlayerSpec
from outflank.players.thinking import Thought, thinker_of
from outflank.rules.game import Game, Node
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.limit import Limit
from outflank.search.result import SearchResult
from outflank.web.engines import EnginePool

if TYPE_CHECKING:
    from outflank.engine.engine import Engine
    from outflank.engine.review import MoveReview
    from outflank.engine.solver import Solution, Solver

MOVE_NICENESS = 5
ANALYSIS_NICENESS = 15
"""Pages come first, then moves that somebody waits for, then what only gets better with time."""

Tell = Callable[[Any], None]


class EngineWork:
    """Anything that is done with one of the engines."""

    niceness = ANALYSIS_NICENESS

    def __init__(self, engines: EnginePool, visitor: str) -> None:
        self._engines = engines
        self._visitor = visitor
        self._engine: Engine | None = None

    def stop(self) -> None:
        """End the search under way."""
        if (engine := self._engine) is not None:
            engine.stop()

    def _with_engine(self, threads: int, use: Callable[[Engine], Any]) -> Any:
        engine = self._engines.take(threads, self._visitor)
        self._engine = engine
        try:
            return use(engine)
        finally:
            self._engine = None
            self._engines.give_back(engine, self._visitor)


class SearchWork(EngineWork):
    """One search of the engine."""

    def __init__(
        self, engines: EnginePool, visitor: str, position: Position, limit: Limit, lines: int
    ) -> None:
        super().__init__(engines, visitor)
        self._position, self._limit, self._lines = position, limit, lines

    def run(self, threads: int, tell: Tell) -> Analysis:
        """What the engine found."""

        def search(engine: Engine) -> Analysis:
            return engine.search(self._position, self._limit, lines=self._lines, progress=tell)

        return cast("Analysis", self._with_engine(threads, search))


class ReviewWork(EngineWork):
    """The review of one move."""

    def __init__(
        self, engines: EnginePool, visitor: str, number: int, node: Node, limit: Limit
    ) -> None:
        super().__init__(engines, visitor)
        self._number, self._node, self._limit = number, node, limit

    def run(self, threads: int, tell: Tell) -> MoveReview:
        """What the move has cost."""
        from outflank.engine.review import review_move

        def review(engine: Engine) -> MoveReview:
            return review_move(self._number, self._node, engine, self._limit)

        return cast("MoveReview", self._with_engine(threads, review))


class SolveWork:
    """The solution of an endgame, with a solver that is given back at once."""

    niceness = ANALYSIS_NICENESS

    def __init__(
        self,
        position: Position,
        *,
        wld: bool,
        all_moves: bool,
        seconds: float,
        table_megabytes: float,
    ) -> None:
        self._position = position
        self._wld, self._all_moves = wld, all_moves
        self._limit = Limit(seconds=seconds)
        self._table_megabytes = table_megabytes
        self._solver: Solver | None = None

    def run(self, threads: int, tell: Tell) -> Solution:
        """What was proved."""
        from outflank.engine.solver import Solver

        self._solver = Solver(threads=threads, table_megabytes=self._table_megabytes)
        return self._solver.solve(
            self._position,
            wld=self._wld,
            all_moves=self._all_moves,
            limit=self._limit,
            progress=tell,
        )

    def stop(self) -> None:
        """End the solve with the bounds that are known."""
        if (solver := self._solver) is not None:
            solver.stop()


# Players


@dataclass(frozen=True, slots=True)
class Choice:
    """The move of a player, and what its search says about it, if it searched."""

    move: Square
    result: SearchResult | None = None


class PlayerWork(EngineWork):
    """A move by any player; `game` must be a copy that nobody else has.

    `forgets` lets the engine begin without what it knows from searches before.
    """

    niceness = MOVE_NICENESS

    def __init__(
        self,
        engines: EnginePool,
        visitor: str,
        spec: PlayerSpec,
        game: Game,
        seconds: float,
        *,
        forgets: bool = False,
    ) -> None:
        super().__init__(engines, visitor)
        self._spec, self._game = spec, game
        self._forgets = forgets
        self._clock = Clock(move_seconds=seconds)
        self._player: Player | None = None

    def run(self, threads: int, tell: Tell) -> Choice:
        """The player's choice."""
        if self._spec.name != "engine":
            return self._ask(made_for(self._spec, self._game), tell)
        own_threads = cast("int", self._spec.values["threads"])

        def choose(engine: Engine) -> Choice:
            if self._forgets:
                engine.clear()
            return self._ask(engine_player(self._spec, engine), tell)

        return cast("Choice", self._with_engine(own_threads, choose))

    def stop(self) -> None:
        """End the thinking; players that do not search are done before anyone can ask."""
        if (player := self._player) is not None and (thinker := thinker_of(player)) is not None:
            thinker.stop()

    def _ask(self, player: Player, tell: Tell) -> Choice:
        if (thinker := thinker_of(player)) is not None:
            thinker.listen(tell)
        self._player = player
        try:
            return choice_of(player, self._game, self._clock)
        finally:
            self._player = None
            player.close()


class WatchWork:
    """The thinking of a player that searches, for whoever wants to see its steps."""

    niceness = MOVE_NICENESS  # its time is shown, so it should not be that of others

    def __init__(self, work: PlayerWork) -> None:
        self._work = work

    def run(self, threads: int, tell: Tell) -> tuple[Thought, ...]:
        """The last thought of each depth; `tell` is told of all so far, for it may miss some."""
        steps: dict[int, Thought] = {}

        def collect(thought: Thought) -> None:
            steps[thought.depth] = thought
            tell(tuple(steps.values()))

        self._work.run(threads, collect)
        return tuple(steps.values())

    def stop(self) -> None:
        """End the thinking."""
        self._work.stop()


def choice_of(player: Player, game: Game, clock: Clock) -> Choice:
    """What a player chooses, which must be legal."""
    move = int(player.choose(game, clock))
    if move not in game.position.legal_moves():
        raise OutflankError(f"{player.name} chose an illegal move; let another player move")
    return Choice(move, getattr(player, "last_result", None))


def engine_player(spec: PlayerSpec, engine: Engine) -> SearchPlayer:
    """The player that `spec` describes, with an engine that is there already."""
    values = cast("dict[str, Any]", spec.values)
    player = SearchPlayer(
        engine,
        level=values["level"],
        depth=values["depth"],
        nodes=values["nodes"],
        time=values["time"],
        confidence=int(values["confidence"]) if values["confidence"] else None,
    )
    player.name = str(spec)
    return player


def made_for(spec: PlayerSpec, game: Game) -> Player:
    """A new player for one move, its chance renewed from move to move."""
    # Random moves are drawn by `random_move`: a player of one move counts none before.
    plain = PlayerSpec(
        spec.name,
        tuple(item for item in spec.given if item[0] not in ("random", "random_first", "seed")),
    )
    return make_player(plain, seed=_chance(spec, game, "player").getrandbits(63))


def random_move(spec: PlayerSpec, game: Game) -> Square | None:
    """A move by chance, where `spec` wants one now, else None."""
    values = cast("dict[str, Any]", spec.values)
    chance = _chance(spec, game, "random moves")
    own_moves = sum(not node.is_pass and node.mover is game.to_move for node in game.current.line())
    if chance.random() < values["random"] or own_moves < values["random_first"]:
        return chance.choice(game.position.legal_moves())
    return None


def _chance(spec: PlayerSpec, game: Game, purpose: str) -> random.Random:
    """Random numbers of a seed, other ones at every move; without one other ones always."""
    seed = spec.values["seed"]
    moves = len(game.current.line())
    return random.Random(None if seed is None else f"{purpose} {seed} {moves}")
