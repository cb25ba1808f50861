"""The default player of all protocols."""

DEFAULT_PLAYER = "engine"
