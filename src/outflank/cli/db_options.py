"""Options shared by the `outflank db` commands: the library, and filters for its games."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, get_type_hints

import typer

if TYPE_CHECKING:
    from outflank.library import Library, Selection

LibraryOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--library",
        envvar="OUTFLANK_LIBRARY",
        metavar="FILE",
        help="Library file; default: the user's own library.",
    ),
]

LanguageOption: TypeAlias = Annotated[
    str,
    # Not derived from `web.languages`: commands such as `best` load nothing of the web app.
    typer.Option(metavar="CODE", help="Language of opening names: en, ja, zh-Hans, zh-Hant."),
]


def open_library(path: Path | None) -> Library:
    """Open the library at `path`; None opens the user's own library."""
    from outflank.library import Library

    return Library(path)


_FILTERS: dict[str, Any] = {
    "words": Annotated[
        list[str] | None,
        typer.Argument(help="Words to find in players, event, opening, notes or labels."),
    ],
    "player": Annotated[str, typer.Option(help="Player of either side.")],
    "black": Annotated[str, typer.Option(help="Player of Black.")],
    "white": Annotated[str, typer.Option(help="Player of White.")],
    "event": Annotated[str, typer.Option(help="Tournament.")],
    "opening": Annotated[str, typer.Option(help="Part of the opening's name, in any language.")],
    "label": Annotated[str, typer.Option(help="Label given with outflank db edit.")],
    "folder": Annotated[str | None, typer.Option(help="Folder, including its subfolders.")],
    "year": Annotated[
        str | None, typer.Option(metavar="YEAR[-YEAR]", help="Such as 1997, 1990-1999 or 1990-.")
    ],
    "result": Annotated[
        str | None, typer.Option(help="black, white or draw; none for games without a result.")
    ],
    "score": Annotated[
        str | None,
        typer.Option(
            metavar="N[..N]", help="Disc difference for Black: 20, -64..-40, 40.. or ..-40."
        ),
    ],
    "min_moves": Annotated[
        int | None, typer.Option(min=0, max=64, help="Minimum number of moves.")
    ],
    "position": Annotated[
        str | None, typer.Option(metavar="POSITION", help="Position reached, in any orientation.")
    ],
    "same_orientation": Annotated[
        bool,
        typer.Option("--same-orientation", help="Only in the orientation given."),
    ],
    "reviewed": Annotated[
        bool | None,
        typer.Option("--reviewed/--not-reviewed", help="Games with or without a stored review."),
    ],
    "trash": Annotated[bool, typer.Option("--trash", help="Search the trash instead.")],
}
_DEFAULTS: dict[str, Any] = dict.fromkeys(_FILTERS) | dict.fromkeys(
    ("player", "black", "white", "event", "opening", "label"), ""
)
_DEFAULTS |= dict.fromkeys(("same_orientation", "trash"), False)


def selecting(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator: add the filter options to a command; it receives them as one `selection`."""

    @wraps(command)
    def call(**values: Any) -> None:
        filters = {name: values.pop(name) for name in _FILTERS}
        command(selection=_selection(**filters), **values)

    own = inspect.signature(command).parameters
    command.__annotations__.pop("selection")  # imported only for type checkers
    hints = get_type_hints(command, include_extras=True)
    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter(
            name,
            kind,
            default=_DEFAULTS[name],
            annotation=annotation,
        )
        for name, annotation in _FILTERS.items()
    ]
    parameters += [
        parameter.replace(kind=kind, annotation=hints[name])
        for name, parameter in own.items()
        if name != "selection"
    ]
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return call


def _selection(
    *,
    words: list[str] | None,
    year: str | None,
    result: str | None,
    score: str | None,
    min_moves: int | None,
    position: str | None,
    reviewed: bool | None,
    trash: bool,
    **names: Any,
) -> Selection:
    from outflank.formats import read
    from outflank.library import Selection

    first_year, last_year = parse_range(year, "-", "year")
    least_score, greatest_score = parse_range(score, "..", "score")
    return Selection(
        text=" ".join(words or ()),
        first_year=first_year,
        last_year=last_year,
        outcome=result,  # type: ignore[arg-type]  # Selection validates it
        least_score=least_score,
        greatest_score=greatest_score,
        least_moves=min_moves,
        position=read(position).position if position else None,
        is_reviewed=reviewed,
        deleted=trash,
        **names,
    )


def parse_range(text: str | None, sign: str, what: str) -> tuple[int | None, int | None]:
    """Parse a range such as ``1990-1999`` into its two ends, both inclusive.

    `sign` separates the ends and `what` names the option in error messages. A missing end is None;
    for a single number both ends are equal.
    """
    if not text:
        return None, None
    from outflank.errors import OutflankError

    first, separator, last = text.partition(sign)
    try:
        low, high = (int(end) if end.strip() else None for end in (first, last))
    except ValueError:
        raise OutflankError(
            f"{what} {text!r} is not a range; write one number, or two separated by {sign!r}"
        ) from None
    return (low, high) if separator else (low, low)
