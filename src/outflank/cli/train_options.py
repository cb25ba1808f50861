"""Options that the commands of `outflank train` share, and what their texts mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from outflank.errors import OutflankError

DepthOption: TypeAlias = Annotated[
    int, typer.Option(min=3, max=30, help="Plies that a label is searched.")
]
ExactOption: TypeAlias = Annotated[
    int, typer.Option(min=0, max=30, help="Positions with so many empties or fewer are solved.")
]
ConfidenceOption: TypeAlias = Annotated[
    int, typer.Option(metavar="PERCENT", help="Of those searches: 73, 87, 95, 98, 99 or 100.")
]
WeightsOption: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="FILE|none|shipped", help="The evaluation: a file of weights, zero, or ours."
    ),
]
ProcessesOption: TypeAlias = Annotated[
    int | None, typer.Option(min=1, max=1024, help="One a core if not given.")
]
TRACE_DECAY = 0.85
TraceDecayOption: TypeAlias = Annotated[
    list[float] | None,
    typer.Option(
        metavar="SHARE",
        help="How far labels look ahead in the game: 0 for search values, 1 for what games led to; "
        f"once, or for each FOLDER. {TRACE_DECAY} if not given.",
    ),
]
WorkOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Where work is kept for resuming; FILE.work."),
]


def prepare_training() -> None:
    """Load what every fit needs: pyarrow, or one line that names the extra, and the kernels."""
    from outflank.cli.warmup import load_kernels
    from outflank.training.shards import import_parquet

    import_parquet()
    load_kernels()


def weights_path(text: str) -> str:
    """The file of weights that is meant, or nothing for an evaluation of zero."""
    from outflank.engine import weights

    if text == "none":
        return ""
    if text != "shipped":
        return text
    if not weights.SHIPPED.exists():
        raise OutflankError("no weights are shipped with this Outflank; give a FILE, or none")
    return str(weights.SHIPPED)


def weights_for_workers(text: str) -> str:
    """The same for jobs on other machines, which have the shipped weights elsewhere."""
    path = weights_path(text)
    if text == "shipped":
        return text
    return str(Path(path).resolve()) if path else ""


def random_plies(text: str) -> tuple[int, int]:
    """The least and the most of ``A-B``, or of ``N`` alone."""
    least, dash, most = text.partition("-")
    try:
        return int(least), int(most) if dash else int(least)
    except ValueError:
        raise OutflankError(f"--random-plies {text!r} is no range; give one like 2-35") from None
