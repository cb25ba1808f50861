"""Options that the commands of `outflank train` share, and their parsers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from outflank.errors import OutflankError

DepthOption: TypeAlias = Annotated[
    int, typer.Option(min=3, max=30, help="Depth of label searches in plies.")
]
ExactOption: TypeAlias = Annotated[
    int, typer.Option(min=0, max=30, help="Solve positions with this many empties or fewer.")
]
ConfidenceOption: TypeAlias = Annotated[
    int, typer.Option(metavar="PERCENT", help="Selectivity: 73, 87, 95, 98, 99 or 100.")
]
WeightsOption: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="FILE|none|shipped",
        help="Evaluation weights: a file, none (always 0), or the shipped ones.",
    ),
]
ProcessesOption: TypeAlias = Annotated[
    int | None, typer.Option(min=1, max=1024, help="Number of processes; default: one per core.")
]
TRACE_DECAY = 0.85
TraceDecayOption: TypeAlias = Annotated[
    list[float] | None,
    typer.Option(
        metavar="SHARE",
        help="Trace decay (lambda) of labels: 0 for search values, 1 for game results; "
        f"once, or once per FOLDER. Default: {TRACE_DECAY}.",
    ),
]
WorkOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Folder for resumable work; default: OUTPUT.work."),
]


def prepare_training() -> None:
    """Load the compiled kernels, and check that pyarrow is installed.

    If pyarrow is missing, the error message names the optional dependency to install.
    """
    from outflank.cli.warmup import load_kernels
    from outflank.training.shards import import_parquet

    import_parquet()
    load_kernels()


def weights_path(text: str) -> str:
    """The path of the weights file for the value of --weights; empty for ``none``."""
    from outflank.engine import weights

    if text == "none":
        return ""
    if text != "shipped":
        return text
    if not weights.SHIPPED.exists():
        raise OutflankError("no weights are shipped with this Outflank; give a FILE, or none")
    return str(weights.SHIPPED)


def weights_for_workers(text: str) -> str:
    """The value of --weights in a form that worker processes on other machines understand.

    This is ``shipped``, whose path differs between machines, an absolute path, or empty for
    ``none``.
    """
    path = weights_path(text)
    if text == "shipped":
        return text
    return str(Path(path).resolve()) if path else ""


def random_plies(text: str) -> tuple[int, int]:
    """Parse the value of --random-plies: ``A-B`` gives both numbers, ``N`` gives N twice."""
    least, dash, most = text.partition("-")
    try:
        return int(least), int(most) if dash else int(least)
    except ValueError:
        raise OutflankError(f"--random-plies {text!r} is not a range; give one like 2-35") from None
