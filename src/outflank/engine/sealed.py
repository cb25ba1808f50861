"""Checked binary files, for weights and networks: magic bytes, version, checksum, card, content.

The card is a JSON object that describes the content, for example how it was trained. The content is
compressed. Reading a file that is damaged, of another kind or of another version raises
`FormatError`.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from dataclasses import dataclass
from typing import Any

from outflank.bounded import MEGABYTE
from outflank.errors import FormatError

MOST_BYTES = 512 * MEGABYTE
"""The greatest size of the content after decompression. (The content that comes with Outflank has 6
megabytes, compressed.)
"""

_HEAD = struct.Struct("<16sHI32sI")


@dataclass(frozen=True, slots=True)
class Seal:
    """A kind of file: its 16 magic bytes, its version, and its name in messages (`what`).

    `remedy` is the command that makes such a file; messages name it as well.
    """

    magic: bytes
    version: int
    what: str
    remedy: str

    def pack(self, card: dict[str, Any], content: bytes, level: int) -> bytes:
        """The bytes of a file with this card and content;
        `level`, 1 to 9, is the compression level.
        """
        head = json.dumps(card, sort_keys=True).encode()
        body = head + zlib.compress(content, level)
        checksum = hashlib.sha256(body).digest()
        return _HEAD.pack(self.magic, self.version, len(head), checksum, len(body)) + body

    def unpack(self, data: bytes, source: str = "") -> tuple[dict[str, Any], bytes]:
        """The card and the content of a file, given its bytes; raises `FormatError` for anything
        else.

        `source` names the file in the message.
        """
        if len(data) < _HEAD.size or not data.startswith(self.magic):
            raise FormatError(f"not a {self.what} file; {self.remedy} makes one", source=source)
        _, version, card_length, checksum, length = _HEAD.unpack_from(data)
        if version != self.version:
            raise FormatError(
                f"a {self.what} file of version {version}; this Outflank reads version "
                f"{self.version}: make it again with {self.remedy}",
                source=source,
            )
        body = data[_HEAD.size :]
        if len(body) != length or hashlib.sha256(body).digest() != checksum:
            raise FormatError(
                f"this {self.what} file is damaged; fetch it again or make it with {self.remedy}",
                source=source,
            )
        try:
            return json.loads(body[:card_length]), _decompressed(body[card_length:])
        except (ValueError, RecursionError, zlib.error):
            # The checksum is right: another program wrote this.
            raise FormatError(
                f"not a {self.what} file of this Outflank; {self.remedy} makes one", source=source
            ) from None


def _decompressed(data: bytes) -> bytes:
    """Decompress; raises `ValueError` if `data` is cut short or the result exceeds `MOST_BYTES`."""
    stream = zlib.decompressobj()
    content = stream.decompress(data, MOST_BYTES)
    if not stream.eof:
        raise ValueError("the content has no end")
    return content
