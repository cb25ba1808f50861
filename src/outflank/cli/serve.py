"""`outflank serve` (or `outflank` alone): the web interface."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Annotated

import typer

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8008


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 admits other machines.")
    ] = DEFAULT_HOST,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port; if taken, the next free one is used.")
    ] = DEFAULT_PORT,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address without opening a browser.")
    ] = False,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Host name to accept from browsers; repeatable."),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Set a limit (see --limits); repeatable."),
    ] = None,
    show_limits: Annotated[
        bool, typer.Option("--limits", help="Print all limits for visitors with reasons, and exit.")
    ] = False,
) -> None:
    """Open the board in the browser: play, analyse, review. Ctrl-C stops it."""
    from outflank.cli.output import notices
    from outflank.jobs.user_data import data_folder
    from outflank.web.limits import limits, use_limits
    from outflank.web.memory import restart_with_returned_memory
    from outflank.web.places import only_server_of

    use_limits(limits().changed(limit or ()))
    if show_limits:
        _print_limits()
        return
    restart_with_returned_memory()
    with only_server_of(data_folder()) as note_address, suppress(KeyboardInterrupt):
        _serve(host, port, allow_host or (), note_address, has_browser=not no_browser)
    notices().print("Stopped.")


def _serve(
    host: str,
    port: int,
    allow_host: Sequence[str],
    note_address: Callable[[str], None],
    *,
    has_browser: bool,
) -> None:
    from outflank.cli.output import console, notices
    from outflank.cli.warmup import load_kernels
    from outflank.web.ports import address_of, listen

    listening = listen(host, port)
    address = address_of(listening)
    note_address(address)
    taken_port = listening.getsockname()[1]
    if port not in (0, taken_port):
        notices().print(f"Port {port} is taken; using {taken_port}.")
    load_kernels()

    def announce() -> None:
        console().print(f"Outflank is at {address} (Ctrl-C stops it)", soft_wrap=True)
        if has_browser:
            open_browser(address)

    def tell(line: str) -> None:
        notices().print(line, soft_wrap=True, markup=False, highlight=False)

    from outflank.web.server import serve as serve_at

    serve_at(listening, hosts=(host, *allow_host), when_ready=announce, tell=tell)


def _print_limits() -> None:
    from rich.table import Table

    from outflank.cli.output import console
    from outflank.web.limits import limits

    table = Table("limit", "value", "unit", "reason", box=None, pad_edge=False)
    table.columns[1].justify = "right"
    for row in limits().described():
        table.add_row(*row)
    console().print(table)


def open_browser(address: str) -> None:
    """Open `address` in a browser if there is a display."""
    import os
    import sys
    import threading
    import webbrowser

    has_screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if has_screen:
        # In a thread: for some browsers webbrowser.open blocks until they are closed.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
