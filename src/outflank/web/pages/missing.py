"""Short error pages for unknown URLs and failures; they take no memory in the server."""

from __future__ import annotations

from html import escape

from fastapi import Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import HTMLResponse, Response
from nicegui import app
from starlette.exceptions import HTTPException

from outflank.errors import OutflankError
from outflank.web.languages import LOCALES, Language, language, preferred

_PAGE = """<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="utf-8"><title>Outflank</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="font: 1.1rem sans-serif; margin: 3rem"><p>{sentence}</p>
<p><a href="/">Outflank</a></p></body></html>
"""


def register() -> None:
    """Replace NiceGUI's own error pages, which the server keeps in memory for a minute."""

    @app.exception_handler(404)
    async def missing(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException) and request.url.path.startswith("/_nicegui/"):
            return await http_exception_handler(request, error)
        text = _language_of(request)
        return _answer(404, text("no_such_page"), text)

    @app.exception_handler(OutflankError)
    async def failed(request: Request, error: Exception) -> Response:
        text = _language_of(request)
        return _answer(503, f"{text('page_failed')} {error}", text)

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        text = _language_of(request)
        return _answer(500, text("page_failed"), text)


def _language_of(request: Request) -> Language:
    return language(preferred(request.headers.get("accept-language", "")))


def _answer(status: int, sentence: str, text: Language) -> Response:
    page = _PAGE.format(lang=LOCALES[text.code], sentence=escape(sentence))
    return HTMLResponse(page, status, {"Cache-Control": "no-store"})
