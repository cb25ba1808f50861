"""Error responses of the JSON interface: ``{"error": "one line"}`` with a status code below 500."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from outflank.errors import OutflankError
from outflank.formats.wording import excerpt
from outflank.web.desk import Busy

RETRY_SECONDS = 5
"""Value of the ``Retry-After`` header, in seconds, when the server is busy."""


def add_to(application: FastAPI) -> None:
    """Register the exception handlers that turn every error into one line of JSON."""

    @application.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        return problem(422, in_words(error))

    @application.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        return problem(error.status_code, str(error.detail), error.headers)

    @application.exception_handler(Busy)
    async def busy(request: Request, error: Busy) -> JSONResponse:
        return problem(429, str(error), {"Retry-After": str(RETRY_SECONDS)})

    @application.exception_handler(OutflankError)
    async def wrong(request: Request, error: OutflankError) -> JSONResponse:
        return problem(400, str(error))


def problem(status: int, message: str, headers: Any = None) -> JSONResponse:
    """The HTTP response for an error; line breaks in `message` become spaces."""
    # JSON may contain lone surrogates, which UTF-8 cannot encode.
    one_line = " ".join(message.encode(errors="backslashreplace").decode().split())
    return JSONResponse({"error": one_line}, status, headers)


def in_words(error: RequestValidationError) -> str:
    """Describe the first validation error of a request in one line."""
    fault = error.errors()[0]
    place = ".".join(str(part)[:40] for part in fault["loc"] if part != "body")
    value = fault.get("input")
    if fault["type"] == "json_invalid":
        return f"the request is not JSON: {fault['ctx']['error']}"
    if fault["type"] == "missing":
        return f"{place or 'a JSON object'} is missing; send it as application/json"
    if fault["type"] == "extra_forbidden":
        return f"{place} is not a known field; see /api"
    message = str(fault["msg"]).removeprefix("Value error, ")
    if not place:
        is_object = isinstance(value, dict)
        return message if is_object else "send a JSON object as application/json; see /api"
    return f"{place}: {message}, not {excerpt(str(value))}"
