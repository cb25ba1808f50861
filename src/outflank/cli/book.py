"""`outflank book`: the group of opening book commands; other modules implement them."""

from __future__ import annotations

import typer

from outflank.cli import book_build, book_change, book_check, book_show

app = typer.Typer(help="Build, show, check and edit opening books.", no_args_is_help=True)
app.command("build")(book_build.build)
app.command("show")(book_show.show)
app.command("stats")(book_show.stats)
app.command("check")(book_check.check)
app.command("merge")(book_change.merge)
app.command("prune")(book_change.prune)
app.command("export")(book_change.export)
app.command("import")(book_change.import_book)
