"""The pages: `register` declares them all; each module is a page or a part of one."""

from outflank.web.pages.registering import register

__all__ = ["register"]
