"""Who plays where nobody was named."""

DEFAULT_PLAYER = "engine"

BOTZONE_PLAYER = "engine:book=on"
"""On Botzone kernels are not loaded in time for the first answers; the book is there at once."""
