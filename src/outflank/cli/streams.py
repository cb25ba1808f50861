"""Standard output and error streams that either write everything or report an error.

Characters that the encoding lacks are replaced, so that printing never fails because of them.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress

from outflank.errors import reason_of


def prepare_output() -> None:
    """Make standard output and error safe to print to. Called once at start-up.

    Characters that the encoding lacks become question marks. An unbuffered standard output
    (``python -u``) gets a buffer, because a large write to the raw stream could be cut short
    without an error.
    """
    if sys.stdout is not None and isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        sys.stdout = open(  # noqa: SIM115
            sys.stdout.fileno(), "w", buffering=1, encoding=sys.stdout.encoding, closefd=False
        )
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def finish_output(code: int) -> int:
    """Flush standard output at exit; return `code`, or another exit code if flushing fails."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        return leave_pipe() or code
    except OSError as error:
        return complain(unwritable(error))
    return code


def leave_pipe() -> int:
    """Called when the reader of our output (head, less) has closed the pipe.

    Discards further output and returns exit code 0.
    """
    _discard_output()
    return 0


def unwritable(error: OSError) -> str:
    """The message for an error of writing: to the file that `error` names, or to the output."""
    if error.filename is not None:
        return f"{error.filename}: {reason_of(error)}"
    return f"cannot write the output: {reason_of(error)}"


def complain(message: str) -> int:
    """Print an error message as one line on standard error; return exit code 2."""
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
