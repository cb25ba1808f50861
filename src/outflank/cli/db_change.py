"""`outflank db folders`, `edit`, `delete` and `restore`: manage games in the library."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from outflank.cli.db_options import LibraryOption, open_library
from outflank.cli.options import JsonOption

IdsArgument: TypeAlias = Annotated[
    list[int] | None, typer.Argument(metavar="ID...", help="Ids of games in the library.")
]


def folders(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """List the folders with their numbers of games."""
    from outflank.cli.output import console, print_json

    with open_library(library) as opened:
        found = opened.folders()
    if as_json:
        print_json([{"folder": path, "games": count} for path, count in found])
        return
    out = console()
    for path, count in found:
        out.print(f"{count:>9,}  {path or '(top)'}", markup=False)


def edit(
    ids: Annotated[list[int], typer.Argument(metavar="ID...", help="Ids of games.")],
    notes: Annotated[str | None, typer.Option(help="Replace the notes.")] = None,
    label: Annotated[list[str] | None, typer.Option(help="Replace the labels; repeatable.")] = None,
    no_labels: Annotated[bool, typer.Option("--no-labels", help="Remove all labels.")] = False,
    folder: Annotated[str | None, typer.Option(help="Move to this folder.")] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Change the notes, labels or folder of games."""
    from outflank.cli.output import console, print_json
    from outflank.errors import OutflankError

    if notes is None and not label and not no_labels and folder is None:
        raise OutflankError("nothing to change; give --notes, --label, --no-labels or --folder")
    with open_library(library) as opened:
        for game_id in ids:
            if notes is not None:
                opened.set_notes(game_id, notes)
            if label or no_labels:
                opened.set_labels(game_id, label or ())
        if folder is not None:
            opened.move(ids, folder)
        rows = [opened.row(game_id) for game_id in ids]
    if as_json:
        print_json([row.as_dict() for row in rows])
    else:
        console().print(f"{_games(len(rows))} changed.")


def delete(
    ids: IdsArgument = None,
    purge: Annotated[
        bool, typer.Option("--purge", help="Remove these games, or all, from the trash for good.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Move games to the trash (see `restore`), or empty it with --purge."""
    from outflank.errors import OutflankError
    from outflank.library import Selection

    if not ids and not purge:
        raise OutflankError("give the ids of the games to delete; see outflank db search")
    with open_library(library) as opened:
        if purge:
            count = opened.purge(ids or opened.ids(Selection(deleted=True)))
        else:
            count = opened.delete(ids or ())
    _report(count, "removed for good" if purge else "moved to the trash", as_json)


def restore(
    ids: IdsArgument = None,
    everything: Annotated[bool, typer.Option("--all", help="Restore the whole trash.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take games out of the trash."""
    from outflank.errors import OutflankError
    from outflank.library import Selection

    if not ids and not everything:
        raise OutflankError("give ids to restore, or --all; see outflank db search --trash")
    with open_library(library) as opened:
        count = opened.restore(ids or opened.ids(Selection(deleted=True)))
    _report(count, "restored", as_json)


def _report(count: int, what: str, as_json: bool) -> None:
    from outflank.cli.output import console, print_json

    if as_json:
        print_json({"games": count})
    else:
        console().print(f"{_games(count)} {what}.")


def _games(count: int) -> str:
    return f"{count:,} {'game' if count == 1 else 'games'}"
