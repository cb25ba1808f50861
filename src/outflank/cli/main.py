"""The command `outflank`: registers all subcommands and turns errors into exit codes.

A user error is printed as one line on standard error, with exit code 2. No heavy module is imported
here, so ``outflank --help`` is fast; each subcommand imports what it needs when it runs.
"""

from __future__ import annotations

import sys
from typing import Annotated

from outflank.cli.interrupts import ending_quietly

with ending_quietly():
    import typer

    from outflank.cli import (
        analyze,
        bench,
        best,
        book,
        botzone,
        compile,
        convert,
        db,
        docs,
        doctor,
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
        train_tempo,
        train_transfer,
        train_units,
    )
    from outflank.cli.streams import (
        complain,
        finish_output,
        leave_pipe,
        prepare_output,
        unwritable,
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
train.app.command("units")(train_units.units)
train.app.command("tempo")(train_tempo.tempo)
train_network.add_to(train.app)
train_transfer.add_to(train.app)
train_human.add_to(train.app)
train_neat.add_to(train.app)
app.add_typer(train.app, name="train")
app.add_typer(db.app, name="db")
app.add_typer(book.app, name="book")
app.command("nboard")(nboard.nboard)
app.command("gtp")(gtp.gtp)
app.add_typer(botzone.app, name="botzone")
app.command("experiment")(experiment.experiment)
app.command("bench")(bench.bench)
app.command("compile")(compile.compile_kernels)
app.command("doctor")(doctor.doctor)
app.command("docs")(docs.docs)


def _print_version(wanted: bool) -> None:
    if wanted:
        from outflank.version import installed_version

        print(f"outflank {installed_version()}")
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
    """Entry point of the program: run the command line and exit with its code.

    The code is 0 for success, 2 for a user error and 130 for an interrupt; some commands also
    return 1.
    """
    prepare_output()
    sys.exit(finish_output(run(sys.argv[1:])))


def run(arguments: list[str]) -> int:
    """Run the command line `arguments` (without the program's name); return its exit code."""
    # A board may begin with "-" (an empty square); a leading space stops Click reading an option.
    arguments = [
        f" {text}" if text.startswith("-") and len(text) >= 64 else text for text in arguments
    ]
    # `outflank --port 8009` is `outflank serve --port 8009`, as `outflank` is `outflank serve`.
    if arguments and arguments[0].startswith("--") and arguments[0] not in ("--help", "--version"):
        arguments = ["serve", *arguments]
    try:
        return app(arguments, standalone_mode=False) or 0
    except OutflankError as error:
        return complain(str(error))
    except UsageProblem as error:
        message = error.format_message() if hasattr(error, "format_message") else str(error)
        return complain(f"{message.rstrip('.')}; see 'outflank --help'")
    except (KeyboardInterrupt, typer.Abort):
        print("outflank: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        return leave_pipe()
    except SystemExit as error:
        # Typer and Rich exit with 1 if the pipe that reads a help text is closed.
        if isinstance(error.__context__, BrokenPipeError):
            return leave_pipe()
        raise
    except OSError as error:
        return complain(unwritable(error))
