"""Play tournaments, with every finished game saved to a journal.

>>> from outflank.arena.plan import plan_of
>>> plan = plan_of({"players": {"one": "random", "two": "greedy"}, "pairs": 3})
>>> from outflank.arena.schedule import Schedule
>>> Schedule(plan).games
6
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from outflank.arena.entries import game_as_entry, game_of_entry, read_entries, whole_number
from outflank.arena.journal import NOT_OURS, Journal, read_journal
from outflank.arena.match import compile_for
from outflank.arena.messages import MatchGame
from outflank.arena.pairings import Encounter
from outflank.arena.places import game_of, place_for_games
from outflank.arena.plan import Plan, plan_of
from outflank.arena.schedule import Schedule
from outflank.arena.standings import Standings, TournamentGame, standings
from outflank.errors import FormatError, OutflankError
from outflank.jobs.processes import default_workers

JOURNAL_FILE = "journal.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """The state of a tournament: its plan, and the finished games in order of number.

    `byes` has a player number for each bye. `is_interrupted` means that Ctrl-C ended the run; the
    same call of `play_tournament` resumes it.
    """

    plan: Plan
    games: tuple[TournamentGame, ...]
    total_games: int
    byes: tuple[int, ...] = ()
    is_interrupted: bool = False

    @property
    def is_over(self) -> bool:
        """Whether all games are played."""
        return len(self.games) == self.total_games

    def standings(self) -> Standings:
        """Compute the standings from the games finished so far."""
        return standings(self.plan, self.games, self.byes)


Progress: TypeAlias = Callable[[Tournament], None]
"""Called with the state of the tournament at the start and after every game."""


def play_tournament(
    plan: Plan,
    folder: Path,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Play all games of `plan` that are not yet in the journal in `folder`.

    The games run in `workers` processes (None: one per core), or on `executor`. `progress` is
    called at the start and after every game.
    """
    schedule = Schedule(plan)
    with Journal(folder / JOURNAL_FILE, _heading(schedule)) as journal:
        games = _read_games(journal.entries, schedule, folder)

        def keep(game: MatchGame, encounter: Encounter) -> None:
            played = TournamentGame(first=encounter[0], second=encounter[1], game=game)
            journal.append(_entry(played))
            games.append(played)

        def tell() -> None:
            if progress is not None:
                progress(_snapshot(schedule, games))

        tell()
        if executor is None and len(games) < schedule.games:
            compile_for(*(entrant.spec for entrant in plan.entrants))
        futures: dict[Future[MatchGame], Encounter] = {}
        try:
            with place_for_games(executor, workers or default_workers()) as submit:
                for tasks in schedule.rounds(games):
                    this_round = {submit(task): meeting for task, meeting in tasks.items()}
                    futures.update(this_round)
                    for future in as_completed(this_round):
                        keep(future.result(), this_round[future])
                        tell()
        except KeyboardInterrupt:
            # The interrupt may have come between a game's end and its entry: trust the journal.
            _, entries = read_journal(folder / JOURNAL_FILE)
            games[:] = _read_games(entries, schedule, folder)
            kept = {played.game.task.number for played in games}
            for future, meeting in futures.items():
                game = game_of(future)
                if game is not None and game.task.number not in kept:
                    keep(game, meeting)
            return _snapshot(schedule, games, is_interrupted=True)
        return _snapshot(schedule, games)


def read_tournament(folder: Path, *, with_openings: bool = True) -> Tournament:
    """Read a tournament from the journal in `folder`, even while another process plays it.

    Without `with_openings` the openings of the games are not loaded; standings do not need them,
    and a missing openings file is then no error.
    """
    path = folder / JOURNAL_FILE
    heading, entries = read_journal(path)
    try:
        content = heading["plan"].items()
        plan = plan_of({key: value for key, value in content if value is not None and value != []})
    except OutflankError as error:
        raise FormatError(str(error), source=str(path), place="line 1") from error
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise FormatError(NOT_OURS, source=str(path), place="line 1") from error
    schedule = Schedule(plan, with_openings=with_openings)
    return _snapshot(schedule, _read_games(entries, schedule, folder))


def _snapshot(
    schedule: Schedule, games: list[TournamentGame], is_interrupted: bool = False
) -> Tournament:
    return Tournament(
        plan=schedule.plan,
        games=tuple(sorted(games, key=lambda played: played.game.task.number)),
        total_games=schedule.games,
        byes=tuple(schedule.byes(games)),
        is_interrupted=is_interrupted,
    )


# Journal entries


def _heading(schedule: Schedule) -> dict[str, Any]:
    return {"plan": schedule.plan.as_dict(), "openings_digest": schedule.openings_digest}


def _entry(played: TournamentGame) -> dict[str, Any]:
    return {"first": played.first, "second": played.second, **game_as_entry(played.game)}


def _read_games(
    entries: list[dict[str, Any]], schedule: Schedule, folder: Path
) -> list[TournamentGame]:
    last_player = len(schedule.plan.entrants) - 1

    def read(entry: dict[str, Any]) -> TournamentGame:
        number = whole_number(entry["number"], 1, schedule.games)
        first, second = (whole_number(entry[key], 0, last_player) for key in ("first", "second"))
        game = game_of_entry(entry, schedule.task(number, first, second))
        return TournamentGame(first=first, second=second, game=game)

    return read_entries(entries, read, folder / JOURNAL_FILE)
