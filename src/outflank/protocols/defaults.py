"""The players that the protocol programs use by default."""

DEFAULT_PLAYER = "engine"

BOTZONE_PLAYER = "engine:book=on"
"""Botzone's player uses the opening book, because the book answers at once, while kernels load too
late for the first moves."""
