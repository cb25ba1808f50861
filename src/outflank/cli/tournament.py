"""`outflank tournament`: play a tournament with live standings; it can be resumed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from outflank.cli.options import JsonOption
from outflank.cli.places import ClusterOption, WorkersOption, executor_for_games

if TYPE_CHECKING:
    from rich.table import Table

    from outflank.arena.standings import Standings
    from outflank.arena.tournament import Tournament

REFRESHES_PER_SECOND = 2


def tournament(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.toml", help="Tournament plan: see docs/arena.md.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Folder for results; resumes if it exists. Default: FILE's stem."
        ),
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a tournament (round robin, gauntlet or Swiss), or resume one."""
    from outflank.arena.plan import read_plan
    from outflank.arena.tournament import play_tournament
    from outflank.arena.tournament_files import (
        draw_tournament,
        save_tournament,
        tournament_as_dict,
    )
    from outflank.cli.output import notices, print_json
    from outflank.errors import MissingExtra, OutflankError

    plan = read_plan(file)
    folder = out or Path(file.stem)
    if folder.exists() and not folder.is_dir():
        raise OutflankError(f"{folder} is a file; name a folder with --out")
    needs_kernels = any(entrant.spec.kind.is_compiled for entrant in plan.entrants)
    with (
        executor_for_games(cluster, needs_kernels=needs_kernels) as executor,
        LiveTable() as live,
    ):
        note = Note(folder)

        def show(tournament: Tournament) -> None:
            note.write_once(tournament)
            live.update(tournament)

        result = play_tournament(plan, folder, workers=workers, executor=executor, progress=show)
    save_tournament(result, folder)
    if as_json:
        print_json(tournament_as_dict(result))
    else:
        _show(result, folder)
    try:
        draw_tournament(result, folder)
    except MissingExtra as error:
        notices().print(str(error), markup=False)
    if note.problem:
        notices().print(note.problem, markup=False, soft_wrap=True)
    if result.is_interrupted:
        notices().print("Interrupted; finished games are kept. Run the same command to resume.")
        raise typer.Exit(130)


class Note:
    """Adds the tournament to the list that the web app shows.

    If the list cannot be written, the tournament continues and `problem` has the reason.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._is_done = False
        self.problem = ""

    def write_once(self, tournament: Tournament) -> None:
        """Add the tournament to the list on the first call; later calls do nothing."""
        from outflank.arena.noted import NotedTournament, note_tournament
        from outflank.errors import OutflankError

        if self._is_done:
            return
        self._is_done = True
        try:
            note_tournament(
                NotedTournament(
                    folder=self._folder.resolve(),
                    name=tournament.plan.name,
                    total_games=tournament.total_games,
                    started=time.time(),
                )
            )
        except OutflankError as error:
            self.problem = f"The web app will not show this tournament: {error}"


class LiveTable:
    """Shows the standings on standard error during the tournament, if that is a terminal."""

    def __init__(self) -> None:
        from rich.live import Live

        from outflank.cli.output import notices

        self._tournament: Tournament | None = None
        self._live = Live(
            get_renderable=self._render,
            console=notices(),
            transient=True,
            refresh_per_second=REFRESHES_PER_SECOND,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def update(self, tournament: Tournament) -> None:
        """Show the standings of `tournament` from the next refresh on."""
        self._tournament = tournament

    def __enter__(self) -> LiveTable:
        if self._live.console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def _render(self) -> Table | str:
        if self._tournament is None:
            return "starting"
        return standings_table(self._tournament, self._tournament.standings())


def standings_table(tournament: Tournament, standings: Standings) -> Table:
    """A table of the players, best first, with ratings, results and times."""
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=None,
        header_style="dim",
        collapse_padding=True,
        title=f"{tournament.plan.name}: {len(tournament.games):,} of "
        f"{tournament.total_games:,} games",
        title_justify="left",
    )
    table.add_column("", justify="right")
    table.add_column("player", overflow="fold", min_width=10)
    for heading in ("Elo", "±", "score", "points", "won", "drawn", "lost", "ms/move", "longest"):
        table.add_column(heading, justify="right", no_wrap=True)
    for place, row in enumerate(standings.rows, 1):
        *figures, lost = row.figures()
        table.add_row(
            str(place),
            Text(row.name),
            *figures,
            lost + (f" ({row.forfeits} forfeited)" if row.forfeits else ""),
            f"{1000 * row.side.mean_seconds:.2f}",
            f"{1000 * row.side.longest_seconds:.1f}",
        )
    return table


def _show(result: Tournament, folder: Path) -> None:
    from outflank.arena.tournament_files import GAMES_FILE, REPORT_FILE
    from outflank.cli.output import console

    out = console()
    out.print(standings_table(result, result.standings()))
    out.print(
        f"{folder / REPORT_FILE} has the crosstable, {folder / GAMES_FILE} all games.",
        markup=False,
        style="dim",
    )
