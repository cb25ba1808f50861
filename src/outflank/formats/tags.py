"""Convert tags of games to properties of GGF and SGF, and back.

`Game.tags` has readable names, such as ``"black rating"``; GGF and SGF have two-letter names. A
property without a readable name keeps its upper-case name as a tag, so that it is written back
unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from outflank.formats.properties import Property, format_property

COMMON_TAGS: Mapping[str, str] = {
    "place": "PC",
    "date": "DT",
    "black": "PB",
    "white": "PW",
    "event": "EV",
    "round": "RO",
    "name": "GN",
    "opening": "ON",
    "annotator": "AN",
    "source": "SO",
}
"""Readable tag names and their properties in SGF.
GGF allows any property, so it uses the same ones.
"""

_PROPERTY_NAME = re.compile(r"[A-Z][A-Z0-9]*")


class TagTable:
    """The tags that one format can store.

    `properties` maps readable tag names to properties; `reserved` are properties that are not tags,
    such as moves.
    """

    def __init__(self, properties: Mapping[str, str], reserved: Iterable[str]) -> None:
        self._property_of = dict(properties)
        self._tag_of = {property_name: tag for tag, property_name in properties.items()}
        self._reserved = frozenset(reserved)

    def holds(self, tag: str) -> bool:
        """Whether the format can store a tag with the name `tag`."""
        return tag in self._property_of or (
            _PROPERTY_NAME.fullmatch(tag) is not None
            and tag not in self._tag_of
            and tag not in self._reserved
        )

    def parse(self, properties: Iterable[Property]) -> dict[str, str]:
        """The tags among `properties`;
        properties with an empty value or several values are ignored.
        """
        return {
            self._tag_of.get(entry.name, entry.name): entry.values[0]
            for entry in properties
            if entry.name not in self._reserved and len(entry.values) == 1 and entry.values[0]
        }

    def format(self, tags: Mapping[str, str]) -> str:
        """Write `tags` as properties: first those with a readable name,
        in the order of the table.
        """
        known = {self._property_of[tag]: tags[tag] for tag in self._property_of if tag in tags}
        others = {
            tag: text
            for tag, text in tags.items()
            if tag not in self._property_of and self.holds(tag)
        }
        return "".join(format_property(name, text) for name, text in (known | others).items())
