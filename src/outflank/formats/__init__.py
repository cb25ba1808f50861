"""Read and write games in every format that Othello programs use.

`read` detects the format of a file or text; `write` and `write_file` write any format, and `losses`
lists what a format cannot hold. Each format has its own module.

>>> from outflank.formats import read
>>> read("f5d6c3").description
'transcript, 3 moves'
"""

from outflank.formats.catalogue import (
    FORMATS,
    Feature,
    Format,
    find_format,
    format_named,
    format_of_extension,
)
from outflank.formats.detect import Reading, read, read_bytes, read_file, read_text
from outflank.formats.loss_report import losses
from outflank.formats.writing import write, write_file

__all__ = [
    "FORMATS",
    "Feature",
    "Format",
    "Reading",
    "find_format",
    "format_named",
    "format_of_extension",
    "losses",
    "read",
    "read_bytes",
    "read_file",
    "read_text",
    "write",
    "write_file",
]
