"""The command `outflank`: its verbs, and what happens when something goes wrong.

An error of the user's is one line on standard error and exit code 2. Nothing heavy is imported
here, so that ``outflank --help`` is instant; each verb imports what it needs when it runs.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from outflank.cli import (
    analyze,
    bench,
    best,
    botzone,
    compile,
    convert,
    db,
    evaluate,
    experiment,
    gtp,
    match,
    nboard,
    openings,
    perft,
    play,
    players,
    serve,
    show,
    solve,
    tournament,
    train,
    train_human,
    train_neat,
    train_network,
)
from outflank.errors import OutflankError

# Typer carries its own copy of Click and does not export the root of its exceptions.
UsageProblem: type[Exception] = typer.BadParameter.__mro__[2]

app = typer.Typer(
    name="outflank",
    help="The Othello laboratory: rules, algorithms, engine, training and a board.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("serve")(serve.serve)
app.command("play")(play.play)
app.command("match")(match.match)
app.command("tournament")(tournament.tournament)
app.add_typer(openings.app, name="openings")
app.command("players")(players.players)
app.command("show")(show.show)
app.command("convert")(convert.convert)
app.command("best")(best.best)
app.command("analyze")(analyze.analyze)
app.command("solve")(solve.solve)
app.command("evaluate")(evaluate.evaluate)
app.command("perft")(perft.perft)
train_network.add_to(train.app)
train_human.add_to(train.app)
train_neat.add_to(train.app)
app.add_typer(train.app, name="train")
app.add_typer(db.app, name="db")
app.command("nboard")(nboard.nboard)
app.command("gtp")(gtp.gtp)
app.add_typer(botzone.app, name="botzone")
app.command("experiment")(experiment.experiment)
app.command("bench")(bench.bench)
app.command("compile")(compile.compile_kernels)


def _print_version(wanted: bool) -> None:
    if wanted:
        from outflank import __version__

        print(f"outflank {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def outflank(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """The Othello laboratory: rules, algorithms, engine, training and a board."""
    if context.invoked_subcommand is None:
        serve.serve()


def main() -> None:
    """Run the command line and exit with its code: 0 done, 2 the user's error, 130 interrupted."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    # A board may begin with empty squares; a space keeps it from being taken for an option.
    arguments = [
        f" {text}" if text.startswith("-") and len(text) >= 64 else text for text in arguments
    ]
    # `outflank --port 8009` is `outflank serve --port 8009`, as `outflank` is `outflank serve`.
    if arguments and arguments[0].startswith("--") and arguments[0] not in ("--help", "--version"):
        arguments = ["serve", *arguments]
    try:
        return app(arguments, standalone_mode=False) or 0
    except OutflankError as error:
        return _complain(str(error))
    except UsageProblem as error:
        message = error.format_message() if hasattr(error, "format_message") else str(error)
        return _complain(f"{message.rstrip('.')}; see 'outflank --help'")
    except (KeyboardInterrupt, typer.Abort):
        print("outflank: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader (head, less) has gone; that is its right. Keep Python from complaining again
        # when it flushes standard output at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _complain(message: str) -> int:
    one_line = " ".join(message.split())
    print(f"outflank: {one_line}", file=sys.stderr)
    return 2
