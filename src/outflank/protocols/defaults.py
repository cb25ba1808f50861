"""The default players of the protocols."""

DEFAULT_PLAYER = "engine"

BOTZONE_PLAYER = "engine:book=on"
"""With the book: it answers at once, while kernels load too late for the first answers."""
