"""`outflank serve`, or `outflank` alone: the board in the browser."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8008


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen at; 0.0.0.0 lets other machines in.")
    ] = DEFAULT_HOST,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="If it is taken, the next free one is used.")
    ] = DEFAULT_PORT,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the address.")
    ] = False,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name that browsers know this server by; repeatable."),
    ] = None,
) -> None:
    """Open the board in the browser: play, analyse, review. Ctrl-C stops it."""
    from outflank.cli.output import console, notices
    from outflank.cli.warmup import load_kernels
    from outflank.web.ports import address_of, listen

    listening = listen(host, port)
    address = address_of(listening)
    taken_port = listening.getsockname()[1]
    if port not in (0, taken_port):
        notices().print(f"Port {port} is taken; using {taken_port}.")
    load_kernels()

    def tell() -> None:
        console().print(f"Outflank is at {address} (Ctrl-C stops it)", soft_wrap=True)
        if not no_browser:
            open_browser(address)

    from outflank.web.server import serve as serve_at

    with suppress(KeyboardInterrupt):
        serve_at(listening, hosts=(host, *(allow_host or ())), when_ready=tell)
    notices().print("Stopped.")


def open_browser(address: str) -> None:
    """Show `address` to the user, where there is a screen to show it on."""
    import os
    import sys
    import threading
    import webbrowser

    has_screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if has_screen:
        # In a thread: some browsers are waited for until they are closed.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
