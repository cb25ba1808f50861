"""`outflank db`: the group of game library commands; other modules implement them."""

from __future__ import annotations

import typer

from outflank.cli import (
    db_change,
    db_check,
    db_explore,
    db_export,
    db_import,
    db_review,
    db_search,
    db_show,
    db_stats,
)

app = typer.Typer(help="Game library: import, search, explore, edit.", no_args_is_help=True)
app.command("import")(db_import.import_files)
app.command("search")(db_search.search)
app.command("show")(db_show.show)
app.command("explore")(db_explore.explore)
app.command("export")(db_export.export)
app.command("stats")(db_stats.stats)
app.command("review")(db_review.review)
app.command("folders")(db_change.folders)
app.command("edit")(db_change.edit)
app.command("delete")(db_change.delete)
app.command("restore")(db_change.restore)
app.command("check")(db_check.check)
