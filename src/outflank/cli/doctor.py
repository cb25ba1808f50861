"""`outflank doctor`: check and repair Outflank's files on this machine."""

from __future__ import annotations

import typer

from outflank.cli.options import JsonOption


def doctor(as_json: JsonOption = False) -> None:
    """Check versions, compiled kernels, saved games and disk space; repair what is possible.

    Exit code 0: everything is in order, possibly after a repair. 1: a problem remains.
    """
    from outflank.cli.output import console, print_json
    from outflank.jobs.doctor import examine

    out = console()
    is_good = True
    for finding in examine():
        is_good &= finding.is_good
        if as_json:
            print_json(finding.as_dict())
            continue
        sign = "ok" if finding.is_good else "BAD"
        mended = f" ({finding.mended})" if finding.mended else ""
        out.print(f"{sign:4}{finding.what}: {finding.text}{mended}", markup=False, soft_wrap=True)
    if not is_good:
        raise typer.Exit(1)
