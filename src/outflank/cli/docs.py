"""`outflank docs`: build the documentation and show it in the browser, offline."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

DEFAULT_PORT = 8009


def docs(
    output: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Build the site into this folder and exit."),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port; if taken, the next free one is used.")
    ] = DEFAULT_PORT,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address without opening a browser.")
    ] = False,
) -> None:
    """Build the documentation and show it in the browser; works offline. Ctrl-C stops it.

    The first run builds the site, including the tutorials; later runs reuse it.
    """
    from outflank.cli.output import console, notices
    from outflank.jobs.documentation import build_site, built_site

    if output is not None:
        build_site(output.absolute())
        console().print(f"The documentation is in {output}", soft_wrap=True, markup=False)
        return
    notices().print("Building the documentation if necessary …")
    with suppress(KeyboardInterrupt):
        _serve(built_site(), port, has_browser=not no_browser)
    notices().print("Stopped.")


def _serve(site: Path, port: int, *, has_browser: bool) -> None:
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    from outflank.cli.output import console
    from outflank.cli.serve import open_browser
    from outflank.web.ports import address_of, listen

    class QuietHandler(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *values: object) -> None:
            """Suppress the log line that http.server prints for each request."""

    with listen("127.0.0.1", port) as listening:
        address = address_of(listening)
        handler = partial(QuietHandler, directory=str(site))
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler, bind_and_activate=False)
        server.socket.close()
        server.socket = listening
        console().print(f"The documentation is at {address} (Ctrl-C stops it)", soft_wrap=True)
        if has_browser:
            open_browser(address)
        server.serve_forever()
