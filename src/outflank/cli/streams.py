"""Standard output and error: complete output or an error, in any encoding."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress

from outflank.errors import reason_of


def prepare_output() -> None:
    """Replace characters that the encoding lacks, and buffer an unbuffered standard output.

    Characters outside the encoding become question marks. With ``python -u`` a large write to the
    raw stream could be cut short without an error.
    """
    if sys.stdout is not None and isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        sys.stdout = open(  # noqa: SIM115
            sys.stdout.fileno(), "w", buffering=1, encoding=sys.stdout.encoding, closefd=False
        )
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def finish_output(code: int) -> int:
    """Flush standard output; return `code`, or the exit code of a failed flush."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        return leave_pipe() or code
    except OSError as error:
        return complain(unwritable(error))
    return code


def leave_pipe() -> int:
    """Handle a closed pipe (head, less): discard further output and return exit code 0."""
    _discard_output()
    return 0


def unwritable(error: OSError) -> str:
    """Error message for standard output, or for the file that the error names."""
    if error.filename is not None:
        return f"{error.filename}: {reason_of(error)}"
    return f"cannot write the output: {reason_of(error)}"


def complain(message: str) -> int:
    """Print a user error as one line and return exit code 2."""
    one_line = " ".join(message.split())
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    _discard_output()
    with suppress(OSError):
        print(f"outflank: {one_line}", file=sys.stderr, flush=True)
    return 2


def _discard_output() -> None:
    """Redirect standard output to the null device, so that flushing it at exit cannot fail."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
