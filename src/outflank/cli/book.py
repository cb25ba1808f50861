"""`outflank book`: the opening book. One file a verb, or a few that belong together."""

from __future__ import annotations

import typer

from outflank.cli import book_build, book_change, book_check, book_show

app = typer.Typer(
    help="The opening book: build it, look things up, check and change it.", no_args_is_help=True
)
app.command("build")(book_build.build)
app.command("show")(book_show.show)
app.command("stats")(book_show.stats)
app.command("check")(book_check.check)
app.command("merge")(book_change.merge)
app.command("prune")(book_change.prune)
app.command("export")(book_change.export)
app.command("import")(book_change.import_book)
