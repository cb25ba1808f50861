"""`outflank match`: play many games between two players and report the statistics."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from outflank.cli.options import JsonOption
from outflank.cli.places import ClusterOption, WorkersOption, executor_for_games

if TYPE_CHECKING:
    from outflank.arena.messages import MatchGame
    from outflank.arena.pairs import PairCounts
    from outflank.arena.sprt import Sprt
    from outflank.arena.summary import MatchResult
    from outflank.play.time_control import TimeControl
    from outflank.players.spec import PlayerSpec

MOST_GAMES = 1_000_000
"""Largest number of games: more than any match needs, and small enough for memory."""

SHOWN_WAIT_SECONDS = 1.0
"""Players' total waiting time for a CPU core is reported if it is at least this long."""


def match(
    first: Annotated[
        str, typer.Argument(metavar="SPEC", help="First player: see outflank players.")
    ],
    second: Annotated[str, typer.Argument(metavar="SPEC", help="Second player.")],
    games: Annotated[
        int, typer.Option(min=1, max=MOST_GAMES, help="Number of games; colours alternate.")
    ] = 100,
    openings: Annotated[
        str,
        typer.Option(
            metavar="xot|FILE|random:N|start",
            help="Openings, each played twice: balanced lines of 8 plies (xot), a file in any "
            "format, N random plies, or the start position.",
        ),
    ] = "random:8",
    time: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Seconds per move; default: 60 without --game-time."),
    ] = None,
    game_time: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Seconds per game for each side.")
    ] = None,
    increment: Annotated[
        float, typer.Option(metavar="SECONDS", help="Seconds added to --game-time per move.")
    ] = 0.0,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Random seed; default: a new one.")
    ] = None,
    workers: WorkersOption = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="E0 E1",
            help="Sequential test: stop once the first player's advantage is accepted as E0 Elo or "
            "less, or E1 Elo or more; --games is the maximum.",
        ),
    ] = None,
    error_rate: Annotated[
        float, typer.Option(metavar="SHARE", help="Error rate of --sprt in either direction (0-1).")
    ] = 0.05,
    cluster: ClusterOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder for results: a journal during the match, then games (GGF) and JSON.",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume the interrupted match in --out.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Play many games between two players in parallel, each opening with both colours."""
    from outflank.arena.match import match_player
    from outflank.arena.saving import save_match
    from outflank.arena.sprt import Sprt
    from outflank.cli.output import print_json

    specs = match_player(first), match_player(second)
    test = (
        None
        if sprt is None
        else Sprt(elo0=sprt[0], elo1=sprt[1], alpha=error_rate, beta=error_rate)
    )
    seed = _seed(seed, out, resume)
    result = _play(
        *specs,
        games=games,
        openings=openings,
        seed=seed,
        folder=out,
        workers=workers,
        cluster=cluster,
        time_control=_time_control(time, game_time, increment),
        sprt=test,
    )
    if out is not None:
        save_match(result, out, replaces=resume)
    if as_json:
        figures = result.as_dict()
        del figures["games"]
        print_json(figures)
    else:
        _show(result, out)
    if result.is_interrupted:
        raise typer.Exit(130)


def _seed(seed: int | None, folder: Path | None, resume: bool) -> int:
    """Return the given seed, the seed of the match to resume, or a new one.

    Also prepares `folder` for a new match; raises OutflankError if it has a match already.
    """
    import secrets

    from outflank.arena.match_journal import JOURNAL_FILE, seed_of_match
    from outflank.arena.saving import prepare_folder
    from outflank.errors import OutflankError

    if resume and folder is None:
        raise OutflankError("--resume needs --out, the folder of the match to resume")
    if folder is not None and resume:
        found = seed_of_match(folder)
        if found is None:
            raise OutflankError(f"there is no match in {folder} to resume; leave out --resume")
        return found if seed is None else seed
    if folder is not None:
        prepare_folder(folder)
        if (folder / JOURNAL_FILE).exists():
            raise OutflankError(
                f"{folder} has an unfinished match; give --resume, or choose another folder"
            )
    return secrets.randbits(32) if seed is None else seed


def _time_control(
    move_seconds: float | None, game_seconds: float | None, increment_seconds: float
) -> TimeControl:
    from outflank.play.time_control import TimeControl

    if move_seconds is None and game_seconds is None:
        return TimeControl(increment_seconds=increment_seconds)
    return TimeControl(
        move_seconds=move_seconds, game_seconds=game_seconds, increment_seconds=increment_seconds
    )


def _play(
    first: PlayerSpec,
    second: PlayerSpec,
    *,
    games: int,
    openings: str,
    seed: int,
    workers: int | None,
    cluster: str | None,
    time_control: TimeControl,
    sprt: Sprt | None,
    folder: Path | None,
) -> MatchResult:
    from outflank.arena.match import play_match
    from outflank.cli.output import progress_bar

    needs_kernels = first.kind.is_compiled or second.kind.is_compiled
    with (
        executor_for_games(cluster, needs_kernels=needs_kernels) as executor,
        progress_bar() as progress,
    ):
        task = progress.add_task("0 – 0", total=games)
        wins = losses = draws = 0

        def advance(game: MatchGame) -> None:
            nonlocal wins, losses, draws
            wins += game.first_score > 0
            losses += game.first_score < 0
            draws += game.first_score == 0
            progress.update(task, advance=1, description=f"{wins} – {losses}, {draws} drawn")

        return play_match(
            first,
            second,
            games=games,
            openings=openings,
            seed=seed,
            workers=workers,
            executor=executor,
            time_control=time_control,
            sprt=sprt,
            progress=advance,
            folder=folder,
        )


def _verdict(sprt: Sprt, pairs: PairCounts) -> str:
    """The result so far of a sequential test (SPRT), in one line."""
    from outflank.arena.sprt import Verdict

    claims = {
        Verdict.UPPER: f"{sprt.elo1:+g} Elo or more accepted",
        Verdict.LOWER: f"{sprt.elo0:+g} Elo or less accepted",
        Verdict.UNDECIDED: "undecided; more games are needed",
    }
    return (
        f"Test of {sprt.elo0:+g} against {sprt.elo1:+g} Elo: {claims[sprt.verdict(pairs)]} "
        f"(log ratio {sprt.log_ratio(pairs):+.2f}, "
        f"bounds {sprt.lower_bound:+.2f} and {sprt.upper_bound:+.2f})."
    )


def _show(result: MatchResult, folder: Path | None) -> None:
    from rich.table import Table
    from rich.text import Text

    from outflank.arena.summary import summarise
    from outflank.cli.output import console

    summary = summarise(result)
    table = Table(box=None, header_style="dim", collapse_padding=True)
    table.add_column("player", overflow="fold", min_width=10)
    for heading in ("won", "lost", "drawn", "score", "discs", "s/move", "longest", "nodes/s"):
        table.add_column(heading, justify="right", no_wrap=True)
    sides = (
        (result.first, summary.tally, summary.first),
        (result.second, summary.tally.swapped(), summary.second),
    )
    for name, tally, side in sides:
        table.add_row(
            Text(name),
            str(tally.wins),
            str(tally.losses),
            str(tally.draws),
            f"{tally.score:.1%} ± {tally.sigma:.1%}",
            f"{tally.mean_discs:+.1f} ± {summary.discs_sigma:.1f}",
            f"{side.mean_seconds:.4f}",
            f"{side.longest_seconds:.3f}",
            f"{side.nodes_per_second:,.0f}" if side.nodes else "–",
        )
    out = console()
    if result.is_interrupted:
        out.print("Interrupted; finished games:", style="yellow")
    out.print(table)
    if summary.pairs.pairs:
        out.print(
            f"Elo {summary.elo} at 95 %; likelihood of superiority {summary.elo.superiority:.1%}; "
            f"{summary.pairs.pairs} pairs with 0, ½, 1, 1½, 2 points: "
            f"{' '.join(map(str, summary.pairs.counts))}.",
            markup=False,
        )
    waited = summary.first.waited_seconds + summary.second.waited_seconds
    if waited >= SHOWN_WAIT_SECONDS:
        out.print(
            f"Players waited {waited:.1f} s for a CPU core, which their clocks do not count; "
            "use fewer --workers for comparable times.",
            markup=False,
            style="yellow",
        )
    if result.sprt is not None:
        out.print(_verdict(result.sprt, summary.pairs), markup=False)
    for problem in result.lost[:10]:
        out.print(problem, markup=False, style="red")
    for forfeit in summary.forfeits[:10]:
        out.print(forfeit, markup=False, style="yellow")
    if len(summary.forfeits) > 10:
        out.print(f"… and {len(summary.forfeits) - 10} more forfeited games.")
    out.print(
        f"{summary.tally.games} games in {result.seconds:.1f} s; openings {result.openings}, "
        f"seed {result.seed}." + (f" Saved in {folder}." if folder else ""),
        markup=False,
        style="dim",
    )
