"""Who plays where nobody was named."""

DEFAULT_PLAYER = "engine"
