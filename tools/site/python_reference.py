"""The pages of the Python API: one section for every public name of `outflank`.

The module that defines a name determines its page; mkdocstrings writes the sections.
"""

from __future__ import annotations

import outflank

PAGES = {
    "rules": ("Positions and games", ("rules",)),
    "formats": ("Files and formats", ("formats",)),
    "searches": ("Classic searches and evaluations", ("classics", "search")),
    "engine": ("Engine, solver and review", ("engine",)),
    "players": ("Players and clocks", ("players", "play")),
    "arena": ("Games and matches", ("arena",)),
    "library": ("Library of games", ("library",)),
    "errors": ("Errors", ("errors",)),
}
"""File of each page, with its title and the packages whose public names it lists."""

SQUARES_NOTE = """
## Squares

`A1` to `H8` are the 64 squares as constants: integers from 0 (`A1`) to 63 (`H8`) that print as
their names. `PASS` is the move of a side that has no legal square.
"""


def pages() -> dict[str, str | bytes]:
    """All pages of the Python reference, as Markdown for mkdocstrings."""
    made: dict[str, str | bytes] = {
        f"reference/python/{name}.md": _page(title, packages)
        for name, (title, packages) in PAGES.items()
    }
    made["reference/python/index.md"] = _index()
    return made


def names_of(packages: tuple[str, ...]) -> list[str]:
    """The public names that modules of `packages` define, constants last, without the squares."""
    names = (
        name
        for name in outflank.__all__
        if module_of(name).split(".")[1] in packages and not _is_square(name)
    )
    return sorted(names, key=lambda name: (name.isupper(), name))


def module_of(name: str) -> str:
    """The module that defines a public name."""
    return outflank._MODULE_OF[name]


def _is_square(name: str) -> bool:
    return len(name) == 2 and name[0] in "ABCDEFGH" and name[1] in "12345678"


def _page(title: str, packages: tuple[str, ...]) -> str:
    sections = "".join(f"\n::: {module_of(name)}.{name}\n" for name in names_of(packages))
    note = SQUARES_NOTE if "rules" in packages else ""
    return f"# {title}\n\nImport these names from `outflank` itself.\n{note}{sections}"


def _index() -> str:
    rows = "".join(
        f"| [{title}]({name}.md) | {', '.join(f'`{each}`' for each in names_of(packages))} |\n"
        for name, (title, packages) in PAGES.items()
    )
    return (
        "# Python API\n\nAll public names are in `outflank`; each is loaded when first used.\n"
        "The package has type annotations throughout (PEP 561).\n\n"
        f"| page | names |\n|---|---|\n{rows}"
    )
