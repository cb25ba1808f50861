"""The languages of the web pages: one JSON file each, all with the same keys.

Users' own texts (comments, names, player specs) and error messages are not translated.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

DEFAULT = "en"

_TABLE = (
    ("en", "English", "en-US"),
    ("zh-Hans", "简体中文", "zh-CN"),
    ("zh-Hant", "繁體中文", "zh-TW"),
    ("ja", "日本語", "ja"),
)
"""The only list of languages: code, name in that language, locale."""

LANGUAGES = {code: name for code, name, _ in _TABLE}
"""Each language's name in that language."""

LOCALES = {code: locale for code, _, locale in _TABLE}
"""Codes that NiceGUI uses for its own texts and the page's ``lang``."""


class _Count(int):
    """A number that formats as the singular or the plural if the format is ``singular|plural``."""

    def __format__(self, form: str) -> str:
        singular, bar, plural = form.partition("|")
        if bar:
            return singular if self == 1 else plural
        return super().__format__(form)


@dataclass(frozen=True, slots=True)
class Language:
    """The texts of the pages in one language; `sentences` maps keys to texts."""

    code: str
    sentences: dict[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """The text for `key`, with its placeholders replaced by `values`.

        A placeholder such as ``{count:disc|discs}`` stands for the form that fits the number.
        """
        sentence = self.sentences[key]
        if not values:
            return sentence
        return sentence.format(
            **{
                name: _Count(value) if isinstance(value, int) else value
                for name, value in values.items()
            }
        )


@cache
def language(code: str) -> Language:
    """Load the language with this code, a key of `LANGUAGES`."""
    text = files("outflank").joinpath("data", "languages", f"{code}.json").read_text("utf-8")
    return Language(code, json.loads(text))


def preferred(accept_language: str) -> str:
    """The code of the available language that best fits an ``Accept-Language`` header."""
    wishes = []
    for position, part in enumerate(accept_language[:500].split(",")):
        tag, _, quality = part.strip().partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            weight = 0.0
        if weight > 0 and (code := _code_of(tag.strip().lower())):
            wishes.append((-weight, position, code))
    return min(wishes)[2] if wishes else DEFAULT


def _code_of(tag: str) -> str | None:
    parts = tag.split("-")
    if parts[0] == "zh":
        is_traditional = {"hant", "tw", "hk", "mo"} & set(parts) and "hans" not in parts
        return "zh-Hant" if is_traditional else "zh-Hans"
    return parts[0] if parts[0] in LANGUAGES else None
