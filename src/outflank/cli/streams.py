"""Standard output of the command: whole or an error, in any encoding."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress

from outflank.errors import reason_of


def prepare_output() -> None:
    """Make standard output and error fit for any text and for all of it.

    A terminal or a file may have an encoding without discs and arrows: these become question marks.
    With ``python -u`` a large write could end in the middle and nothing would say so.
    """
    if sys.stdout is not None and isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        sys.stdout = open(  # noqa: SIM115
            sys.stdout.fileno(), "w", buffering=1, encoding=sys.stdout.encoding, closefd=False
        )
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def finish_output(code: int) -> int:
    """Write what is still held back; return the exit code, `code` unless that failed."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        return leave_pipe() or code
    except OSError as error:
        return complain(unwritable(error))
    return code


def leave_pipe() -> int:
    """Go without a reader (head, less) that has left, which is its right; return the exit code."""
    _discard_output()
    return 0


def unwritable(error: OSError) -> str:
    """Why standard output, or a file that the error names, could not be used."""
    if error.filename is not None:
        return f"{error.filename}: {reason_of(error)}"
    return f"the output cannot be written: {reason_of(error)}"


def complain(message: str) -> int:
    """Print an error of the user's as one line and return its exit code."""
    one_line = " ".join(message.split())
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    _discard_output()
    with suppress(OSError):
        print(f"outflank: {one_line}", file=sys.stderr, flush=True)
    return 2


def _discard_output() -> None:
    """Keep Python from writing what is held back, and complaining, when it exits."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
