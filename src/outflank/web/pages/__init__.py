"""The pages of the web app: each module is a page or a part of one; `register` declares all."""

from outflank.web.pages.registering import register

__all__ = ["register"]
