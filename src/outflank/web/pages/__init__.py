"""The pages. `register` declares them all; each module has one page or one part of it."""

from outflank.web.pages.registering import register

__all__ = ["register"]
