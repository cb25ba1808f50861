"""The JSON interface for programs: best moves, solutions, reviews."""

from __future__ import annotations

from fastapi import FastAPI

VERSION = "1"


def add_to(application: FastAPI) -> None:
    """Add all routes."""
